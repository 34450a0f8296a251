"""What `sealed bench --client` runs inside a window of its own process."""
