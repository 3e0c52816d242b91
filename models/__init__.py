"""What the runtime loads, and how it was made."""
