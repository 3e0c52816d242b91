"""Pictures to tiles: decode, detect, read, lay out."""
