from .classes import games as games
from .classes import standings as standings
from .replies import Reply as Reply
from .server import Server as Server
from .server import default as default
from .tables import login as login
from .tables import table as table
