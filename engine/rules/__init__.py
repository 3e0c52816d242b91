"""Rule sets: one package each, found by name through the registry."""
