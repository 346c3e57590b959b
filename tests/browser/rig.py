"""A JupyterLab server, and pages whose errors and outgoing requests are recorded; free of nbgames.

Every wait ends: Playwright's own limits do not cover `page.evaluate`, so `Tab.ask` brings one.
"""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from ports import free_port

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # one process less to speak to: a twentieth of the time
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # there is no other machine
]
# What Playwright cannot ask of Firefox: options of a page, and what a test says that it needs.
UNDRIVEN = {
    "has_touch": "it has no touch",
    "bypass_csp": "it cannot set a content-security policy aside, as axe needs",
    "reduced_motion": "it cannot change the wish for less motion once it runs",
    "color_scheme": "it cannot change light and dark once it runs; test_dark starts another",
    "forced_colors": "it cannot force colours",
    "downloads": "it tells of no download that a page itself has made",
    "clipboard": "it cannot grant the clipboard",
    "double click": "its double click is two single ones",
    "cdp": "Firefox has no DevTools protocol",
}
UNASKED = "Firefox's driver, not the board"
# As in Chromium without a window: scroll bars that take no room, as a phone's, and less motion. And
# one process for all pages and none in reserve, which saves a fifth of the processor time.
FIREFOX = {
    "ui.useOverlayScrollbars": 1,
    "ui.prefersReducedMotion": 1,
    "fission.autostart": False,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
}
NEWS = "@jupyterlab/apputils-extension:announcements"
SECONDS = 120  # for anything that a page is asked to do: only what fails takes so long
expect.set_options(timeout=1000 * SECONDS)

# The page says "idle" half a second before the session exists, and then drops "run all" silently.
CONNECT = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const session = app.shell.currentWidget.sessionContext;
  await session.ready;
  while (session.session?.kernel?.connectionStatus !== 'connected')
    await new Promise(done => setTimeout(done, 50));
  await session.session.kernel.info;
}"""

CLOSE = """async () => {
  for (const open of [...window.jupyterapp.shell.widgets('main')]) open.dispose();
  await new Promise(done => setTimeout(done));
}"""
OPEN = "path => window.jupyterapp.commands.execute('docmanager:open', { path }).then(() => null)"

SHOWN = "() => window.jupyterapp.shell.currentWidget?.context?.path"

# JupyterLab lays out its parts, and tells them, some frames after its window is given another size.
LAID_OUT = """async (width) => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const folded = () => document.querySelector('#jp-left-stack').matches('.lm-mod-hidden');
  const left = () => box(folded() ? '.jp-SideBar.jp-mod-left' : '#jp-left-stack').right;
  const right = () => box('.jp-SideBar.jp-mod-right').left;
  const handle = 4;  // between a side bar and the rest; at most
  const filled = (dock) => dock.left - left() <= handle && dock.right === right();
  const frame = () => new Promise(requestAnimationFrame);
  while (box('#jp-main-content-panel').width !== width || !filled(box('#jp-main-dock-panel')))
    await frame();
  await frame();
}"""

RUN = """async () => {
  await window.jupyterapp.commands.execute('notebook:run-all-cells');
  return window.jupyterapp.shell.currentWidget.content.widgets
    .flatMap(cell => cell.model.outputs?.toJSON() ?? [])
    .filter(output => output.output_type === 'error')
    .map(output => output.traceback.join('\\n'));
}"""

PYTHON = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false });
  const told = { text: '', error: null };
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === 'stream') told.text += content.text;
    if (header.msg_type === 'execute_result') told.text += content.data['text/plain'];
    if (header.msg_type === 'error') told.error = content.traceback.join('\\n');
  };
  await future.done;
  return told;
}"""

# What it finds well is not described: that takes as long again.
AXE = """async () => {
  const found = await axe.run(document.querySelector('.nb-root'), {
    resultTypes: ['violations'], selectors: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
  const node = n => n.html.slice(0, 160);
  return found.violations.map(v => `${v.id}: ${v.nodes.map(node).join(' | ')}`);
}"""

KERNEL = """() => {
  const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
  return kernel ? `${kernel.status} and ${kernel.connectionStatus}` : 'none';
}"""

# What is still at work there, such as a review, would keep its game again before the page is left.
FORGET = """() => { try {
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  sessionStorage.clear();
} catch { } }"""

SHUT = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.shutdown()"

# On SIGUSR2 a kernel writes where each of its threads is; JUPYTER_RUNTIME_DIR is the lab's own.
TRACED = """import faulthandler, os, signal
traces = open(f"{os.environ['JUPYTER_RUNTIME_DIR']}/{os.getpid()}.trace", "w")
faulthandler.register(signal.SIGUSR2, traces)
"""

