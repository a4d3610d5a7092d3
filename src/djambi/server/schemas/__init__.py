"""What goes over the wire: requests, messages, views."""
