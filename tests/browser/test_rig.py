"""The rig itself, tried with a minimal widget."""

import pytest
from playwright.sync_api import expect
from thinned import first_of

COUNTER = """export default {
  render({ model, el }) {
    const button = el.appendChild(document.createElement('button'));
    button.className = 'counter';
    const paint = () => { button.textContent = `${model.get('clicks')} ${model.get('word')}`; };
    button.onclick = () => { model.set('clicks', model.get('clicks') + 1); model.save_changes(); };
    model.on('change:clicks change:word', paint);
    paint();
    return () => { model.off('change:clicks', paint); model.off('change:word', paint); };
  }
}"""

CELLS = [
    "import anywidget, traitlets",
    f"""class Counter(anywidget.AnyWidget):
    _esm = {COUNTER!r}
    clicks = traitlets.Int(0).tag(sync=True)
    word = traitlets.Unicode("none").tag(sync=True)

    @traitlets.observe("clicks")
    def _count(self, change):
        self.word = ["none", "one", "two", "three"][change.new]""",
    "counter = Counter()\ncounter",
]


def test_clicks_reach_python_and_its_answer_the_page(desk):
    tab = desk.tab
    desk.run("\n".join(CELLS))
    button = tab.page.locator("button.counter")
    for seen in ("1 one", "2 two", "3 three"):
        button.click()
        expect(button).to_have_text(seen)
    assert tab.python("counter.clicks") == "3"
    assert tab.outside == []
    assert tab.errors == []


def test_python_changes_the_page(desk):
    desk.run("\n".join(CELLS))
    desk.tab.python("counter.clicks = 2")
    expect(desk.page.locator("button.counter")).to_have_text("2 two")


@pytest.mark.long
def test_a_notebook_file_is_opened_as_a_copy(open_notebook, lab, tmp_path):
    """As test_kept.py opens one."""
    file = tmp_path / "book.ipynb"
    file.write_bytes((lab.root / lab.write(["seen = 6 * 7"])).read_bytes())
    assert open_notebook(file).python("print(seen)") == "42"


def test_a_cell_that_raises_fails_with_its_words(desk):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        desk.run("1 / 0")


def test_kernel_code_that_raises_fails_with_its_words(notebook):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.python("1 / 0")


@pytest.mark.parametrize("shadow", first_of([False, True]))
def test_a_widget_is_mounted_without_a_kernel(mount, shadow):
    tab = mount(COUNTER, {"clicks": 0, "word": "none"}, shadow=shadow)
    button = tab.page.locator("button.counter")
    button.click()
    expect(button).to_have_text("1 none")
    assert tab.ask("() => sent") == [{"clicks": 1}]
    tab.ask("() => arrive({ word: 'one' })")
    expect(button).to_have_text("1 one")
    tab.ask("() => unmount()")
    assert tab.ask("() => heard.length") == 0
    expect(button).to_have_count(0)


def test_a_request_that_leaves_the_machine_is_stopped_and_told(open_tab):
    tab = open_tab()
    assert tab.ask("() => fetch('http://outside.invalid/x').catch(() => 'stopped')") == "stopped"
    assert tab.outside == ["http://outside.invalid/x"]


def test_a_socket_that_leaves_the_machine_is_told(open_tab):
    tab = open_tab()
    tab.page.goto("data:text/html,<p>empty")
    tried = "const s = new WebSocket('ws://outside.invalid/x'); s.onopen = s.onerror = done"
    tab.ask(f"() => new Promise(done => {{ {tried}; }}).then(() => 0)")
    assert tab.outside == ["ws://outside.invalid/x"]


def test_an_error_in_the_page_is_told(open_tab):
    tab = open_tab()
    tab.page.set_content("<script>console.error('badly'); throw TypeError('worse')</script>")
    assert tab.errors[0].startswith("badly")
    assert "worse" in tab.errors[1]


def test_a_page_that_never_answers_is_not_waited_for(open_tab):
    with pytest.raises(TimeoutError, match="no answer"):
        open_tab().ask("() => new Promise(() => {})", seconds=0.2)
