"""The care of labelled data sets: convert, check, merge, split, count, and collect what people corrected."""
