from . import analysis as analysis
from . import atlas as atlas
from . import graphs as graphs
from .core.errors import GameError as GameError
from .core.errors import IllegalMove as IllegalMove
from .core.errors import NotationError as NotationError
from .core.errors import Refused as Refused
from .core.position import BLOCKED as BLOCKED
from .core.position import EMPTY as EMPTY
from .core.position import FIRST as FIRST
from .core.position import SECOND as SECOND
from .core.position import Position as Position
from .core.rules import Rules as Rules
from .draw import plots as plots
from .games import GAMES as GAMES
from .games import game as game
from .graphs import polyhedra as polyhedra
from .mail import login as login
from .mail.magic import load_ipython_extension as load_ipython_extension
from .mail.magic import unload_ipython_extension as unload_ipython_extension
from .notation.diagram import read_diagram as read_diagram
from .notation.record import read as read
from .opponents import opponent as opponent
from .play.match import match as match
from .widgets.explorer import explore as explore
from .widgets.menu import menu as menu

__version__: str
