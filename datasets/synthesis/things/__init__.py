"""What lies on tables besides tiles: dice, counters, sticks, household goods, and tiles that show no face."""
