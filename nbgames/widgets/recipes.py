"""The few lines of networkx that check an answer, ready to paste."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

from ..core.errors import Refused, shown
from ..core.position import FIRST
from ..core.rules import Effect, Goal
from ..play.match import Match

_LOOP = """
    C = graphs.double_cover(m)
    C.remove_nodes_from([v for v, owner in list(C.nodes(data="owner")) if owner == {enemy}])
    cost = lambda u, v, _: sum(C.nodes[w]["owner"] == 0 for w in (u, v)) / 2
    lengths = [nx.dijkstra_path_length(C, (v, 0), (v, 1), weight=cost)
               for v, sheet in C if sheet == 0 and nx.has_path(C, (v, 0), (v, 1))]
    assert min(lengths, default=float("inf")) == {stones}
"""

_CELLS = """
    B, A = graphs.incidence_graph(m), graphs.board_graph(m)
    mine = {{*m.owned({who}), *{witness}}}
    won = [c for c in A if A.nodes[c]["owner"] == {who} or not A.nodes[c]["owner"]
           and len(mine & set(B[c])) >= B.nodes[c]["needs"]]
    chains = nx.connected_components(A.subgraph(won))
    sides = [{{s for c in chain for s in A.nodes[c].get("sides", ())}} for chain in chains]
    assert len({witness}) == {stones} and any({{{near!r}, {far!r}}} <= s for s in sides)
"""

_LATTICES = """
    lengths = []
    for parity in (0, 1):
        L = graphs.sublattice(m, parity, terminals={who})
        L.remove_edges_from([e for e in L.edges if L.edges[e].get("owner", 0) not in (0, {who})])
        cost = lambda u, v, d: d["weight"] * (d.get("owner") != {who})
        if nx.has_path(L, {near!r}, {far!r}):
            lengths.append(nx.dijkstra_path_length(L, {near!r}, {far!r}, weight=cost))
    assert min(lengths, default=float("inf")) == {stones}
"""

_NO_CHAIN = """
    after = m.game.position({{m.game.board.site(n): o for o in (1, 2) for n in (
        m.owned(o) + ({sites} if o == {enemy} else ()))}}, fill={fill})
    G = graphs.board_graph(nbgames.match(m.game, start=after))
    G.remove_nodes_from([v for v, owner in list(G.nodes(data="owner")) if owner == {enemy}])
    sides = [{{s for v in part for s in G.nodes[v].get("sides", ())}}
             for part in nx.connected_components(G)]
    assert not any({{{near!r}, {far!r}}} <= s for s in sides)
"""

_NO_LOOP = """
    C = graphs.double_cover(m)
    cut = {sites}
    C.remove_nodes_from([v for v, owner in list(C.nodes(data="owner"))
                         if owner == {enemy} or v[0] in cut])
    assert not any(nx.has_path(C, (v, 0), (v, 1)) for v, sheet in C if sheet == 0)
"""

_NO_LATTICE = """
    rivals, site = m.game.board.rivals, m.game.board.site
    crossed = {{rivals[site(piece)] for piece in {sites}}} | {{*map(site, {sites})}}
    for parity in (0, 1):
        L = graphs.sublattice(m, parity, terminals={who})
        L.remove_edges_from([(u, v) for u, v, d in L.edges(data=True) if "piece" in d and (
            d["owner"] not in {open} or site(d["piece"]) in crossed)])
        assert not nx.has_path(L, {near!r}, {far!r})
"""

_CYCLES = """
    G = graphs.board_graph(m).subgraph(m.owned({who}))
    basis = nx.cycle_basis(G)
    odd = [c for c in basis if sum(G[u][v]["parity"] for u, v in zip(c, c[1:] + c[:1])) % 2]
    assert len(basis) == {count} and bool(odd) == {loop}
"""

_ARTICULATION = """
    G = graphs.board_graph(m)
    G.remove_nodes_from([v for v, owner in list(G.nodes(data="owner")) if owner not in {open}])
    assert sorted(nx.articulation_points(G)) == {sites}
"""

_POINTS = """
    found = []
    for parity in (0, 1):
        L = graphs.sublattice(m, parity)
        L.remove_edges_from([e for e in L.edges if L.edges[e]["owner"] not in {open}])
        found += nx.articulation_points(L)
    assert sorted(found) == {sites}
"""

_PATHS = """
    paths = {paths}
    G = graphs.board_graph(m)
    assert len({{v for path in paths for v in path}}) == sum(map(len, paths))  # they share nothing
    assert all(nx.is_path(G, path) and m.owner(v) in (0, {who}) for path in paths for v in path)
