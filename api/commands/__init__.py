"""The commands of ``tilesight``, one module a family."""