# A model without a kernel. `sent` is what Python would have got; `arrive` is Python's answer.
MOUNT = """async text => {
  const [code, css, state, shadow, me] = JSON.parse(text);  // packed number by number otherwise
  document.open();
  document.write('<!doctype html><html lang=en><title>board</title></html>');
  document.close();
  const heard = [], fire = name => heard.filter(h => h.name === name).forEach(h => h.call());
  let unsaved = {};
  const signal = (calls = new Set()) => ({
    calls, connect: call => calls.add(call), disconnect: call => calls.delete(call),
    emit: what => calls.forEach(call => call(null, what)) });
  // What a notebook says of its kernel.
  window.kernel = { statusChanged: signal(), connectionStatusChanged: signal() };
  // What a notebook that several people edit says of them: a Yjs document's awareness.
  const user = { username: 'me', display_name: me };
  const [states, comers] = [new Map([[1, { user }]]), signal()];
  const awareness = {
    getLocalState: () => states.get(1), getStates: () => states,
    on: (_, call) => comers.connect(call), off: (_, call) => comers.disconnect(call) };
  window.people = { comers, come(name, username) {
    states.set(2, name && { user: { username, display_name: name } });
    comers.emit();
  }, called(name) {
    states.set(1, { user: { ...user, display_name: name } });
    comers.emit();
  } };
  window.sent = [];
  window.heard = heard;
  window.model = {
    get: key => state[key],
    set(key, value) { unsaved[key] = state[key] = value; fire('change:' + key); fire('change'); },
    save_changes() { window.sent.push(structuredClone(unsaved)); unsaved = {}; },
    send: content => window.sent.push(structuredClone(content)),
    on: (names, call) => names.split(' ').forEach(name => heard.push({ name, call })),
    off: (name, call) => heard.splice(0, heard.length, ...heard.filter(
      h => (name && h.name !== name) || (call && h.call !== call))),
    widget_manager: {
      kernel: window.kernel, context: { model: me && { sharedModel: { awareness } } } },
  };
  window.arrive = changes => {
    Object.assign(state, changes);
    Object.keys(changes).forEach(key => fire('change:' + key));
    fire('change');
  };
  const host = document.body.appendChild(document.createElement('div'));
  const root = shadow ? host.attachShadow({ mode: 'open' }) : host;
  root.appendChild(document.createElement('style')).textContent = css;
  const el = root.appendChild(document.createElement('div'));
  el.appendChild(document.createElement('link'));  // MyST has a style sheet there
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const given = (await import(url)).default;
  const widget = typeof given === 'function' ? await given() : given;
  const ending = new AbortController();
  await widget.initialize?.({ model: window.model, signal: ending.signal });
  const undo = await widget.render({ model: window.model, el, signal: ending.signal });
  window.unmount = async () => { ending.abort(); await undo?.(); host.remove(); };
}"""


