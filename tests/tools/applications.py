"""What programs that serve an application are given, to show a Projex and a ConHex board."""

import json
from dataclasses import dataclass

# ConHex stands in a box that is as wide as what is in it: there a board has once changed its size.
MAKE = """
import ipywidgets, nbgames

def shown(name):
    m = nbgames.match(name, 4, swap=False)
    w = m.widget(opponent=nbgames.opponent(1, seed=0))
    return ipywidgets.HBox([w]) if name == "conhex" else w
"""
PANEL = f"""
import panel as pn
{MAKE}
pn.extension("ipywidgets", theme="THEME".replace("light", "default"))
pn.Column(*(pn.pane.IPyWidget(shown(name)) for name in ("projex", "conhex"))).servable()
"""
SHINY = f"""
from shiny import App, reactive, ui
from shinywidgets import output_widget, render_widget
{MAKE}
def server(input, output, session):
    @reactive.effect
    def flush():  # what a widget says by itself is sent at the next flush only
        reactive.invalidate_later(0.5)

    @render_widget
    def projex():
        return shown("projex")

    @render_widget
    def conhex():
        return shown("conhex")

theme = ui.input_dark_mode(mode="THEME")
app = App(ui.page_fluid(theme, output_widget("projex"), output_widget("conhex")), server)
"""
SOLARA = f"""
import solara
from solara.lab import theme
{MAKE}
@solara.component
def Page():
    theme.dark = "THEME" == "dark"
    solara.display(solara.use_memo(lambda: shown("projex"), []))
    solara.display(solara.use_memo(lambda: shown("conhex"), []))
"""


def book(*cells: str) -> str:
    """A notebook of these cells, as a file."""
    blank = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            "cells": [blank | {"id": f"c{n}", "source": code} for n, code in enumerate(cells)],
        }
    )


@dataclass(frozen=True)
class Application:
    """A program, and what it is given; "PORT" and "THEME" stand for what is chosen for a visit.

    Attributes
    ----------
    needs : list of str
        Packages; the first is the program.
    file, text : str
        What it serves.
    command : str
        How it is started in the folder of the file.
    path : str
        Where the boards are.
    ready, begin : str
        JavaScript that says when cells can be run, and runs them, where that has to be asked for.
    """

    needs: list[str]
    file: str
    text: str
    command: str
    path: str = ""
    ready: str = ""
    begin: str = ""


BOARDS = ('shown("projex")', 'shown("conhex")')
BOOK = book(MAKE, *BOARDS)
# It has no dark theme of its own: style sheets make it dark, and say nothing of a colour scheme.
CLASSIC = """
from IPython.display import HTML
dark = "<style>body, #site, #notebook-container { background: #111; color: #ddd }</style>"
HTML(dark * ("THEME" == "dark"))
"""
APPLICATIONS = {
    "Voilà": Application(
        ["voila==0.5.13"], "book.ipynb", BOOK,
        "voila book.ipynb --no-browser --port=PORT --Voila.ip=127.0.0.1 --theme=THEME",
    ),
    "nbclassic": Application(
        ["nbclassic==1.3.3"], "book.ipynb", book(MAKE, CLASSIC, *BOARDS),
        "jupyter nbclassic --no-browser --allow-root --ServerApp.ip=127.0.0.1 "
        "--ServerApp.port=PORT --IdentityProvider.token=",
        "notebooks/book.ipynb",
        "window.Jupyter?.notebook?.kernel?.is_connected()",
        "() => Jupyter.notebook.execute_all_cells()",
    ),
    "Shiny": Application(
        ["shiny==1.8.0", "shinywidgets==0.8.2"], "app.py", SHINY,
        "shiny run --host 127.0.0.1 --port PORT app.py",
    ),
    "Panel": Application(
        ["panel==1.9.4", "ipywidgets_bokeh==1.8.0"], "app.py", PANEL,
        "panel serve app.py --address 127.0.0.1 --port PORT", "app",
    ),
    "Solara": Application(
        ["solara==1.58.2", "solara-assets==1.58.2"], "app.py", SOLARA,
        "solara run app.py --host 127.0.0.1 --port PORT --no-open",
    ),
}  # fmt: skip
