"""A board in an empty page, its real Python behind it in this process: no notebook, no kernel."""

import json
from dataclasses import dataclass
from typing import Any

from anywidget import AnyWidget
from browser.games import PLACE
from browser.rig import Tab

from nbgames.widgets.board import BoardWidget

# What a kernel does: a page's request goes to Python, what Python changed comes back.
WIRED = """() => {
  const { save_changes } = model;
  model.save_changes = () => {
    const request = structuredClone(model.get('request'));
    save_changes();
    window.python(JSON.stringify(request)).then(changes => arrive(JSON.parse(changes)));
  };
}"""


@dataclass
class Live:
    """A board that is played with a real mouse and a real keyboard."""

    tab: Tab
    widget: BoardWidget
    wire: Any

    @property
    def page(self):
        return self.tab.page

    @property
    def match(self):
        return self.widget.match

    @property
    def svg(self):
        return self.page.locator(".nb-board")

    def part(self, name):
        """A part of the board by its class, without the prefix."""
        return self.page.locator(f".nb-{name}")

    def cell(self, name):
        """A site by name, as a screen reader finds it."""
        return self.page.locator(f'[data-site="{self.match.game.board.site(name)}"]')

    def button(self, label):
        return self.page.get_by_role("button", name=label, exact=True)

    def place(self, name):
        return self.tab.ask(PLACE, [self.match.game.board.site(name), 0])

    def click(self, *names):
        for name in names:
            self.page.mouse.click(*self.place(name))

    def hover(self, name):
        self.page.mouse.move(*self.place(name))

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text):
        self.part("typed").fill(text)
        self.part("typed").press("Enter")

    def more(self):
        """Open what is folded away."""
        self.page.get_by_text("More", exact=True).click()

    @property
    def focused(self):
        """What a screen reader calls whatever has the focus."""
        return self.tab.ask("() => document.activeElement.getAttribute('aria-label')")

    def asked(self):
        """Every deed that the page has asked for, in order."""
        requests = self.tab.ask("() => sent.map(({ request }) => request)")
        deeds = {}
        for request in requests:
            deeds |= dict(enumerate(request["do"], request["first"]))
        return list(deeds.values())

    def still(self):
        """Let time pass on this page, which was shown `alone`, only as a test has it run."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(3600)  # else real time would pass, too

    def answered(self):
        """Wait until nothing that was asked is open."""
        self.page.wait_for_function("() => !document.querySelector('.nb-root[data-asks]')")

    def push(self):
        """What Python has changed by itself reaches the page."""
        self.tab.ask("changes => arrive(JSON.parse(changes))", self.news())

    def news(self):
        """What Python has changed since it was asked, as JSON."""
        state = {}
        for kind, comm_id, data in self.wire.sent:
            if kind == "comm_msg" and comm_id == self.widget.comm.comm_id:
                state |= data.get("state", {})
        self.wire.sent.clear()
        return json.dumps(state)

    def violations(self):
        """What axe finds wrong."""
        return self.tab.violations()


def shown(mount, wire, match, *, dark=False, **options) -> Live:
    """A board of this match, on a page that is light or dark as a notebook says it is."""
    widget = match if isinstance(match, AnyWidget) else match.widget()
    state = {name: getattr(widget, name) for name in widget.keys if name[0] != "_"}
    state = json.loads(json.dumps(state, default=str))
    scheme = "dark" if dark else "light"
    ground = "#111" if dark else "#fff"
    root = f":root {{ color-scheme: {scheme}; background: {ground} }} body {{ margin: 8px }}"
    tab = mount(widget._esm, state, css=root + widget._css, **options)
    live = Live(tab, widget, wire)

    def python(request):
        wire.update(widget, {"request": json.loads(request)})
        return live.news()

    tab.expose("python", python)
    tab.ask(WIRED)
    wire.sent.clear()
    return live