@dataclass
class Tab:
    """A page under watch: what it complained of, and whom it asked outside this machine."""

    page: Page
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    called: dict[str, Callable] = field(default_factory=dict)  # by the page's scripts
    granted: list[str] = field(default_factory=list)

    def ask(self, script, arg=None, *, seconds=SECONDS):
        """What this JavaScript function answers, or TimeoutError."""
        raced = f"""arg => Promise.race([
          Promise.resolve(({script})(arg)).then(value => ({{ value }})),
          new Promise(done => setTimeout(done, {seconds * 1000}, {{ late: true }}))])"""
        answer = self.page.evaluate(raced, arg)
        if answer.get("late"):
            kernel = self.page.evaluate(KERNEL)
            late = f"no answer from the page in {seconds} s, its kernel {kernel}"
            raise TimeoutError(f"{late}: {script[:200]}")
        return answer.get("value")

    def rest(self, milliseconds):
        """Wait until the page's own timers of fewer milliseconds have run, however busy it is."""
        self.ask("wait => new Promise(done => setTimeout(done, wait))", milliseconds)

    def resize(self, width, height):
        """Give JupyterLab's window this size, and wait until its parts have theirs."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.ask(LAID_OUT, width)

    def violations(self):
        """What axe finds wrong with the first board."""
        if not self.ask("() => 'axe' in window"):
            axe = files("axe_playwright_python") / "axe.min.js"
            self.page.add_script_tag(content=axe.read_text())
        return self.ask(AXE)

    def restyled(self, act):
        """Of how many elements the browser computed the style anew, each time while acting."""
        self.needs("cdp")
        self.ask("() => new Promise(requestAnimationFrame)")  # that of what was done before
        browser = self.page.context.browser
        browser.start_tracing(page=self.page, categories=["devtools.timeline"])
        act()
        events = json.loads(browser.stop_tracing())["traceEvents"]
        return [e["args"]["elementCount"] for e in events if e["name"] == "UpdateLayoutTree"]

    def run(self, *, seconds=SECONDS):
        """Run all cells of the open notebook; a cell that raises fails the test with its words."""
        failed = self.ask(RUN, seconds=seconds)
        assert not failed, "\n".join(failed)

    def python(self, code, *, seconds=SECONDS):
        """What the notebook's kernel prints, and the repr of the last expression."""
        told = self.ask(PYTHON, code, seconds=seconds)
        assert told["error"] is None, told["error"]
        return told["text"].strip()

    def saw(self, url):
        """Note an address that is not this machine's."""
        if is_outside(url):
            self.outside.append(url)

    def expose(self, name, function):
        """Scripts of the page call this function as window.NAME, in place of an earlier one."""
        if name not in self.called:
            self.page.expose_function(name, lambda *given: self.called[name](*given))
        self.called[name] = function

    def grant(self, *permissions):
        """What a person may allow: to read the clipboard, to write it."""
        self.page.context.grant_permissions(permissions)
        self.granted.extend(permissions)

    def clear(self):
        """Make the page as it was when it was new; what was exposed stays."""
        if self.page.url != "about:blank":  # which has no storage
            self.page.evaluate(FORGET)
        # With the mouse over it, a blank page would not tell its next content of pointerleave.
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        if self.granted:
            self.page.context.clear_permissions()
        self.granted.clear()
        self.errors.clear()
        self.outside.clear()

    def needs(self, what):
        """Skip the test if this browser's driver cannot do that."""
        needs(self.page.context.browser, what)

    def devtools(self):
        """A session of DevTools with this page; where there are none the test is skipped."""
        self.needs("cdp")
        return self.page.context.new_cdp_session(self.page)

    def shut(self):
        """End the notebook's kernel."""
        self.ask(SHUT)


