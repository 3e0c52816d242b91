"""The outside: HTTP, command line, phone page."""
