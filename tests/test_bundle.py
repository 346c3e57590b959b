"""The page's modules as one text: blanks, breaks and commas go, texts and patterns stay."""

import pytest

from nbgames.web.bundle import bundled

KEPT = [
    '"a, }"', '"it\'s // no comment"', '"\\", ]"', "'b = c; }'", '"/* , } */"', '";\\n}"',
    "`d, }`", "`e  =  ${", "} , ) f`", "`\n  two, ]\n  lines`", "`${", "} ; }`",
    "/g{4,}/", "/h{4,}[/\"'`]+ {2,}/gu", "/ \\(i , \\)$/", "/\\/j = ,]/", "/[^\\]/, )]/y",
]  # fmt: skip
TEXT = r"""import { own } from "./other.js";
/** A comment with "one quote, and `another. */
const texts = ["a, }", "it's // no comment", "\", ]", 'b = c; }', "/* , } */", ";\n}"];
const templates = [`d, }`,
  `e  =  ${ texts.map((text) => text + `${ { n: 1, }.n } ; }`, ) } , ) f`, `
  two, ]
  lines`]; // don't
const patterns = [/g{4,}/, /h{4,}[/"'`]+ {2,}/gu,
  own.replace(/ \(i , \)$/, ""), /\/j = ,]/, /[^\]/, )]/y];

export const half = (whole) => {
  // its "quotient, and
  let found = (whole / 2) / 2; /* } */
  found /= 2;
  return { found, texts, templates, patterns, };
};
"""


def packed(text):
    return bundled("one.js", {"one.js": text, "other.js": 'export const own = "";\n'})


@pytest.mark.parametrize("kept", KEPT)
def test_texts_and_patterns_stay_as_they_are(kept):
    """A comma before a brace was left out of these too: {4,} became {4}."""
    assert kept in TEXT and kept in packed(TEXT)


def test_what_is_between_them_is_packed():
    text = packed(TEXT)
    assert (
        "half=whole=>{let found=(whole/2)/2;found /=2;return{found,texts,templates,patterns}}"
        in text
    )
    assert "${texts.map(text=>text+`${{n:1}.n} ; }`)} , ) f`" in text
    assert "comment with" not in text and "don't" not in text and "quotient" not in text


@pytest.mark.parametrize(
    "line",
    ['const a = "b;', "const a = 'b", "const a = `b;", "const a = /b;", "const a = b /c;"],
)
def test_what_cannot_be_read_is_refused(line):
    with pytest.raises(ValueError, match=r"one\.js, line 3: what begins with .* has no end"):
        packed(f"// a module\n\n{line}\nexport default a;\n")


@pytest.mark.parametrize("line", ["const a = b; }", "const a = `${b}`; }"])
def test_a_brace_that_closes_none_is_refused(line):
    with pytest.raises(ValueError, match=r"one\.js, line 1: this brace closes none"):
        packed(f"{line}\n")


@pytest.mark.parametrize("line", ["const a = `b ${c;", "const a = { b;"])
def test_an_open_brace_is_refused(line):
    with pytest.raises(ValueError, match=r"one\.js: a brace has no end"):
        packed(f"{line}\n")
