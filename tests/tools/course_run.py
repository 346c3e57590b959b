"""Runs notebooks in a kernel of their own; as a program, runs them anew and keeps their outputs.

Kept are texts and pictures. A live widget is dead without its kernel: of a board the figure is
kept that shows it, with its caption; of a slider what it showed, of a label its words.
"""

from pathlib import Path

import nbformat
import zmq
from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from tools import parser

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
COURSE = [
    path for path in NOTEBOOKS if f"exercises import {path.stem} as check" in path.read_text()
]
ALIVE = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class Woken(AsyncZMQSocketChannel):
    """A channel whose send leaves a reply its wake-up; see CONTRIBUTING.md, Upstream."""

    def send(self, msg):
        super().send(msg)
        self.socket.get(zmq.EVENTS)


class WokenClient(AsyncKernelClient):
    shell_channel_class = Woken


class WokenManager(AsyncKernelManager):
    client_class = f"{__name__}.WokenClient"
    client_factory = WokenClient


def run(book):
    """Run every cell of this notebook, in place; the first that raises ends it."""
    NotebookClient(
        book,
        timeout=120,
        iopub_timeout=60,  # on a busy machine an output may come long after the answer
        resources={"metadata": {"path": FOLDER}},
        coalesce_streams=True,  # else a text is cut where the clock has it
        kernel_manager_class=WokenManager,
    ).execute()
    return book


def told(cell):
    """What a code cell says in words: printed, or as the text of its last value."""
    texts = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            texts.append(output.text)
        elif output.output_type == "execute_result" and ALIVE not in output.data:
            texts.append(output.data["text/plain"])
    return "".join(texts)


def in_widgets(book):
    """For each model: its words, and the outputs that its callbacks and its children have made."""
    models = book.metadata.get("widgets", {}).get(STATE, {}).get("state", {})

    def outputs(model):
        state = models.get(model, {}).get("state", {})
        children = [child.removeprefix("IPY_MODEL_") for child in state.get("children") or ()]
        words = state["value"] if state.get("_model_name") == "LabelModel" else ""
        said = [nbformat.v4.new_output("stream", text=f"{words}\n")] if words else []
        figure = state["value"] if state.get("_model_name") == "HTMLModel" else ""
        drawn = [nbformat.v4.new_output("display_data", {"text/html": figure})] if figure else []
        made = [*said, *drawn, *(state.get("outputs") or ())]
        return [*made, *(o for child in children for o in outputs(child))]

    return {model: outputs(model) for model in models}


def keep(path):
    book = run(nbformat.read(path, 4))
    shown = in_widgets(book)
    for number, cell in enumerate(cell for cell in book.cells if cell.cell_type == "code"):
        cell.execution_count = number + 1
        cell.metadata.pop("execution", None)
        cell.outputs = [still for output in cell.outputs for still in stills(output, shown)]
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = number + 1
    book.metadata.pop("widgets", None)  # of live boards, if there are any
    nbformat.validate(book)
    nbformat.write(book, path)


def stills(output, shown):
    """What is kept of an output: itself if no kernel is needed for it."""
    if ALIVE not in output.get("data", ()):
        return [output]
    if figure := output.data.get("text/html"):
        return [nbformat.v4.new_output("display_data", {"text/html": figure})]
    return shown[output.data[ALIVE]["model_id"]]


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument("names", nargs="*", metavar="name", help="a notebook; all if none is named")
    names = asked.parse_args().names
    known = [path.stem for path in NOTEBOOKS]
    if unknown := set(names) - {*known}:
        asked.error(f"no notebook {min(unknown)!r}: there are {', '.join(known)}")
    for path in NOTEBOOKS:
        if not names or path.stem in names:
            keep(path)
            print(path.stem)


if __name__ == "__main__":
    main()