"""

_CONNECTING = """
    G = graphs.board_graph(m)
    for who, connecting in ((1, {first}), (2, {second})):
        enemies = {{v: sum(m.owner(w) == 3 - who for w in G[v]) for v in G if not m.owner(v)}}
        assert [v for v in enemies if enemies[v] >= 2] == connecting
"""

_SCORE = """
    G = graphs.board_graph(m)
    assert [len(m.owned(who)) for who in (1, 2)] == {cells}
    assert [sum(pair) for pair in zip({connecting}, {closing})] == {cells}  # from the empty board
"""

_RACE = """
    for who, threats in ((1, {first}), (2, {second})):
        passed = nbgames.match(m.game, start=nbgames.Position(m.position.owners, who))
        wins = [v for v in passed.legal() if getattr(passed.play(v).outcome, "winner", 0) == who]
        assert m.outcome or wins == threats
"""


def proof(answer: Any) -> str:
    """Python that anyone can paste and run: it builds the position, asks networkx, and asserts.

    Parameters
    ----------
    answer
        An answer of `nbgames.analysis`: a distance, a blocking set, disjoint paths, articulation,
        a report of cycles, a tempo or a score.

    Raises
    ------
    Refused
        If there is no such proof for it.

    >>> from nbgames import analysis, match
    >>> exec(proof(analysis.distance(match("projex", 3).play("B2"), 1)))
    """
    kind, m = type(answer).__name__, getattr(answer, "match", None)
    if not isinstance(m, Match) or (text := _lines(kind, answer, m)) is None:
        raise Refused(f"{shown(answer)} has no proof by networkx: ask for a distance or a cut")
    imports = "import networkx as nx\nimport nbgames\nfrom nbgames import graphs\n"
    return f"{imports}\nm = nbgames.read({str(m)!r})\n{dedent(text)[1:]}"


def _lines(kind: str, answer: Any, m: Match) -> str | None:
    distance, cut = _joining(m)
    texts: dict[str, str | None] = {
        "Articulation": _POINTS if m.game.board.ends else _ARTICULATION,
        "CycleReport": _CYCLES,
        "DisjointPaths": _PATHS,
        "Score": _SCORE,
    }
    if kind in ("Distance", "BlockingSet") and answer.stones != float("inf"):
        texts |= {"Distance": distance, "BlockingSet": cut}
    elif kind == "Tempo":
        texts[kind] = _CONNECTING if hasattr(answer.sides[0], "connecting") else _RACE
    text = texts.get(kind)
    return text and text.format(**_facts(kind, answer, m))


def _joining(m: Match) -> tuple[str | None, str | None]:
    """What checks a distance and a blocking set, by how chains are joined."""
    rules, board = m.game.rules, m.game.board
    if rules.goal is Goal.LOOP:
        return _LOOP, _NO_LOOP
    if rules.effect is Effect.CONQUERS:
        return _CELLS, _NO_CHAIN
    return (_LATTICES, _NO_LATTICE) if board.ends else (None, None)


def _facts(kind: str, answer: Any, m: Match) -> dict[str, Any]:
    who = getattr(answer, "player", None)
    near, far = ("top", "bottom") if who == FIRST else ("left", "right")
    board, owners = m.game.board, m.position.owners
    facts = {"who": who, "near": near, "far": far, "enemy": 3 - who if who else None}
    facts |= {k: getattr(answer, k, None) for k in ("stones", "witness", "connecting", "closing")}
    facts["sites"] = getattr(answer, "sites", None)
    end = m.game.outcome(m.position)  # whoever has lost may get nothing more
    facts["open"] = (who,) if end and who and end.winner == 3 - who else (0, who)
    facts["fill"] = {s: owners[s] for s in range(board.claimable, len(owners)) if owners[s]}
    if kind == "CycleReport":
        facts |= {"count": len(answer.cycles), "loop": answer.has_loop}
    elif kind == "DisjointPaths":
        facts["paths"] = [list(path) for path in answer.paths]
    elif kind == "Articulation":
        facts["sites"] = list(answer.sites)
    elif kind == "Score":
        facts["cells"] = list(answer.cells)
    elif kind == "Tempo":
        key = "connecting" if hasattr(answer.sides[0], "connecting") else "threats"
        facts |= {
            side: list(getattr(s, key))
            for side, s in zip(("first", "second"), answer.sides, strict=True)
        }
    return facts
