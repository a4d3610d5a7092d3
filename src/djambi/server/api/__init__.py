"""Games over HTTP and sockets, for the browser app and for programs; the OpenAPI document."""
