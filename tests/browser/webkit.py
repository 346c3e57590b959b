"""WebKitGTK, driven by the W3C's WebDriver protocol: what Playwright's own WebKit would ask for."""

import json
import subprocess
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from browser.rig import path_of, stop, wait_for
from ports import free_port

SECONDS = 120


class WebKit:
    """A window; what it is asked for goes to the driver as JSON."""

    def __init__(self, driver: str, session: str = "") -> None:
        self._driver, self._session = driver, session

    def tell(self, path: str, given: dict | None = None, method: str = "POST"):
        """One command of the protocol; an error of the driver raises with its words."""
        body = None if given is None else json.dumps(given).encode()
        address = f"{self._driver}/session{self._session}{path}"
        request = urllib.request.Request(address, body, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def goto(self, url: str) -> None:
        self.tell("/url", {"url": url})

    def ask(self, script: str, *given):
        """What this JavaScript function answers, or its promise."""
        waits = f"const done = arguments[arguments.length - 1]; Promise.resolve(({script})"
        waits += "(...[...arguments].slice(0, -1))).then(done)"
        return self.tell("/execute/async", {"script": waits, "args": [*given]})

    def until(self, script: str, *given) -> None:
        """Wait until this JavaScript function says yes."""
        often = f"""(...given) => new Promise(done => {{
          const look = () => ({script})(...given) ? done(true) : setTimeout(look, 50);
          look();
        }})"""
        self.ask(often, *given)

    def press(self, *keys: str) -> None:
        made = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.tell("/actions", {"actions": [{"type": "key", "id": "keys", "actions": made}]})

    def drag(self, *places: tuple[float, float]) -> None:
        """Press at the first place, move on to the others, and let go; a click, if it is one."""
        moves = [{"type": "pointerMove", "x": int(x), "y": int(y)} for x, y in places]
        made = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:]]
        made.append({"type": "pointerUp", "button": 0})
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.tell("/actions", {"actions": [mouse | {"actions": made}]})


# What WebKitGTK's driver cannot do.
UNDRIVEN = {"touch": "the touch of a finger arrives as a mouse"}


@contextmanager
def webkit(theme: str = "Adwaita", home: Path | None = None):
    """A window of WebKitGTK on a screen that nobody sees; it saves files in `home`."""
    browser = path_of("webkit")
    screen = f":{90 + free_port() % 900}"
    xvfb = subprocess.Popen(
        ["Xvfb", screen, "-screen", "0", "1280x1000x24"], start_new_session=True
    )
    port, own = free_port(), [f"HOME={home}"] if home else []
    command = [
        "env",
        f"DISPLAY={screen}",
        f"GTK_THEME={theme}",
        *own,
        "WebKitWebDriver",
        f"--port={port}",
    ]
    driver = subprocess.Popen(command, start_new_session=True)
    try:
        wait_for(f"http://127.0.0.1:{port}/status", driver)
        options = {"binary": browser, "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        made = WebKit(f"http://127.0.0.1:{port}").tell("", asked)
        window = WebKit(f"http://127.0.0.1:{port}", f"/{made['sessionId']}")
        yield window
        window.tell("", method="DELETE")
    finally:
        stop(driver)
        stop(xvfb)
