"""The script that `make lite` puts into JupyterLite's pages, which begins Python early."""

import importlib.util
from pathlib import Path

import pytest
from tools.first_board import served

SPEC = importlib.util.spec_from_file_location(
    "lite_start", Path(__file__).parents[2] / ".ci/lite_start.py"
)
lite_start = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(lite_start)

WATCHED = """<script>
  const Plain = Worker;
  window.failed = new Promise((done) => {
    window.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('error', () => setTimeout(done));  // after all that listen
      }
    };
  });
</script>
<head>
"""
ANSWERED = """async (fails) => {
  if (fails) await failed;
  const worker = new Worker('./comlink.worker.1.js');
  return new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage('');
  });
}"""
ANSWERS = "onmessage = () => postMessage('%s');"


@pytest.mark.parametrize(
    ("early", "who"), [(ANSWERS % "early", "early"), ("throw Error();", "own"), (None, "own")]
)
def test_the_kernel_takes_the_early_worker_unless_that_has_failed(open_tab, tmp_path, early, who):
    for folder in ("lab", "static/pyodide"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lab/index.html").write_text(lite_start.with_start(WATCHED))
    (tmp_path / "lab/comlink.worker.1.js").write_text(ANSWERS % "own")
    if early:
        (tmp_path / "static/pyodide/early.mjs").write_text(early)
    tab = open_tab()
    with served(tmp_path) as address:
        tab.page.goto(f"{address}/lab/index.html?path=play.ipynb")
        assert tab.ask(ANSWERED, who == "own") == who


def test_a_page_without_a_place_for_the_script_is_refused():
    with pytest.raises(ValueError, match="has no '<head>"):
        lite_start.with_start("<html><head lang='en'></head></html>")