def is_outside(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1"


def path_of(name: str) -> str:
    """The browser that .ci/browser finds; FileNotFoundError in its words."""
    command = ["bash", Path(__file__).parents[2] / ".ci/browser", name]
    found = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    if not found.stdout:
        raise FileNotFoundError(found.stderr.partition("\n")[0])
    return found.stdout.strip()


def launch(
    playwright: Playwright, name: str = "chromium", *flags: str, prefs: dict | None = None
) -> Browser:
    """Debian's browser, or another that .ci/browser finds; `prefs` are Firefox's preferences."""
    # Playwright's own Firefox has patches; every other one is driven by WebDriver BiDi.
    how = {"channel": "moz-firefox", "firefox_user_prefs": FIREFOX | (prefs or {})}
    if name != "firefox":
        how = {"args": [*FLAGS, *flags]}
    kind = getattr(playwright, name)
    return kind.launch(executable_path=path_of(name), headless=True, **how)


def needs(browser: Browser, *what: str) -> None:
    """Skip a test that asks more than the driver can do, which says nothing of the board."""
    for one in what:
        if browser.browser_type.name == "firefox" and one in UNDRIVEN:
            pytest.skip(f"{UNASKED}: {UNDRIVEN[one]}")


def watch(browser: Browser, **options) -> tuple[BrowserContext, Tab]:
    """A fresh page that cannot leave this machine; options as in Playwright: has_touch=True."""
    context = new_context(browser, **options)
    return context, watched(context)


def new_context(browser: Browser, **options) -> BrowserContext:
    needs(browser, *options)
    usual = {"service_workers": "block"}
    if browser.browser_type.name == "chromium":
        usual["reduced_motion"] = "reduce"  # what is shown between takes a tenth of the time
    context = browser.new_context(**usual | options)
    context.set_default_timeout(SECONDS * 1000)
    return context


def watched(context: BrowserContext) -> Tab:
    """Another page of a context, under watch.

    Chromium finds no other machine (FLAGS) and tells what failed. Firefox has no such flag: there
    each request asks here first, which takes half a second of a processor for a JupyterLab.
    """
    tab = Tab(context.new_page())
    if context.browser.browser_type.name == "chromium":
        tab.page.on("requestfailed", lambda request: tab.saw(request.url))
        tab.page.on("websocket", lambda socket: tab.saw(socket.url))
    else:
        tab.page.route(is_outside, lambda route: (tab.saw(route.request.url), route.abort()))
        tab.page.route_web_socket(is_outside, lambda socket: tab.saw(socket.url))
    tab.page.on(
        "console",
        lambda said: (
            said.type == "error" and tab.errors.append(f"{said.text} {said.location['url']}")
        ),
    )
    tab.page.on("pageerror", lambda error: tab.errors.append(str(error)))
    return tab


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: where it is, and the folder it shows."""

    url: str
    token: str
    root: Path

    def write(self, cells: list[str] | Path) -> str:
        """The name of a new notebook in the folder: the code of its cells, or a copy of a file."""
        name = f"{secrets.token_hex(6)}.ipynb"
        if isinstance(cells, Path):
            (self.root / name).write_bytes(cells.read_bytes())
            return name
        blank = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        book = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            "cells": [blank | {"id": f"cell{n}", "source": code} for n, code in enumerate(cells)],
        }
        (self.root / name).write_text(json.dumps(book), encoding="utf-8")
        return name

    def open(self, tab: Tab, name: str) -> None:
        """Show the notebook in a workspace of its own, with its kernel connected."""
        place = f"{self.url}/lab/workspaces/{secrets.token_hex(6)}/tree/{name}"
        tab.page.goto(f"{place}?token={self.token}&reset")
        tab.page.wait_for_selector(".jp-Notebook .jp-Cell")
        tab.page.wait_for_function("window.jupyterapp")
        tab.ask(CONNECT)

    def open_instead(self, tab: Tab, name: str) -> None:
        """Show the notebook in a page of JupyterLab's, in place of the one that is open there."""
        tab.page.bring_to_front()  # else nothing gets the focus in Firefox, and is current
        tab.ask(CLOSE)
        tab.errors.clear()  # its debugger may have waited for an answer, and said that none comes
        tab.ask(OPEN, name)
        tab.page.wait_for_selector(".jp-Notebook .jp-Cell")
        tab.ask(CONNECT)

    def reload(self, tab: Tab) -> None:
        """Load the page anew; JupyterLab may not have saved yet which notebook it shows."""
        self.open(tab, tab.ask(SHOWN))

    def traces(self) -> str:
        """Where the threads of its living kernels are, the newest first, and its log.

        They show why a page waits for an answer; what a test run prints of it may be cut.
        """
        files = (self.root.parent / "JUPYTER_RUNTIME_DIR").glob("*.trace")
        living = []
        for file in sorted(files, key=lambda file: file.stat().st_ctime, reverse=True):
            with suppress(ProcessLookupError):
                os.kill(int(file.stem), signal.SIGUSR2)
                living.append(file)
        time.sleep(1)
        told = [f"kernel {file.stem}\n{file.read_text()}" for file in living]
        log = self.root.parent / "lab.log"  # which a server of a test's own may not have
        return "\n\n".join([*told, log.read_text()[-3000:] if log.exists() else ""])


def start_lab(folder: Path, *, seconds: float = SECONDS) -> tuple[Lab, subprocess.Popen]:
    """A server that reads nothing of the user's and answers before this returns."""
    own = {
        name: str(folder / name)
        for name in (
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "JUPYTER_RUNTIME_DIR",
            "IPYTHONDIR",
            "NBGAMES_HOME",
        )
    }
    page = folder / "JUPYTER_CONFIG_DIR/labconfig/page_config.json"
    page.parent.mkdir(parents=True)  # the news prompt would cover a corner
    # No look at each page whether JupyterLab is to be built anew: half a second of node.
    settings = {"disabledExtensions": {NEWS: True}, "buildCheck": False}
    page.write_text(json.dumps(settings))
    startup = folder / "IPYTHONDIR/profile_default/startup/traced.py"
    startup.parent.mkdir(parents=True)
    startup.write_text(TRACED)
    port, token, root = free_port(), secrets.token_hex(16), folder / "root"
    root.mkdir()
    if home := os.environ.get("NBGAMES_HOME"):
        (folder / "NBGAMES_HOME").mkdir()
        (folder / "NBGAMES_HOME/code").symlink_to(Path(home, "code").resolve())
    options = [
        "--no-browser",
        "--allow-root",
        "--expose-app-in-browser",
        "--LabApp.extension_manager=readonly",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={root}",
    ]
    with open(folder / "lab.log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyter", "lab", *options],
            env=os.environ | own,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    lab = Lab(f"http://127.0.0.1:{port}", token, root)
    try:
        wait_for(f"{lab.url}/api", server, seconds=seconds)
    except BaseException as error:
        stop(server)
        raise RuntimeError((folder / "lab.log").read_text()[-3000:]) from error
    return lab, server


def wait_for(url: str, server: subprocess.Popen, *, seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and server.poll() is None:
        try:
            return urllib.request.urlopen(url, timeout=30).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"{url} did not answer in {seconds:g} s")


def stop(server: subprocess.Popen) -> None:
    """Asked kindly, the server ends its kernels too; the group is for what is left."""
    server.terminate()
    try:
        server.wait(60)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(5)
