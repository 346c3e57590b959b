"""DKIM signatures of mail: did the domain of its sender sign it?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    import dkim
    from dkim.dnsplug import get_txt
except ImportError:  # the extra "dkim"
    dkim = get_txt = None

MOST = 4  # signatures of a mail that are looked at
LONGEST_KEY = 1500  # bytes: RSA of 4096 bits has 740; one of its owner's making may take hours
LONGEST, LONGEST_LINE = 50_000, 998  # bytes: the library takes time with their square
Keys = Callable[[bytes], bytes | None]


def dns_text(name: bytes) -> bytes | None:
    """The TXT record of a name in DNS; None if there is none, or it cannot be had now."""
    found: bytes | None = get_txt(name)
    return found


def is_right(data: bytes, sender: str, keys: Keys = dns_text) -> bool | None:
    """Is the signature of the sender's own domain under this mail right?

    None means that there is none, that its key cannot be had, that the mail is too long for this,
    or that dkimpy is not installed. `keys` answers the text that the name system has for a name.
    """
    is_signed = b"dkim-signature:" in data.lower()
    if dkim is None or not is_signed or len(data) > LONGEST:
        return None
    if max(map(len, data.splitlines())) > LONGEST_LINE:
        return None
    said = [_one(data, number, sender, keys) for number in range(MOST)]
    return True if True in said else False if False in said else None


def _one(data: bytes, number: int, sender: str, keys: Keys) -> bool | None:
    """The same of one signature, which counts if it is for the whole mail and its From."""

    def key(name: bytes, timeout: int = 5) -> bytes | None:
        found = keys(name) if _is_of(name, sender) else None
        return found if found and len(found) <= LONGEST_KEY else None

    mail: Any = None
    try:
        mail = dkim.DKIM(data)
        right = mail.verify(number, dnsfunc=key)
    except dkim.ValidationError:
        right = False
    except Exception:  # of many kinds: what the library reads is a stranger's
        return None
    if getattr(mail, "pk", None) is None:
        return None
    is_whole = b"l" not in mail.signature_fields and b"from" in mail.include_headers
    return bool(right) if is_whole else None


def _is_of(name: bytes, sender: str) -> bool:
    """Is this the name of a key of the sender's domain, or of one above it?"""
    owner = name.decode("ascii", "replace").lower().rstrip(".").partition("._domainkey.")[2]
    domain = sender.rpartition("@")[2].lower()
    return bool(owner) and f".{domain}".endswith(f".{owner}")
