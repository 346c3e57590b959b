"""Play by mail over HTTP: the web server, and pages that show boards to anyone."""
