"""The verbs of Spanish, Portuguese, Italian and French: their forms by class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

# The forms of a verb by class, from its infinitive and what is not regular in it.
Forms = Callable[[str, Mapping[str, str]], dict[str, str]]
# In which order a table names the forms that are not regular: "hacer(hecho,-,hago,hice,haga,hizo)"; "-" where one is.
_IRREGULAR = ("past", "ger", "pres", "perfect", "subj", "perfect3", "future")
# Forms of verbs of undoing and of looking something up are classes of their own.
_UNDO = {"base": "undo", "past": "undone", "ger": "undoing", "perfect": "undid", "future": "undo_future"}
_CHECK = {"base": "seek", "past": "checked", "ger": "working", "pres": "looks"}


def verbs(
    actions: Mapping[str, str],
    states: Mapping[str, str],
    undoing: str,
    checking: str,
    forms: Forms,
    *,
    skipped: frozenset[str] = frozenset(),
) -> Iterator[tuple[str, str, str]]:
    """The classes of all forms, with their topic. `skipped` are forms that are something else as well.

    Participles of `actions` are "acted", too; those of `states` also say how things stand ("the shop is closed").
    """
    for table, classes in (
        (actions, {"past": "past acted"}),
        (states, {}),
        ({"undo": undoing}, _UNDO),
        ({"check": checking}, _CHECK),
    ):
        alone = classes in (_UNDO, _CHECK)
        for topic, row in table.items():
            for verb in row.split():
                infinitive, _, rest = verb.partition("(")
                parts = rest.rstrip(")").split(",") if rest else []
                irregular = {name: form for name, form in zip(_IRREGULAR, parts, strict=False) if form != "-"}
                for name, words in forms(infinitive, irregular).items():
                    kept = " ".join(word for word in words.split() if word not in skipped)
                    for mine in classes.get(name, "" if alone else name).split():
                        yield mine, topic, kept
