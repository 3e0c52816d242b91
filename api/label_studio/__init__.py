"""Tilesight as a Label Studio machine-learning backend: what its server sends, and the predictions it is sent back."""
