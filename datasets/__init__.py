"""Photos and synthetic photos; never imported by the runtime."""
