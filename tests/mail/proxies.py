"""HAProxy and nginx before a web server, as people set them up, with connections that are kept."""

import os
import shutil
import socket
import subprocess
import time

from ports import free_port

HAPROXY = """
global
    maxconn 2000
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    option forwardfor
    http-reuse always
frontend all
    bind 127.0.0.1:{port}
    default_backend games
backend games
    server one 127.0.0.1:{upstream}
"""
NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 2000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream games {{ server 127.0.0.1:{upstream}; keepalive 8; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://games;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"""
WORDS = {
    "haproxy": lambda program, file: [program, "-db", "-f", file],
    "nginx": lambda program, file: [program, "-c", file, "-p", file.parent],
    "caddy": lambda program, file: [program, "run", "--adapter", "caddyfile", "--config", file],
}
TEXTS = {"haproxy": HAPROXY, "nginx": NGINX}


def program(name):
    """Where a program is installed; None if it is not. Debian keeps some out of a user's PATH."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


class Proxy:
    """A proxy that runs before the web server at a port, by a text where one is given."""

    def __init__(self, name, folder, upstream, written=None):
        self.port = free_port()
        file, text = folder / f"{name}.conf", TEXTS.get(name, "")
        written = written or text.format(port=self.port, upstream=upstream, folder=folder)
        file.write_text(written.replace("{{port}}", str(self.port)))
        self.run = subprocess.Popen(
            WORDS[name](program(name), file),
            env=os.environ | {"HOME": str(folder), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()

    def _wait(self):
        until = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < until and self.run.poll() is None, "it does not start"
                time.sleep(0.05)

    def stop(self):
        self.run.terminate()
        self.run.wait(120)
