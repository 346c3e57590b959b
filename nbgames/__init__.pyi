from . import analysis as analysis
from . import atlas as atlas
from . import graphs as graphs
from . import plots as plots
from .errors import GameError as GameError
from .errors import IllegalMove as IllegalMove
from .errors import NotationError as NotationError
from .errors import Refused as Refused
from .explorer import explore as explore
from .games import GAMES as GAMES
from .games import game as game
from .mail import login as login
from .mail.magic import load_ipython_extension as load_ipython_extension
from .mail.magic import unload_ipython_extension as unload_ipython_extension
from .matches import match as match
from .matches import read_diagram as read_diagram
from .menus import menu as menu
from .opponents import opponent as opponent
from .position import BLOCKED as BLOCKED
from .position import EMPTY as EMPTY
from .position import FIRST as FIRST
from .position import SECOND as SECOND
from .position import Position as Position
from .record import read as read
from .rules import Rules as Rules

__version__: str
