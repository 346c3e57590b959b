"""How colours look in three kinds of colour blindness, and how far apart two of them are."""

from __future__ import annotations

import math

import numpy as np

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation
# of color vision deficiency", IEEE Trans. on Visualization and Computer Graphics 15 (6), 2009:
# severity 1.0, from linear RGB to linear RGB.
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = np.array(  # of linear sRGB (IEC 61966-2-1), for the white of D65
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def apart(a: str, b: str, vision: str = "usual") -> float:
    """How different two colours, "#rrggbb", look in a kind of vision (CIEDE2000)."""
    return difference(lab(seen(a, vision)), lab(seen(b, vision)))


def seen(colour: str, vision: str) -> np.ndarray:
    """A colour as linear RGB, as it looks."""
    shares = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.clip(np.array(VISION[vision]) @ linear, 0, 1)


def lab(linear: np.ndarray) -> tuple[float, float, float]:
    """CIE L*, a*, b*."""
    t = XYZ @ linear / (XYZ @ np.ones(3))
    x, y, z = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def difference(p: tuple[float, float, float], q: tuple[float, float, float]) -> float:
    """CIEDE2000 of two colours in L*, a*, b*.

    G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference formula: implementation notes,
    supplementary test data, and mathematical observations", Color Research & Application 30, 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = p, q
    grey = _saturation((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    a1, a2 = ((1.5 - grey / 2) * a for a in (a1, a2))
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue)
    t += 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    x = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    y = (c2 - c1) / (1 + 0.045 * chroma)
    z = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    return math.sqrt(x * x + y * y + z * z - 2 * _saturation(chroma) * math.sin(blue) * y * z)


def _saturation(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
