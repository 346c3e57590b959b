"""How Sphinx makes the book of `make site`; .ci/site.py calls it."""

import sys
from pathlib import Path

import nbgames

sys.path.append(str(Path(__file__).parent))  # for conf.slug

project = "nbgames"
version = release = nbgames.__version__
html_title = "nbgames"
html_theme = "furo"
extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
nb_execution_mode = "off"
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 3
myst_heading_slug_func = "conf.slug"
default_role = "code"
autodoc_typehints = "none"
numpydoc_show_class_members = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_show_search_summary = False  # it is fetched, which a page from disk must not
html_show_sourcelink = False
html_show_copyright = False
html_copy_source = False


def slug(title: str) -> str:
    """The anchor of a heading, as JupyterLab makes it."""
    return title.replace(" ", "-")
