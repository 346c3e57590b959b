"""What would mean something else in JavaScript is refused in words."""

from inspect import isfunction

import pytest

from nbgames import Refused
from nbgames.analysis import remarks, wording
from nbgames.analysis.remarks import Remark
from nbgames.opponents import reasons
from nbgames.web.thinking import SENTENCES
from nbgames.web.translate import javascript


def by_a_field(r: Remark):
    return 0 if not r.also else 1


def by_a_parameter(words: tuple[str, ...] | None, count: int):
    while count and words:
        count = count - 1
    return count


def by_its_value(count):
    found = [0] * count
    others = found
    return 1 if others else 2


def in_a_comprehension(count):
    return [k for k in range(count) if k or not [k, count]]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (by_a_field, "of by_a_field asks whether r.also is true"),
        (by_a_parameter, "of by_a_parameter asks whether words is true"),
        (by_its_value, r"write len\(others\) > 0, or == 0 for not others"),
        (in_a_comprehension, r"asks whether \[k, count\] is true"),
    ],
)
def test_whether_a_list_is_true_is_not_asked(function, words):
    """An empty one is true in JavaScript: `not r.also` once left a page's review without words."""
    with pytest.raises(Refused, match=words):
        javascript([function])


def counted(words: tuple[str, ...], name: str, also):
    found = also or [0]
    if (len(words) > 0 and name) or found == also:
        return name or words
    return found


def test_its_length_is_asked_and_a_list_may_be_what_comes_of_or():
    assert "(words.length > 0)" in javascript([counted])


def test_what_pages_say_of_moves_asks_for_no_list():
    assert "as_well" in javascript([remarks.as_well])


def halved(count, by):
    if count % 2 == 0:
        return count - by
    return -1 if by else 0


def test_what_stands_alone_has_no_parentheses_and_no_helper_comes_unused():
    code = javascript([halved])
    assert code.startswith("const modulo = ") and code.count("\n") == 1
    assert "if (modulo(count, 2) === 0) { return count - by; } return by ? (-1) : 0; };" in code


def rounded(share):
    return round(100 * share)


def rounded_to_hundredths(share):
    return round(share, 2)


def test_numbers_are_rounded_to_whole_ones_alone():
    assert "return $round(100 * share)" in javascript([rounded])
    with pytest.raises(Refused):
        javascript([rounded_to_hundredths])


@pytest.mark.parametrize("where", [remarks, wording, reasons])
def test_no_sentence_of_a_page_hides_one_of_the_same_name(where):
    """A hint told the computer player's reason of a swap instead of what an opening leaves."""
    own = [said for said in vars(where).values() if isfunction(said)]
    assert not [f for f in own if f.__module__ == where.__name__ and f not in SENTENCES.values()]
