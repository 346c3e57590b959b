"""Time to the first board, memory and processor time, for each route of TEACHING.md.

The load of the machine stands beside what hangs on it: such a time is an upper bound.
"""

import asyncio
import json
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import psutil
from browser.rig import launch, start_lab, stop, watch
from playwright.sync_api import sync_playwright
from tornado.websocket import websocket_connect

import nbgames
from nbgames.web.pages import pages
from tools import parser, whole
from tools.bench import Figure
from tools.bench_page import PAINTED, load
from tools.course_run import FOLDER, NOTEBOOKS, run

HERE = Path(__file__).parents[1]
CLASS = FOLDER / "one_class.ipynb"
PATIENCE = 600  # seconds, for a class that starts at once on two cores
A_STUDENT = 500  # MB, as much as a small hub gives each
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 3}
A_RUN = 20  # seconds of a processor, for a notebook from top to bottom
USED = """
import resource
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_maxrss, used.ru_utime + used.ru_stime)
"""
ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"


def megabytes(process: psutil.Process) -> float:
    return process.memory_info().rss / 1e6


def hub(chrome, folder: Path) -> Iterator[Figure]:
    """A student's own JupyterLab, as a hub starts one: the class is opened, and all of it run."""
    start = time.monotonic()
    lab, server = start_lab(folder)
    try:
        yield Figure(f"JupyterLab answers{load()}", time.monotonic() - start, "s")
        context, tab = watch(chrome)
        lab.open(tab, lab.write(CLASS))
        tab.ask(ALL)
        tab.page.wait_for_selector(".nb-root [data-site]")
        yield Figure(f"first board drawn, from the start on{load()}", time.monotonic() - start, "s")
        tab.run(seconds=120)
        root = psutil.Process(server.pid)
        parts = [root, *root.children(recursive=True)]
        yield Figure("memory of the server", megabytes(root), "MB")
        yield Figure("with the kernel of one class", sum(map(megabytes, parts)), "MB", A_STUDENT)
        context.close()
    finally:
        stop(server)


def kernels() -> Iterator[Figure]:
    """Each notebook in a kernel of its own: the most memory that it ever had, processor time."""
    for path in NOTEBOOKS:
        book = nbformat.read(path, 4)
        book.cells.append(nbformat.v4.new_code_cell(USED))
        most, seconds = map(float, run(book).cells[-1].outputs[0].text.split())
        yield Figure(f"most memory of a kernel, {path.stem}", most * 1024 / 1e6, "MB", A_STUDENT)
        yield Figure(f"processor time of a kernel, {path.stem}", seconds, "s", A_RUN)


def phone(chrome, folder: Path) -> Iterator[Figure]:
    """The page of a board that `make demo` writes, from disk, on a processor slowed down."""
    made = dict(pages([nbgames.game("projex", size) for size in (3, 4)]))
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8")
    for slow in (1, 4, 6):
        context, tab = watch(chrome, **PHONE)
        client = context.new_cdp_session(tab.page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        tab.page.add_init_script(PAINTED)
        tab.page.goto((folder / "projex-4.html").as_uri())
        tab.page.wait_for_function("() => window.painted")
        painted = tab.ask("() => window.painted")
        yield Figure(f"a page to play on, CPU / {slow}{load()}", painted, "ms", 1000)
        heap = client.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        context.close()
    yield Figure("what it loads", len(made["projex-4.html"].encode()) / 1000, "kB", 137.5)
    yield Figure("what its script keeps", heap, "MB", A_STUDENT)


async def student(folder: Path) -> tuple[float, float, float]:
    """Seconds until this student's server answers and the first board is made; megabytes then."""
    start = time.monotonic()
    folder.mkdir()
    lab, server = await asyncio.to_thread(start_lab, folder, seconds=PATIENCE)
    try:
        answers = time.monotonic() - start
        await asyncio.to_thread(told, f"{lab.url}/lab?token={lab.token}")
        made = await asyncio.to_thread(told, f"{lab.url}/api/kernels?token={lab.token}", b"{}")
        place = f"{lab.url}/api/kernels/{json.loads(made)['id']}/channels?token={lab.token}"
        line = await websocket_connect(place.replace("http", "ws", 1))
        cells = [c.source for c in nbformat.read(CLASS, 4).cells if c.cell_type == "code"]
        await ran(line, "\n".join(cells[:2]))  # the imports, and the board of section 1
        board = time.monotonic() - start
        root = psutil.Process(server.pid)
        return answers, board, sum(map(megabytes, [root, *root.children(recursive=True)]))
    finally:
        await asyncio.to_thread(stop, server)


def told(url: str, sent: bytes | None = None) -> bytes:
    with urllib.request.urlopen(url, sent, timeout=PATIENCE) as answer:
        return answer.read()


async def ran(line, code: str) -> None:
    """Run code in the kernel at the other end of this line, and wait for its last word."""
    header = {"msg_id": "board", "msg_type": "execute_request", "username": "", "session": "one"}
    content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
    asked = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
    await line.write_message(json.dumps(asked | {"channel": "shell", "buffers": []}))
    while True:
        heard = await asyncio.wait_for(line.read_message(), PATIENCE)
        if isinstance(heard, bytes):
            continue  # a board's own state
        answer = json.loads(heard)
        if answer["msg_type"] == "execute_reply":
            assert answer["content"]["status"] == "ok", answer["content"]
            return


async def at_once(count: int, folder: Path) -> None:
    """So many students start in the same second: their servers and kernels, and no browsers.

    The browsers of a class are on other machines; what they load and draw comes on top.
    """
    print(f"{count} students at once{load()}", flush=True)
    found = await asyncio.gather(*(student(folder / str(n)) for n in range(count)))
    answers, boards, memory = (sorted(one) for one in zip(*found, strict=True))
    for what, times in (("server answers", answers), ("first board made", boards)):
        print(Figure(f"{what}, the first of {count}", times[0], "s"))
        print(Figure(f"{what}, the last of {count}{load()}", times[-1], "s"))
    print(Figure("memory of all, server and kernel", sum(memory), "MB", count * A_STUDENT))


def main() -> None:
    asked = parser(__doc__)
    asked.add_argument(
        "students", nargs="?", type=whole, help="so many start at once, each a server of their own"
    )
    if students := asked.parse_args().students:
        with tempfile.TemporaryDirectory() as name:
            return asyncio.run(at_once(students, Path(name)))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        chrome = launch(playwright)
        for part in (phone(chrome, Path(name)), hub(chrome, Path(name)), kernels()):
            for figure in part:
                print(figure, flush=True)
        chrome.close()


if __name__ == "__main__":
    main()
