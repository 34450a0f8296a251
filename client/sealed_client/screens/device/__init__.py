"""What the device below gives or takes: its edges, its sleep, its task switcher. Silent where it cannot."""
