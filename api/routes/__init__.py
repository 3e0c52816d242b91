"""HTTP routes, thin."""
