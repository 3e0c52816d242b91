"""Label formats, one file each."""
