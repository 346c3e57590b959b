"""Who asks, and how often they may: token buckets by account and by address; a trusted proxy."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Network, ip_address

RATE = 20.0  # commands a second of one account
BURST = 3  # seconds' worth of commands that one account may send at once
REMEMBERED = 10_000  # callers; who has not asked for longest is forgotten first


class Bucket:
    """Token bucket: how many requests each caller may still make at once; it refills with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def takes(self, who: str) -> bool:
        """May this caller ask once more?"""
        if not self.rate:
            return True
        with self._lock:
            now = time.monotonic()
            left, at = self._left.pop(who, (self.burst, now))
            left = min(self.burst, left + (now - at) * self.rate)
            self._left[who] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
            return left >= 1


class Limits:
    """The buckets of a server, and the address of the proxy before it.

    Many people may share an address: a class behind one router. So an address may ask for more than
    an account, ten times as much at once, and for `/heads` without a password still more.
    """

    def __init__(self, rate: float, proxy: str | None = None) -> None:
        self.accounts = Bucket(rate, rate * BURST)
        self.addresses = Bucket(rate * 2, rate * BURST * 10)
        self.heads = Bucket(rate * 50, rate * BURST * 100)
        self.proxy = proxy and network(proxy)

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        """The address of who asks: what the trusted proxy has added last, else the peer's own.

        Other entries of X-Forwarded-For come from the caller and can say anything.
        """
        own = network(peer) or peer
        if self.proxy is None or own != self.proxy or not forwarded:
            return own
        return network(forwarded[-1].rpartition(",")[2].strip()) or own


def network(address: str) -> str | None:
    """An address as it is counted, of IPv6 the first 64 bits, which one household has; or None."""
    try:
        found = ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return None
    found = getattr(found, "ipv4_mapped", None) or found
    return str(
        found if isinstance(found, IPv4Address) else IPv6Network((int(found), 64), strict=False)
    )
