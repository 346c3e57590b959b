"""The HTML around a page's content: it runs and loads nothing but what is in it."""

from __future__ import annotations

import json
from base64 import b64encode, b85encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Any
from zlib import compress

from .bundle import bundled, sheet

SCRIPTLESS = "Boards and the list of your games need JavaScript."
GROUND = sheet("ground.css")  # what is seen before anything is unpacked


def _joined(script: str) -> str:
    return "".join(line.strip() for line in script.splitlines())


OLD = "To play here takes JavaScript and a browser of 2024 or later."

# Says in a browser that fails before a board is shown what it has said itself; it reads as of 2009.
GUARD = _joined("""
(function () {
  function say(words) {
    var plain = document.querySelector("#nb-app > .nb-plain");
    if (!plain) return;
    plain.style.animation = "none";
    plain.lastChild.textContent += " This one says: " + words;
  }
  window.onerror = say;
  window.onunhandledrejection = function (event) { say(event.reason); };
})();
""")

# Style sheets and modules travel packed, at a third of their size; the page's policy names the sums
# of what comes out. A block keeps the names of this script apart from those of the next.
UNPACK = f"{{{bundled('opening.js')}}}"


def app(picture: str = "") -> str:
    """Where a script puts what is played on; the picture stays, with words, if none comes."""
    caption = f"<figcaption>{OLD}</figcaption>"
    return f'<div id="nb-app"><figure class="nb-plain">{picture}{caption}</figure></div>'


def page(
    title: str,
    body: str,
    script: str = "",
    data: str = "",
    css: str = "",
    later: str = "",
    more: str = "",
) -> str:
    """A page that runs and loads nothing but what is in it, whatever its data may say.

    `data` is what `packed` gives; `css` is for what the script shows; `later` is a script that the
    first one unpacks when it is wanted, and runs in a worker that it makes of both, or on the page;
    `more` is css for what is there without a script.
    """
    ground = GROUND + more
    policy = _policy([ground, css], [GUARD, UNPACK, script, later] if script else [])
    texts = {"packed": script, "sheets": css, "later": later}
    runs = _scripts(data, texts) if script else ""
    runs += f"\n<noscript>{SCRIPTLESS}</noscript>" if script and OLD not in body else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'  # else Firefox asks the server, and the policy refuses
        f"<title>{escape(title)}</title>\n<style>{ground}</style>\n</head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n<main>{body}</main>\n{runs}\n</body>\n</html>\n"
    )


def _policy(styles: Iterable[str], scripts: Sequence[str]) -> str:
    """The Content-Security-Policy that lets these styles and scripts run, by hash, and no other."""
    rules = [
        "default-src 'none'",
        f"style-src {' '.join(map(_hashed, filter(None, styles)))}",
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    if scripts:
        rules.append(f"script-src {' '.join(map(_hashed, filter(None, scripts)))}")
        rules.append("worker-src blob:")
    return "; ".join(rules)


def _scripts(data: str, texts: Mapping[str, str]) -> str:
    """What a page runs: the data and the texts, packed, by name, and the script that unpacks them.

    `data` is packed already.
    """
    held = {"data": data} | {name: text and packed_text(text) for name, text in texts.items()}
    packs = "".join(
        f'<script type="text/plain" id="nb-{name}">{text}</script>\n'
        for name, text in held.items()
        if text
    )
    return f"<script>{GUARD}</script>\n{packs}<script>{UNPACK}</script>"


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def packed(data: Any) -> str:
    """Data as a page takes it: JSON, compressed, in base 85."""
    return packed_text(json.dumps(data, separators=(",", ":"), ensure_ascii=False))


@lru_cache(32)
def packed_text(text: str) -> str:
    """Text in the same way; pages of many matches have the same scripts, which take 20 ms.

    Base 85 is shorter than base 64 by a sixteenth. Without a slash it cannot end a script.
    """
    return b85encode(compress(text.encode(), 9)).decode()
