"""Photos, synthetic photos and labels; reading, scoring and serving never import them (docs/adr/0008)."""
