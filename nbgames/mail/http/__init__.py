"""Play by mail over HTTP: the server, and pages for whoever watches."""
