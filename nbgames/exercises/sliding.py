"""A figure under sliders: what a function shows of each setting.

`ipywidgets.interact` shows it in an `Output`, at which a program that runs the notebook may wait
for ever, by a fault of jupyter_client (CONTRIBUTING, Upstream). Here it is the text of an `HTML`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from ..draw.captions import Captioned


def slide(show: Callable[..., Captioned], **settings: Any) -> ipywidgets.VBox:
    """What show returns for the settings that sliders and menus above it have.

    A setting is given as for `ipywidgets.interact`: `(0, 19)`, a list, or a widget of one's own.
    """
    above = {name: ipywidgets.interactive.widget_from_abbrev(it) for name, it in settings.items()}
    figure = ipywidgets.HTML()

    def shown(_: object = None) -> None:
        figure.value = show(**{name: one.value for name, one in above.items()})._repr_html_()

    for name, one in above.items():
        one.description = name
        one.observe(shown, "value")
    shown()
    return ipywidgets.VBox([*above.values(), figure])
