"""A bound on time that a busy machine does not break."""

from contextlib import contextmanager
from time import thread_time


@contextmanager
def within(seconds):
    """What is done here takes less processor time of this thread; what else runs does not count.

    Such a bound is many times the usual: it is for what grows with the square of its input, which
    would take minutes.
    """
    begun = thread_time()
    yield
    assert thread_time() - begun < seconds
