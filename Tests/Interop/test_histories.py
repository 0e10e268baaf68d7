"""Runs random histories, compares the environment with a model, and reads the embedded store with plain SQLite.

A place is a tuple: a leaf of a database, a field of a document or account, or an object. After each step, every place
must have the value that the three-way rules of Fixtures.md and Commands.md require, or one of the values that they
allow.

TANE_HISTORIES, TANE_HISTORY_SEED and TANE_HISTORY_STEPS are the number of histories, their seed and their length, and
TANE_HISTORY_JOBS is the number of concurrent histories. TANE_HISTORY_KEEP is a folder for the projects of failed
histories.
"""

import base64
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from embedded import Time, crc32c, encoded, fields_of, length, name_bytes, names, node_bytes, node_path
from isolated import VARIABLES, first_seed
from kills import is_interrupted, library, preloaded, runs

TANE = os.environ["TANE"]
LIBRARY = library()
PASSWORDS = ["correct horse 1", "correct horse 2"]
PROFILE = """
databases: { d1: "embedded:d1" }
firestore: embedded:f
accounts: embedded:a
buckets: { b: "embedded:b" }
"""
# States of a place, or of its record, that are not values.
NOTHING, UNSURE, EDITED, ANYTHING = "(nothing)", "(unsure)", "(edited)", "(anything)"


# Values: YAML, the form for comparisons, and the places of a tree.


def yaml(value):
    match value:
        case Time():
            whole, rest = divmod(int(value), 1_000_000)
            return f'!timestamp "{time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole))}.{rest:06}Z"'
        case bytes():
            return f'!bytes "{base64.b64encode(value).decode()}"'
        case float() if math.isnan(value):
            return ".nan"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)}: {yaml(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(yaml, value)) + "]"
    return json.dumps(value)


def canon(value):
    """Returns a value of Firestore or of claims for comparison: 1 and 1.0 differ, -0.0 and 0.0 are equal."""
    match value:
        case float():
            return ("double", "nan" if math.isnan(value) else value + 0.0)
        case list():
            return ("list", tuple(map(canon, value)))
        case dict():
            return ("map", tuple(sorted((key, canon(item)) for key, item in value.items())))
    return (type(value).__name__, value)


def leaves(value, path):
    """Returns the places of a tree of the Realtime Database, and those of its outermost lists."""
    if isinstance(value, (dict, list)):
        places, lists = {}, {path} if isinstance(value, list) else set()
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            more, inner = leaves(item, (*path, str(key)))
            places |= more
            lists |= inner if isinstance(value, dict) else set()
        return places, lists
    if value is None:
        return {}, set()
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return {path: ("number", float(value) + 0.0) if number else (type(value).__name__, value)}, set()


def fields(value, path):
    """Returns the places of a Firestore map; an additional place states that the map exists."""
    if not isinstance(value, dict):
        return {path: canon(value)}
    places = {(*path, None): ("map", ())}
    for key, item in value.items():
        places |= fields(item, (*path, key))
    return places


def claims(value, path):
    """Returns the places of an account's claims; empty claims are equal to none."""
    return {place: item for place, item in fields(value, path).items() if place != (*path, None)}


def resource(place):
    return place[:3] if place[0] == "d1" and place[1] == "deep" else place[:2]


def pack(places, lists):
    """Returns the places with each of the given lists as one place."""
    packed, inside = {}, {}
    for place, value in places.items():
        root = next((place[:n] for n in range(len(place) + 1) if place[:n] in lists), None)
        if root is None:
            packed[place] = value
        else:
            inside.setdefault(root, {})[place] = value
    for root, items in inside.items():
        items = {place: value for place, value in items.items() if value != NOTHING}
        marks = [mark for mark in (UNSURE, EDITED) if mark in items.values()]
        packed[root] = marks[0] if marks else frozenset(items.items()) if items else NOTHING
    return packed


# The store.

ACCOUNT = {"email": "email", "displayName": "displayName", "photoURL": "photoURL", "phoneNumber": "phoneNumber"}
ACCOUNT |= {"isEmailVerified": "emailVerified", "isDisabled": "disabled"}


def read(database):
    places = {}
    for path, value in database.execute("SELECT path, value FROM leaf"):
        plain = value == b"\1" if isinstance(value, bytes) else value
        places |= leaves(plain, ("d1", *node_path(path)))[0]
    for collection, id, data in database.execute("SELECT collection, id, fields FROM document"):
        places |= fields(fields_of(data), ("doc", "/".join(names(collection) + names(id))))
    for id, body in database.execute("SELECT id, body FROM account"):
        account, place = json.loads(body), ("acc", id.decode())
        places[(*place, None)] = ("map", ())
        for name, field in ACCOUNT.items():
            if account.get(name) not in [None, False]:
                places[(*place, field)] = canon(account[name])
        if account.get("customAttributes"):
            places |= claims(json.loads(account["customAttributes"]), (*place, "claims"))
        if account.get("password"):
            places[(*place, "~password")] = ("bool", True)
    for name, content, *rest, custom in database.execute(
        "SELECT name, bytes, contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage, custom"
        " FROM object LEFT JOIN content ON content.object = object.id"
    ):
        places["obj", name.decode()] = (content, *rest, frozenset(json.loads(custom).items()))
    return places


# Random fixtures.

KEYS = ["a", "b", "日本", "sp ace", "100%", "%41", "t~", "10", "0"]
NODES = ["n1", "n2", "deep/x y", "日本 語", "100%", "t~", "README"]
DOCUMENTS = ["c/p1", "c/日本 語", "c/.dot", "c/t~", "c/p1/sub/50%", "e/#x#"]
OBJECTS = ["a.txt", "dir/日本 語.txt", ".hid", "x~", "e.bin", "p%q.json", "m.meta.yaml"]
TYPES = {"txt": "text/plain", "json": "application/json", "yaml": "application/yaml"}
SCALARS = [None, False, True, 0, -0.0, 1, 2, 1.0, 0.5, -7, "", "x", "日本 語", "null", 2**40]


def file_name(path):
    parts = []
    for part in path.split("/"):
        part = part.replace("%", "%25")
        for start, code in [(".", "%2E"), ("README", "%52"), ("#", "%23")]:
            part = code + part[1:] if part.startswith(start) else part
        part = part[:-1] + "%7E" if part.endswith("~") else part
        parts.append(part.removesuffix(".meta.yaml") + "%2Emeta.yaml" if part.endswith(".meta.yaml") else part)
    return "/".join(parts)


def random_tree(choose, depth=0):
    kind = choose.random()
    if kind < 0.55 or depth > 2:
        return choose.choice(SCALARS)
    if kind < 0.78:
        return {key: random_tree(choose, depth + 1) for key in choose.sample(KEYS, choose.randint(0, 3))}
    if kind < 0.86:
        return [random_tree(choose, depth + 1) for _ in range(choose.randint(0, 3))]
    return [{"id": id, "v": choose.choice(SCALARS)} for id in choose.sample(["x", "y", "z", "w"], choose.randint(1, 4))]


def random_field(choose, depth=0):
    kind = choose.random()
    if kind < 0.6 or depth > 2:
        return choose.choice([*SCALARS, math.nan, b"", b"\0\1", Time(1_700_000_000_000_000), Time(1_700_000_000_000_001)])
    if kind < 0.85:
        keys = ["a", "b", "日本", ".lead", "a.b", "`q`"]
        return {key: random_field(choose, depth + 1) for key in choose.sample(keys, choose.randint(0, 3))}
    items = [random_field(choose, depth + 1) for _ in range(choose.randint(0, 3))]
    return [{"l": item} if isinstance(item, list) else item for item in items]


def random_account(choose, uid):
    options = {
        "email": [f"{uid}@example.com", f"{uid}.2@example.com"],
        "emailVerified": [True, False],
        "disabled": [True, False],
        "displayName": ["柴田", "n"],
        "phoneNumber": [f"+8190000000{uid[1:]}", f"+8190000001{uid[1:]}"],
        "photoURL": ["https://example.com/1", "https://example.com/2"],
        "claims": [{"a": 1}, {"a": 2, "m": {"x": False}}, {"b": None, "l": [1]}],
        "password": PASSWORDS,
    }
    return {key: choose.choice(values) for key, values in options.items() if choose.random() < 0.5}


def random_object(choose):
    meta = {}
    if choose.random() < 0.4:
        meta = {"cacheControl": choose.choice(["no-store", "max-age=1"]), "metadata": {"k": choose.choice(["1", "日本"])}}
        if choose.random() < 0.5:
            meta["contentType"] = "image/png"
    return choose.choice([b"", b"one", b"\0\xff", "日本".encode()]), meta


class Fixtures:
    """The fixtures of a project: the expected content of each resource."""

    def __init__(self):
        self.files = {}

    def change(self, choose):
        kind = choose.choice(["d1", "d1", "d1", "doc", "doc", "acc", "acc", "obj"])
        pool = {"d1": NODES, "doc": DOCUMENTS, "acc": ["u1", "u2", "u3", "u4"], "obj": OBJECTS}[kind]
        name = choose.choice(pool)
        key = (kind, *name.split("/")) if kind == "d1" else (kind, name)
        old = self.files.get(key)
        if old is not None and choose.random() < 0.2:
            del self.files[key]
        elif kind == "obj":
            self.files[key] = random_object(choose)
        elif kind == "acc":
            account = random_account(choose, name)
            keep = {field: value for field, value in (old or {}).items() if choose.random() < 0.7}
            account = {**account, **keep} if choose.random() < 0.7 else account
            # Firebase does not store the flag without an address, so fixtures may not contain it.
            if "email" not in account:
                account.pop("emailVerified", None)
            self.files[key] = account
        else:
            make = random_tree if kind == "d1" else random_field
            if not isinstance(old, dict) or choose.random() < 0.15:
                keys = choose.sample(KEYS, choose.randint(1, 5))
                whole = kind == "d1" and choose.random() < 0.1
                self.files[key] = make(choose) if whole else {key: make(choose, 0) for key in keys}
            else:
                new = dict(old)
                for _ in range(choose.randint(1, 2)):
                    field = choose.choice([*new, *KEYS])
                    if field in new and choose.random() < 0.3:
                        del new[field]
                    elif isinstance(new.get(field), list) and new[field] and choose.random() < 0.6:
                        items = list(new[field])
                        items[choose.randrange(len(items))] = {"id": "x", "v": choose.choice(SCALARS)}
                        new[field] = items
                    else:
                        new[field] = make(choose, 0)
                self.files[key] = new

    def write(self, folder):
        shutil.rmtree(folder / "fixtures", ignore_errors=True)
        accounts = {}
        texts = {}
        for (kind, *rest), value in self.files.items():
            name = file_name("/".join(rest))
            match kind:
                case "d1":
                    texts[f"databases/d1/{name}.yaml"] = yaml(value).encode()
                case "doc":
                    texts[f"firestore/{name}.yaml"] = yaml(value).encode()
                case "acc":
                    accounts[rest[0]] = value
                case "obj":
                    texts[f"buckets/b/{name}"] = value[0]
                    if value[1]:
                        texts[f"buckets/b/{name}.meta.yaml"] = yaml(value[1]).encode()
        texts["accounts.yaml"] = yaml(accounts).encode()
        for path, data in texts.items():
            place = folder / "fixtures/base" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)

    def places(self):
        """Returns the expected value of each place, and the places of lists."""
        places, lists = {}, set()
        for key, value in self.files.items():
            match key[0]:
                case "d1":
                    more, roots = leaves(value, key)
                    places |= more
                    lists |= roots
                case "doc":
                    places |= fields(value, key)
                case "acc":
                    places[(*key, None)] = ("map", ())
                    for field, item in value.items():
                        if field == "claims":
                            places |= claims(item, (*key, field))
                        elif field == "password":
                            places[(*key, "~password")] = ("bool", True)
                        else:
                            places[(*key, field)] = canon(item) if item is not False else NOTHING
                case "obj":
                    content, meta = value
                    kind = meta.get("contentType") or TYPES.get(key[1].split(".")[-1], "application/octet-stream")
                    custom = frozenset(meta.get("metadata", {}).items())
                    places[key] = (content, kind, meta.get("cacheControl"), None, None, None, custom)
        packed = pack(places, lists)
        return packed | {root: NOTHING for root in lists if root not in packed}, lists


# The rules.


def zones(places):
    """Returns groups of places that contain one another, because a value has replaced a map or a map a value."""
    keys, groups = set(places), {}
    for place in keys:
        top = next(place[:n] for n in range(1, len(place) + 1) if place[:n] in keys)
        groups.setdefault(top, set()).add(place)
    return groups.values()


def elements(value):
    """Returns the elements of a packed list by index with their identifiers, or None."""
    if not isinstance(value, frozenset):
        return None
    depth = min(len(place) for place, _ in value) - 1
    result = {}
    for place, item in value:
        result.setdefault(place[:depth], {})[place] = item
    ids = {place: items.get((*place, "id")) for place, items in result.items()}
    return (ids, result) if None not in ids.values() and len(set(ids.values())) == len(ids) else None


def by_element(held, said, known):
    """Merges lists with the same elements on all three sides; returns the result, and whether there is a conflict."""
    three = [elements(value) for value in (held, said, known)]
    if None in three or not three[0][0] == three[1][0] == three[2][0]:
        return None
    result, conflict = {}, False
    for place, items in three[0][1].items():
        new, old = three[1][1][place], three[2][1][place]
        result |= new if items == old else items
        conflict |= items not in (old, new) and new != old
    return frozenset(result.items()), conflict


def with_parents(allowed, said=()):
    """Allows a Firestore map if a place inside of it may exist."""
    for place, values in list(allowed.items()):
        if place[0] != "d1" and values != {NOTHING}:
            for n in range(2, len(place) - (place[-1] is None)):
                parent = (*place[:n], None)
                if parent in allowed or parent in said:
                    allowed[parent] = allowed.get(parent, values & {NOTHING}) | {("map", ())}
    return allowed


class Outcome:
    """The values that a command may leave in each place, and its possible exit codes."""

    def __init__(self, held, lists):
        self.lists, self.held = lists, pack(held, lists)
        self.allowed = {place: {value} for place, value in self.held.items()}
        self.conflicts, self.unsure = set(), False

    def codes(self):
        return {0, 1} if self.unsure else {int(bool(self.conflicts))}

    def wrong(self, found, also=None):
        """Returns the places with wrong values; those of `also` are allowed as well."""
        found, already, wrong = pack(found, self.lists), pack(also or {}, self.lists), {}
        for place in found.keys() | self.allowed.keys():
            allowed = self.allowed.get(place, {NOTHING}) | ({already.get(place, NOTHING)} if also is not None else set())
            if found.get(place, NOTHING) not in allowed and ANYTHING not in allowed:
                wrong[place] = f"{found.get(place, NOTHING)!r} is not in {allowed!r}"
        return wrong


class Seed(Outcome):
    """The possible outcomes of a seed."""

    def __init__(self, held, fixtures, known, take=False, prune=False):
        self.said, lists = fixtures.places()
        super().__init__(held, lists)
        self.known, self.take, self.prune = pack(known, lists), take, prune
        groups, described = {}, {resource(place) for place, value in self.said.items() if value != NOTHING}
        for place in [*self.held, *self.said, *self.known]:
            groups.setdefault(resource(place), set()).add(place)
        for key, places in groups.items():
            replaced = self.said.keys() & self.held.keys() & places
            if key in fixtures.files and key[0] == "d1" and key not in described and not known and not prune and not replaced:
                # The fixtures have no value for this node, not even an empty list, and Tane has not written it.
                continue
            if key in fixtures.files:
                gone = not any(place in self.held for place in places)
                for zone in zones(places):
                    # Values of unknown origin are overwritten, because the environment is open.
                    (self.single if len(zone) == 1 else self.several)(zone, take or gone or not known)
                self.restore(key, places)
            elif prune:
                self.undescribed(places)
        with_parents(self.allowed, self.said)

    def sides(self, places):
        return [
            {place: value for place in places if (value := side.get(place, NOTHING)) != NOTHING}
            for side in (self.held, self.said, self.known)
        ]

    def restore(self, key, places):
        """Allows a database node that a prune would leave empty to be as the next seed would write it."""
        held = {place for place in places if place in self.held}
        if key[0] == "d1" and self.prune and held and not held & self.said.keys():
            self.unsure = True
            for place in places:
                said = self.said.get(place, NOTHING)
                self.allowed[place] = self.allowed.get(place, {self.held.get(place, NOTHING)}) | {said}

    def several(self, zone, take):
        held, said, known = self.sides(zone)
        if take or held == known:
            for place in zone:
                clash = any(place[: len(other)] == other or other[: len(place)] == place for other in said)
                stays = not (clash or self.prune or place in self.said)
                self.allowed[place] = {held.get(place, NOTHING) if stays else said.get(place, NOTHING)}
        elif said != known or self.prune:
            self.unsure = True
            for place in zone:
                self.allowed[place] = {held.get(place, NOTHING), said.get(place, NOTHING), NOTHING}

    def single(self, zone, take):
        (place,) = zone
        held, known = self.held.get(place, NOTHING), self.known.get(place)
        if place not in self.said:
            if self.prune and place[-1] != "~password":
                self.allowed[place] = {NOTHING}
            return
        said = self.said[place]
        if held == said:
            return
        if place[-1] is None and held == NOTHING and not take:
            # A map that was removed manually stays removed with its contents.
            self.allowed[place] = {said, NOTHING}
        elif place[-1] == "~password":
            self.unsure |= known is not None and not take
            self.allowed[place] = {said, held} if known is not None and not take else {said}
        elif known is None and self.map_is_gone(place) and not take:
            self.unsure = True
            self.allowed[place] = {held, said}
        elif take or held == known or (held == NOTHING and known is None):
            self.allowed[place] = {said}
        elif known in (None, UNSURE):
            self.unsure = True
            self.allowed[place] = {held, said} | ({ANYTHING} if frozenset in map(type, (held, said)) else set())
        elif known == EDITED:
            self.unsure = True
            # In a list, elements that nobody has edited may have been written.
            self.allowed[place] = {held} | ({ANYTHING} if frozenset in map(type, (held, said)) else set())
        elif place[0] == "d1" and known == NOTHING and said != NOTHING:
            # An empty list is not recorded: once the fixture has a value, another value there is of unknown origin.
            self.allowed[place] = {said}
        elif found := by_element(held, said, known):
            self.allowed[place] = {found[0]}
            self.conflicts |= {place} if found[1] else set()
        elif said != known:
            self.conflicts.add(place)

    def map_is_gone(self, place):
        """Returns true if a map around this place is gone, although Tane wrote other values into it."""
        for n in range(len(resource(place)) + 1, len(place)):
            if not any(other[:n] == place[:n] for other in self.held):
                return any(other[:n] == place[:n] for other in self.known)
        return False

    def undescribed(self, places):
        """Allows a resource without a fixture to be removed or kept only as a whole."""
        held, _, known = self.sides(places)
        if not held or not known:
            return
        if set(known.values()) <= {UNSURE, EDITED}:
            # It is unknown whether Tane has written any of it.
            self.unsure = True
            self.allowed |= {place: {held[place], NOTHING} for place in held}
            return
        plain = [{place: side[place] for place in side if place[-1] != "~password"} for side in (held, known)]
        if self.take or plain[0] == plain[1]:
            self.allowed |= {place: {NOTHING} for place in held}
        elif UNSURE in known.values() or EDITED in known.values() or held.items() <= known.items():
            self.unsure = True
            self.allowed |= {place: {held[place], NOTHING} for place in held}
        else:
            self.conflicts |= held.keys()


def learned(known, held, found, fixtures, agrees=True):
    """Returns the record of the last written values after a seed that changed `held` to `found`.

    Values that already matched the fixtures are recorded as well; `apply` records them only next to its own changes in
    a resource of unknown origin.
    """
    said, lists = fixtures.places()
    known, held, found = pack(known, lists), pack(held, lists), pack(found, lists)
    result, there = dict(known), {resource(place) for place in found}
    for place in known.keys() | found.keys() | said.keys():
        now, before = found.get(place, NOTHING), held.get(place, NOTHING)
        if place in said:
            if now == said[place]:
                is_known = known.get(place, now if agrees else None) == now
                result[place] = now if now != before or is_known else UNSURE
            elif now != before:
                result[place] = UNSURE
        elif resource(place) in fixtures.files or resource(place) not in there:
            # A flag that was false stays recorded as false.
            if known.get(place) == NOTHING and resource(place) in there:
                continue
            if place not in known or (now == NOTHING and (before != NOTHING or known[place] == NOTHING)):
                result.pop(place, None)
            elif now != known[place]:
                result[place] = UNSURE
    # A document of unknown origin is not recorded for its existence alone.
    for root in [place for place in result if place[-1] is None and len(place) == 3 and held.get(place) == found.get(place)]:
        key = resource(root)
        has_extras = any(resource(place) == key for place in found if place != root)
        if has_extras and not any(resource(place) == key for place in known.keys() | result.keys() - {root}):
            result[root] = UNSURE
    # Flags that a created account lacks are false.
    for account in {key for key in there if key[0] == "acc"} - {resource(place) for place in held}:
        for flag in ("disabled", "emailVerified"):
            if agrees and (*account, flag) not in found and not account[1].startswith("hand"):
                result.setdefault((*account, flag), NOTHING)
    return unpacked(result)


class Ended(Exception):
    """The history cannot continue, because the model does not know enough about the environment."""


class Run:
    """A run that changed the environment, or the undo of one."""

    def __init__(self, number, before, after, known, lists, subject=None):
        self.number, self.before, self.after, self.subject = number, before, after, subject
        self.known, self.lists, self.is_gone = known, lists, False

    def taken_back(self, held):
        """Returns the possible outcomes of its undo."""
        outcome = Outcome(held, self.lists)
        before, after = pack(self.before, self.lists), pack(self.after, self.lists)
        now = outcome.held
        everything = now.keys() | before.keys() | after.keys()
        differ = (place for place in everything if now.get(place) != after.get(place))
        parts = {place for place in differ if place[-1] != "~password"}
        edited, parts = {resource(place) for place in parts}, {place[: len(resource(place)) + 1] for place in parts}
        # A map or list that another value has replaced is changed as a whole.
        others = {place[: len(resource(place)) + 1] for place in now if place not in after}
        there = [{resource(place) for place in side} for side in (before, after)]
        inside = {place for zone in zones(everything) if len(zone) > 1 for place in zone}
        for place in everything:
            old, new, key = before.get(place, NOTHING), after.get(place, NOTHING), resource(place)
            value = now.get(place, NOTHING)
            if place[-1] == "~password":
                outcome.unsure = True
                outcome.allowed[place] = {old, value, NOTHING}
            elif old == new:
                continue
            elif key[0] != "d1" and key in there[0] & there[1] and not any(resource(other) == key for other in now):
                # Nothing is written into a document, account or object that is gone.
                outcome.conflicts |= {place}
            elif key not in edited:
                outcome.allowed[place] = {old}
            elif key not in there[0] & there[1] or place in inside or frozenset in map(type, (old, new, value)):
                outcome.unsure = True
                outcome.allowed[place] = {old, value} | ({ANYTHING} if frozenset in map(type, (old, new, value)) else set())
            elif value == new and place[: len(key) + 1] in parts:
                outcome.unsure = True
                outcome.allowed[place] = {old, value}
            elif value == new:
                outcome.allowed[place] = {old}
            else:
                outcome.conflicts |= {place} if value != old else set()
                outcome.unsure |= place[: len(key) + 1] in others
        with_parents(outcome.allowed, before.keys() | after.keys())
        return outcome

    def forgotten(self, known, held, found):
        """Returns the record of the last written values after its undo, which changed `held` to `found`."""
        before, after, held, found = (pack(side, self.lists) for side in (self.before, self.after, held, found))
        then, recorded = pack(self.known, self.lists), pack(known, self.lists)
        result = dict(recorded)
        for place in before.keys() | after.keys():
            old, now = before.get(place), found.get(place)
            if old != after.get(place):
                if now != old:
                    # Manually changed values that are kept are recorded only if they were recorded before.
                    left = UNSURE if recorded.get(place) in (None, UNSURE) else EDITED
                    result |= {place: left} if now not in (after.get(place), recorded.get(place)) else {}
                elif held.get(place) != now and then.get(place, NOTHING) == (NOTHING if old is None else old):
                    result.pop(place, None)
                    result |= {place: then[place]} if place in then else {}
                else:
                    result[place] = UNSURE
        # If a resource was not recorded before the run, nothing of it may stay in the record.
        changed = {resource(place) for place in before.keys() | after.keys() if before.get(place) != after.get(place)}
        forgotten = changed - {resource(place) for place in then}
        # If a resource was removed manually and recreated, only the written values are certainly recorded.
        created = {resource(place) for place in found} - {resource(place) for place in held}
        result |= {place: UNSURE for place in result if place not in found and resource(place) in created}
        return unpacked({place: UNSURE if resource(place) in forgotten else value for place, value in result.items()})


def resumed(value, old, new):
    """Returns the value after a resume, which writes each unchanged value or list element again."""
    if not {frozenset} >= {type(side) for side in (value, old, new) if side != NOTHING}:
        return new if value == old else value
    value, old, new = (dict(side) if side != NOTHING else {} for side in (value, old, new))
    made = {key: new.get(key) for key in old.keys() | new.keys() if old.get(key) != new.get(key) and value.get(key) == old.get(key)}
    return frozenset((key, item) for key, item in (value | made).items() if item is not None) or NOTHING


def unpacked(places):
    result = {}
    for place, value in places.items():
        result |= dict(value) if isinstance(value, frozenset) and place[0] == "d1" else {place: value}
    return result


# Histories.


class History:
    """A project with the model's knowledge about it."""

    def __init__(self, folder, seed):
        self.folder, self.choose, self.story = pathlib.Path(folder), random.Random(seed), []
        self.fixtures, self.known, self.runs, self.last, self.lost = Fixtures(), {}, [], 0, False
        (self.folder / "environments").mkdir(parents=True)
        (self.folder / "environments/local.yaml").write_text(PROFILE)
        self.store = self.folder / ".tane/embedded/local.sqlite"
        self.hands, self.counts = 0, {}

    def chance(self, share):
        return self.choose.random() < share

    def note(self, text):
        self.story.append(text)

    def tane(self, *arguments):
        result = subprocess.run(
            [TANE, *arguments], cwd=self.folder, env=VARIABLES, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=120,
        )
        self.note(f"$ tane {' '.join(arguments)}  -> {result.returncode}\n{result.stdout}{result.stderr}")
        return result

    def write(self):
        """Writes the fixtures, and notes the changes."""
        old = self.files()
        self.fixtures.write(self.folder)
        new = self.files()
        for path in sorted(old.keys() | new.keys()):
            if old.get(path) != new.get(path):
                self.note(f"{path.relative_to(self.folder)}: {new.get(path, b'(removed)').decode(errors='replace')}")

    def read(self):
        if not self.store.exists():
            return {}
        with sqlite3.connect(self.store, timeout=60) as database:
            places = read(database)
        database.close()
        return places

    def check(self, good, text):
        if not good:
            raise AssertionError(text)

    def check_code(self, result, outcome):
        text = f"exit code {result.returncode}, not {outcome.codes()}; conflicts: {sorted(outcome.conflicts, key=str)}"
        self.check(result.returncode in outcome.codes(), text)

    def check_holds(self, outcome, found, also=None):
        wrong = outcome.wrong(found, also)
        self.check(not wrong, f"{len(wrong)} places are wrong:\n" + "\n".join(f"  {k}: {v}" for k, v in sorted(wrong.items(), key=str)[:8]))

    def new_runs(self, asks=False):
        """Returns the new runs in the journal, and compares them with `history` sometimes, or always if `asks`."""
        found = runs(self.folder)
        self.marked = ANYTHING
        if asks or self.chance(0.1):
            history = subprocess.run([TANE, "history", "--json"], cwd=self.folder, env=VARIABLES, capture_output=True)
            document = json.loads(history.stdout)
            shown = sorted((run["run"], run["action"], run["result"]) for run in document["runs"])
            self.check(shown == found, f"history shows {shown}, not {found}")
            self.marked = document.get("undo")
        fresh = [run for run in found if run[0] > self.last]
        self.last = max([self.last, *(run[0] for run in fresh)])
        return fresh

    def in_effect(self, run):
        return not run.is_gone and not any(other.subject is run and self.in_effect(other) for other in self.runs)

    def latest(self):
        return next((run for run in reversed(self.runs) if run.subject is None and self.in_effect(run)), None)

    def check_marked(self):
        latest = self.latest()
        if self.marked != ANYTHING and (latest or not self.lost):
            self.check(self.marked == (latest and latest.number), f"history marks {self.marked}, not {latest and latest.number}")

    def finished(self, before, found, known, lists, subject=None):
        """Records the run that a command has made."""
        fresh = self.new_runs()
        self.check(len(fresh) <= 1 and all(run[2] == "done" for run in fresh), f"runs: {fresh}")
        if fresh:
            self.runs.append(Run(fresh[0][0], before, found, known, lists, subject))
        else:
            self.check(before == found, "written without a run")
        self.check_marked()

    def play(self, steps):
        while {key[0] for key in self.fixtures.files} != {"d1", "doc", "acc", "obj"} or len(self.fixtures.files) < 9:
            self.fixtures.change(self.choose)
        self.write()
        self.began_unknown = self.chance(0.3)
        if self.began_unknown:
            self.begin_unknown()
        else:
            self.seed(False, False)
        for number in range(steps):
            self.note(f"---- step {number + 1}")
            for _ in range(self.choose.choice([0, 1, 1, 2, 4])):
                self.fixtures.change(self.choose)
            self.write()
            if self.chance(0.5):
                for _ in range(self.choose.choice([1, 1, 2, 4])):
                    self.edit()
            step = self.choose.choice(["seed", "seed", "seed", "plan", "undo", "undo", "undo_number", "kill", "kill"])
            self.counts[step] = self.counts.get(step, 0) + 1
            getattr(self, step)()
            texts = [path.read_bytes() for path in self.folder.glob(".tane/**/*") if path.is_file()]
            found = [word for word in PASSWORDS if any(word.encode() in text for text in texts)]
            self.check(not found, "a password is in a file below .tane")

    def begin_unknown(self):
        """Starts with an environment that has other values and no record."""
        self.tane("seed", "--no-types")
        for _ in range(self.choose.randint(0, 4)):
            self.edit()
        for path in self.folder.glob(".tane/state.sqlite*"):
            path.unlink()
        self.note("the state is removed")
        for _ in range(self.choose.randint(3, 12)):
            self.fixtures.change(self.choose)
        self.write()
        step = self.choose.choice(["seed", "seed", "plan", "kill"])
        self.counts["unknown:" + step] = 1
        getattr(self, step)()

    def options(self):
        take, prune = self.chance(0.25), self.chance(0.4)
        return take, prune, ["--no-types"] + ["--prune"] * prune + ["--on-conflict", "take"] * take

    def seed(self, take=None, prune=None):
        options = ["--no-types"]
        if take is None:
            take, prune, options = self.options()
        before, known = self.read(), self.known
        outcome = Seed(before, self.fixtures, known, take, prune)
        if self.chance(0.15):
            dry = self.tane("seed", "-n", *options)
            self.check_code(dry, outcome)
            self.check(self.read() == before and not self.new_runs(), "a dry run has written")
        result = self.tane("seed", *options)
        found = self.read()
        self.check_holds(outcome, found)
        self.check_code(result, outcome)
        self.known = learned(known, before, found, self.fixtures)
        self.finished(before, found, known, outcome.lists)
        if self.chance(0.3):
            again = self.tane("seed", *options)
            self.check(self.read() == found, "a second seed has changed something")
            self.check(again.returncode == result.returncode, f"exit code {again.returncode} of a second seed")
            self.check("Nothing to do" in again.stdout and not self.new_runs(), "a second seed has something to do")
            if take and prune:
                self.check(self.tane("diff").returncode == 0, "something differs after --prune --on-conflict take")

    def plan(self):
        take, prune, options = self.options()
        before, known = self.read(), self.known
        outcome = Seed(before, self.fixtures, known, take, prune)
        result = self.tane("plan", "-o", "p.json", *options)
        self.check_code(result, outcome)
        self.check(self.read() == before and not self.new_runs(), "a plan has written")
        planned = {place for place, allowed in outcome.allowed.items() if outcome.held.get(place, NOTHING) not in allowed}
        sure = not outcome.unsure
        between = self.choose.choice(["nothing", "nothing", "edit", "fixtures"])
        files = self.files()
        if between == "edit":
            self.edit()
        if between == "fixtures":
            self.fixtures.change(self.choose)
            self.write()
        changed = self.files() != files
        held = self.read()
        edited = pack(held, outcome.lists)
        edited = {place for place in edited.keys() | outcome.held.keys() if edited.get(place) != outcome.held.get(place)}
        result = self.tane("apply", "p.json")
        found = self.read()
        if result.returncode == 3:
            self.check(found == held, "a refused apply has written")
            self.check(changed or edited, "apply refuses although nothing has changed")
            self.check(not self.new_runs(), "a refused apply has made a run")
            return
        self.check(result.returncode in {0, 1}, f"exit code {result.returncode} of apply")
        self.check(not (planned and changed), "apply takes other fixtures")
        now = pack(held, outcome.lists)
        away = {place for place in planned & edited if now.get(place, NOTHING) not in outcome.allowed[place]}
        away = {place for place in away if frozenset not in map(type, {now.get(place), *outcome.allowed[place]})}
        self.check(not (sure and away), f"apply takes another environment: {away}")
        if changed:
            self.check(found == held, "apply of an empty plan has written")
            return
        gone = {resource(place) for place in edited} - {resource(place) for place in held}
        if gone & {resource(place) for place in planned if outcome.allowed[place] != {NOTHING}}:
            # Values of a Realtime Database are independent of each other.
            self.check(all(key[0] == "d1" for key in gone), f"apply changes {gone}, which is not there any more")
            raise Ended
        for place in edited:
            allowed = outcome.allowed.get(place, ())
            listed = frozenset in map(type, {now.get(place), *allowed})
            # It is uncertain whether a list of unknown origin was planned.
            is_planned = place in planned or len(allowed) > 1
            outcome.allowed[place] = {ANYTHING if listed and is_planned else now.get(place, NOTHING)}
        with_parents(outcome.allowed, outcome.said)
        self.check_holds(outcome, found)
        self.known = learned(known, held, found, self.fixtures, agrees=False)
        self.finished(held, found, known, outcome.lists)
        again = self.tane("apply", "p.json")
        self.check(self.read() == found and not self.new_runs(), "a second apply has written")
        self.check(again.returncode in {0, 1}, f"exit code {again.returncode} of a second apply")

    def files(self):
        return {path: path.read_bytes() for path in self.folder.glob("fixtures/**/*") if path.is_file()}

    def undo(self):
        self.take_back(self.latest(), [])

    def undo_number(self):
        if self.runs:
            run = self.choose.choice(self.runs)
            if self.in_effect(run):
                self.take_back(run, [str(run.number)])

    def take_back(self, run, arguments):
        if run is None:
            if not self.lost:
                before = self.read()
                result = self.tane("undo")
                self.check(self.read() == before and result.returncode != 0, "undo of nothing")
            return
        before, known = self.read(), self.known
        outcome = run.taken_back(before)
        result = self.tane("undo", *arguments)
        found = self.read()
        there = [{resource(place) for place in side} for side in (run.before, run.after, before, found)]
        if husks := (there[0] & there[1] & there[3]) - there[2]:
            self.check(all(key[0] == "d1" for key in husks), f"undo changes {husks}, which was not there any more")
            raise Ended
        self.check_holds(outcome, found)
        self.check_code(result, outcome)
        self.check_passwords(run.before, run.after, found, result)
        self.forget(run, known, before, found)
        # If nothing of a run is left, it cannot be undone any more.
        run.is_gone = "Nothing to do" in result.stdout and "changed since" not in result.stdout
        self.finished(before, found, known, run.lists, run)

    def forget(self, run, known, before, found):
        self.known = run.forgotten(known, before, found)
        if self.began_unknown:
            # Restored values may be of unknown origin again.
            self.known = {place: UNSURE if value == EDITED else value for place, value in self.known.items()}

    def check_passwords(self, before, after, found, result):
        """Checks that passwords which are not restored are reported."""
        gone = [place for place in before if place[-1] == "~password" and place not in after and place not in found]
        made = [place for place in after if place[-1] == "~password" and place not in before and place in found]
        left = [place for place in gone + made if (*place[:2], None) in found]
        if left:
            self.check(result.returncode == 1, f"exit code {result.returncode}, but the passwords of {left} are not taken back")

    def kill(self):
        """Kills a run, and ends it with a resume, a discard or a seed."""
        before, known, run = self.read(), self.known, None
        take, prune, options = self.options()
        verb = self.choose.choice(["seed", "seed", "apply", "undo"])
        if verb == "undo" and (run := self.latest()):
            outcome, arguments = run.taken_back(before), ["undo"]
        else:
            outcome, arguments = Seed(before, self.fixtures, known, take, prune), ["seed", *options]
            if verb == "apply":
                self.tane("plan", "-o", "p.json", *options)
                arguments = ["apply", "p.json"]
        is_killed = self.slay(arguments)
        half = self.read()
        fresh = self.new_runs()
        self.check_holds(outcome, half, before)
        if not fresh:
            self.check(half == before, "written without a run")
            # A seed without writes may have recorded values that match the fixtures.
            recorded = pack(known, outcome.lists)
            said = getattr(outcome, "said", {}).items()
            agrees = {place for place, value in said if outcome.held.get(place) == value != recorded.get(place)}
            self.known = unpacked(recorded | dict.fromkeys(agrees, UNSURE))
            if run:
                # An undo without writes may have ended before it was killed; then the history marks another run.
                self.known = {place: UNSURE for place in known}
                self.new_runs(asks=True)
                run.is_gone = not outcome.wrong(before) and self.marked != run.number
            return
        self.check(len(fresh) == 1, f"runs: {fresh}")
        number, edited, chain = fresh[0][0], set(), None
        end = "done"
        if fresh[0][2] != "done":
            refused = self.tane("undo") if self.chance(0.2) else None
            self.check(not refused or (refused.returncode != 0 and self.read() == half), "undo while a run is interrupted")
            if self.chance(0.3):
                for _ in range(2):
                    self.edit()
            elif self.chance(0.3):
                chain = self.choose.choice(["resume", "discard"])
                self.slay([chain])
            end = self.choose.choice(["resume", "discard"] + ["seed"] * (run is None))
            fresh = self.new_runs()
        self.counts["kill:" + end] = self.counts.get("kill:" + end, 0) + 1
        start = self.read()
        if chain is None:
            a, b = pack(half, outcome.lists), pack(start, outcome.lists)
            edited = {place for place in a.keys() | b.keys() if a.get(place) != b.get(place)}
        # The end may have finished the run although it was killed.
        if chain and not is_interrupted(self.folder):
            end = chain
        elif end != "done":
            result = self.tane(end, *(options if end == "seed" else []))
            good = {0, 1} if edited or outcome.unsure or outcome.conflicts or self.password_changes(before, outcome) else {0}
            self.check(result.returncode in good, f"exit code {result.returncode} of {end}, not {good}")
        found = self.read()
        expected = Outcome(before, outcome.lists)
        if end != "discard":
            expected.allowed = {place: set(values) for place, values in outcome.allowed.items()}
        if end == "discard":
            for place in expected.held.keys() | outcome.allowed.keys():
                if place[-1] == "~password":
                    expected.allowed[place] = {NOTHING, ("bool", True)}
        # A seed overwrites unrecorded values, including edited values that matched before.
        recorded = pack(known, outcome.lists)
        unknown = {place for place in edited if end == "seed" and recorded.get(place) in (None, UNSURE)}
        self.with_edits(expected, outcome, edited, start, (take or prune) and end == "seed")
        # An edit to the run's new value cannot be distinguished from its write, and one to the old value not from no
        # write.
        now = pack(start, outcome.lists)
        for place in edited:
            value, old, new = now.get(place, NOTHING), outcome.held.get(place, NOTHING), outcome.allowed.get(place, {NOTHING})
            if end == "discard" and value in new:
                expected.allowed[place] = {value, old}
            elif end == "resume":
                expected.allowed[place] = expected.allowed.get(place, set()) | {value} | {resumed(value, old, each) for each in new}
        for place in unknown:
            now = pack(start, outcome.lists).get(place, NOTHING)
            expected.allowed[place] = expected.allowed.get(place, set()) | {now, outcome.said.get(place, NOTHING)}
            if frozenset in map(type, expected.allowed[place]):
                expected.allowed[place].add(ANYTHING)
        if end == "seed" and prune:
            self.allow_restored_nodes(expected, outcome, pack(start, outcome.lists), edited)
        if end == "seed" and prune:
            # A seed decides again on an edited resource without a fixture.
            again = Seed(start, self.fixtures, known, take, prune)
            keys = {resource(place) for place in edited} - self.fixtures.files.keys()
            for place, values in again.allowed.items():
                if resource(place) in keys:
                    expected.allowed[place] = expected.allowed.get(place, {NOTHING}) | values
        with_parents(expected.allowed)
        self.check_holds(expected, found)
        ended = self.new_runs(asks=True)
        if end == "discard":
            # A password that a discard cannot remove may stay recorded as written.
            left = {place for place in found if place[-1] == "~password" and place not in known}
            self.known = known | dict.fromkeys(left, UNSURE)
        elif run:
            self.forget(run, known, before, found)
        else:
            # A kill after the run happens before the matching values are recorded.
            agrees = end == "seed" or (end == "done" and verb == "seed" and not is_killed)
            self.known = learned(known, before, found, self.fixtures, agrees)
        if edited:
            recorded = pack(known, outcome.lists)
            self.known = pack(self.known, outcome.lists)
            keys = {resource(place) for place in self.known.keys() | outcome.allowed.keys()}
            keys &= {resource(place) for place in edited} - {resource(place) for place in edited if place[1].startswith("hand")}
            # A discard records the remaining values of an edited resource as the run has written them.
            left = pack(found, outcome.lists) if end == "discard" else ()
            # A value that the run was to write may be recorded as written and then removed.
            for place in [*self.known, *edited, *left, *outcome.allowed]:
                if resource(place) in keys and place in edited:
                    if pack(found, outcome.lists).get(place) == pack(start, outcome.lists).get(place):
                        # Values of unknown origin that the run has not written stay unknown.
                        is_written = outcome.allowed.get(place, {NOTHING}) != {outcome.held.get(place, NOTHING)}
                        is_unknown = recorded.get(place) in (None, UNSURE) and (self.began_unknown or not is_written)
                        # An edit to the value that an undo or a discard was to restore cannot be distinguished from its
                        # write.
                        now = pack(found, outcome.lists).get(place, NOTHING)
                        target = run and {*outcome.allowed.get(place, ()), pack(run.before, outcome.lists).get(place, NOTHING)}
                        is_unknown = is_unknown or (run and now in target)
                        is_unknown = is_unknown or (end == "discard" and now == outcome.held.get(place, NOTHING))
                        # An edit back to the recorded value cannot be distinguished from no edit.
                        is_unknown = is_unknown or recorded.get(place) in (now, EDITED)
                        # If the undo had removed the value before the kill, nothing is recorded.
                        is_unknown = is_unknown or (run and place not in pack(half, outcome.lists))
                        self.known[place] = UNSURE if is_unknown else EDITED
                elif resource(place) in keys:
                    self.known[place] = UNSURE
            self.known = unpacked(self.known)
        if end in ["done", "resume"]:
            numbers = [number] + [each[0] for each in fresh + ended]
            self.runs.append(Run(number, before, found, known, outcome.lists, run))
            if run is None and self.marked in numbers:
                self.runs[-1].number = self.marked
            if edited:
                self.runs, self.lost = [], True
            self.check_marked()
        elif end == "seed":
            self.runs, self.lost = [], True
        else:
            self.check_marked()

    def password_changes(self, before, outcome):
        return any(place[-1] == "~password" for place in before.keys() ^ outcome.allowed.keys()) or any(
            place[-1] == "~password" and values != {("bool", True)} for place, values in outcome.allowed.items()
        )

    def allow_restored_nodes(self, expected, outcome, now, edited):
        """Allows database nodes of which edits leave only extras to be as the next seed would write them."""
        for key in {resource(place) for place in edited if place[0] == "d1"}:
            places = {place for place in expected.allowed.keys() | outcome.said.keys() | now.keys() if resource(place) == key}
            if places & now.keys() and not places & now.keys() & outcome.said.keys():
                for place in places:
                    said = outcome.said.get(place, NOTHING)
                    expected.allowed[place] = expected.allowed.get(place, {now.get(place, NOTHING)}) | {said}

    def with_edits(self, expected, outcome, edited, start, take):
        """Allows edits between a kill and its end to stay; other values of their resources may stay as well."""
        now, keys = pack(start, outcome.lists), {resource(place) for place in edited}
        # A resource that is gone is recreated completely, including fields that were removed manually before.
        there = {resource(place) for place in now}
        again = {place for place in getattr(outcome, "said", ()) if resource(place) not in there}
        for place in now.keys() | expected.allowed.keys() | outcome.held.keys() | edited | again:
            if resource(place) not in keys:
                continue
            allowed = expected.allowed.get(place, {NOTHING})
            value = now.get(place, NOTHING)
            allowed = allowed | ({outcome.said[place]} if place in getattr(outcome, "said", ()) else set())
            whole = not any(resource(other) == resource(place) for other in now)
            near = any(place != other and (place[: len(other)] == other or other[: len(place)] == place) for other in [*now, *outcome.allowed, *outcome.held])
            sure = place in edited and not (take or whole or near or place[-1] == "~password")
            expected.allowed[place] = {value} if sure else allowed | {value, outcome.held.get(place, NOTHING)}
            if frozenset in map(type, expected.allowed[place]):
                expected.allowed[place].add(ANYTHING)
        with_parents(expected.allowed)

    def slay(self, arguments):
        """Starts a command and kills it, usually at a write after its run is in the journal."""
        variables, counts = VARIABLES, LIBRARY is not None and self.chance(0.85)
        if counts:
            # After the second flush of the state's log, the run is in the journal.
            number = int(self.choose.choice([10, 30, 100]) * self.choose.random()) + 1
            variables = variables | preloaded(LIBRARY, self.folder, KILL_AT=number, KILL_FLUSHES=2)
        process = subprocess.Popen(
            [TANE, *arguments], cwd=self.folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if not counts:
            time.sleep(self.choose.uniform(0.01, 0.1))
            process.send_signal(signal.SIGKILL)
        is_killed = process.wait(120) == -signal.SIGKILL
        is_struck = is_killed and is_interrupted(self.folder)
        name = "slain" if is_struck else "slain otherwise" if is_killed else "not slain"
        self.counts[name] = self.counts.get(name, 0) + 1
        self.note(f"$ tane {' '.join(arguments)}  killed: {is_killed}")
        return is_killed

    def edit(self):
        """Changes a place manually, with the revisions that the store's own writers set."""
        self.hands += 1
        with sqlite3.connect(self.store, timeout=60, isolation_level=None) as database:
            database.execute("BEGIN IMMEDIATE")
            kind = self.choose.choice(["node", "node", "document", "account", "object"])
            what = getattr(self, f"edit_{kind}")(database, f"hand {self.hands}")
            database.execute("COMMIT")
        database.close()
        self.note(f"by hand: {what}")

    def edit_node(self, database, value):
        places = sorted(place[1:] for place in read(database) if place[0] == "d1")
        if not places:
            return "nothing"
        path = self.choose.choice(places)
        path = path[: self.choose.randint(min(2, len(path)), len(path))]
        match self.choose.choice(["set", "set", "delete", "add", "add", "map", "other"]):
            case "delete":
                tree = None
            case "add":
                path, tree = (*path, self.choose.choice(["h", "a", "1", "2"])), value
                tree = {"id": value} if path[-1] in "12" else value
            case "map":
                tree = {"h": value}
            case "other":
                path, tree = ("hand", value), True
            case _:
                tree = self.choose.choice([value, value, True, 77])
        id = database.execute("SELECT id FROM database").fetchone()[0]
        database.execute("UPDATE database SET revision = ?", (random.getrandbits(62),))
        start = node_bytes(path)
        database.execute("DELETE FROM leaf WHERE path >= ? AND path < ?", (start, start + b"\3"))
        for n in range(len(path) * (tree is not None)):
            database.execute("DELETE FROM leaf WHERE path = ?", (node_bytes(path[:n]),))
        for place, (kind, leaf) in leaves(tree, path)[0].items():
            leaf = b"\1" if leaf is True else int(leaf) if kind == "number" else leaf
            database.execute("INSERT INTO leaf VALUES (?, ?, ?)", (id, node_bytes(place), leaf))
        return f"d1:/{'/'.join(path)} = {tree!r}"

    def edit_document(self, database, value):
        rows = database.execute("SELECT collection, id, fields, createTime FROM document").fetchall()
        id = database.execute("SELECT id FROM documentDatabase").fetchone()
        if not rows or id is None:
            return "nothing"
        now = int(time.time() * 1_000_000)
        collection, name, data, created = self.choose.choice(rows)
        top = document = fields_of(data)
        match self.choose.choice(["set", "set", "remove", "add", "delete", "other"]):
            case "delete":
                database.execute("DELETE FROM document WHERE collection = ? AND id = ?", (collection, name))
                return f"{names(collection) + names(name)} deleted"
            case "other":
                row = (id[0], name_bytes(["c"]), name_bytes([value]), b"c", now, now, length(0))
                database.execute("INSERT INTO document VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                return f"c/{value}"
            case how:
                while (maps := [key for key in document if isinstance(document[key], dict)]) and self.chance(0.4):
                    document = document[self.choose.choice(maps)]
                keys = sorted(document)
                if how == "add" or not keys:
                    document["h"] = value
                elif how == "set":
                    document[self.choose.choice(keys)] = self.choose.choice([value, [value], {"h": value}, 77])
                else:
                    del document[self.choose.choice(keys)]
        data = encoded(top)[1:]
        row = (data, now, collection, name)
        database.execute("UPDATE document SET fields = ?, updateTime = ? WHERE collection = ? AND id = ?", row)
        return f"{names(collection) + names(name)} = {top!r}"

    def edit_account(self, database, value):
        rows = database.execute("SELECT id, body FROM account").fetchall()
        if not rows:
            return "nothing"
        id, body = self.choose.choice(rows)
        account = json.loads(body)
        how = self.choose.choice(["displayName", "photoURL", "email", "claims", "flags", "less", "password", "delete", "other"])
        match how:
            case "delete":
                database.execute("DELETE FROM account WHERE id = ?", (id,))
                return f"{id} deleted"
            case "other":
                id = value.encode()
                account = {key: account[key] for key in ["validSince", "hasCustomToken", "createdAt"]}
                account |= {"localID": value, "providers": [], "isEmailVerified": True, "isDisabled": False}
            case "claims":
                claims = json.loads(account.get("customAttributes") or "{}")
                account["customAttributes"] = json.dumps(claims | {self.choose.choice(["a", "h"]): value})
            case "flags":
                account["isDisabled"] = not account["isDisabled"]
            case "less":
                account.pop(self.choose.choice(["displayName", "photoURL", "phoneNumber"]), None)
            case "password":
                account.pop("password", None)
            case "email":
                account["email"] = f"{value.replace(' ', '')}@example.com"
            case _:
                account[how] = value
        email, phone = (account[key].encode() if account.get(key) else None for key in ["email", "phoneNumber"])
        project = database.execute("SELECT id FROM accountProject").fetchone()[0]
        row = (project, id, email, phone, json.dumps(account).encode())
        database.execute("INSERT OR REPLACE INTO account VALUES (?, ?, ?, ?, ?)", row)
        return f"{id} {how}"

    def edit_object(self, database, value):
        rows = database.execute("SELECT id, name, bucket FROM object").fetchall()
        if not rows:
            return "nothing"
        old, name, bucket = self.choose.choice(rows)
        how = self.choose.choice(["set", "custom", "delete", "other"])
        database.execute("UPDATE counter SET value = max(value + 1, ?) WHERE name = 'generation'", (time.time_ns() // 1000,))
        generation = database.execute("SELECT value FROM counter WHERE name = 'generation'").fetchone()[0]
        if how == "custom":
            row = (json.dumps({"h": value}), generation // 1000, old)
            database.execute("UPDATE object SET custom = ?, metageneration = metageneration + 1, updated = ? WHERE id = ?", row)
            return f"{name} custom"
        if how != "other":
            for table, column in [("content", "object"), ("moreContent", "object"), ("object", "id")]:
                database.execute(f"DELETE FROM {table} WHERE {column} = ?", (old,))
        if how == "delete":
            return f"{name} deleted"
        data, name = value.encode(), name if how == "set" else value.encode()
        md5 = base64.b64encode(hashlib.md5(data).digest()).decode()
        row = (bucket, name, len(data), md5, crc32c(data), generation, 1, generation // 1000, generation // 1000, "text/plain", "{}")
        id = database.execute(
            "INSERT INTO object (bucket, name, size, md5, crc32c, generation, metageneration, timeCreated, updated, contentType,"
            " custom) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ).lastrowid
        database.execute("INSERT INTO content VALUES (?, ?)", (id, data))
        return f"{name} = {value}"


class Histories(unittest.TestCase):
    """Random histories."""

    def test_histories(self):
        count = int(os.environ.get("TANE_HISTORIES", 10))
        seed = first_seed("TANE_HISTORY_SEED", "TANE_HISTORIES")
        steps = int(os.environ.get("TANE_HISTORY_STEPS", 8))
        jobs = int(os.environ.get("TANE_HISTORY_JOBS", 2))
        print(f"{count} histories of {steps} steps with the seed {seed}")
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            results = []
            for result in pool.map(self.play, range(seed, seed + count), [steps] * count):
                results.append(result)
                if len(results) % 100 == 0:
                    print(f"{len(results)} histories", flush=True)
        counts = {}
        for number, (error, history) in zip(range(seed, seed + count), results):
            for step in history.counts:
                counts[step] = counts.get(step, 0) + history.counts[step]
            with self.subTest(seed=number):
                if error:
                    self.fail(f"TANE_HISTORY_SEED={number} TANE_HISTORIES=1: {error}")
        print(counts)

    def play(self, seed, steps):
        with tempfile.TemporaryDirectory() as folder:
            history, error = History(folder, seed), None
            try:
                history.play(steps)
            except Ended:
                history.counts["ended"] = 1
            except Exception as problem:
                error = f"{type(problem).__name__}: {problem}"
                print("\n".join([f"TANE_HISTORY_SEED={seed}: {error}", *history.story]), flush=True)
                if keep := os.environ.get("TANE_HISTORY_KEEP"):
                    shutil.copytree(folder, f"{keep}/{seed}", dirs_exist_ok=True)
        return error, history


if __name__ == "__main__":
    unittest.main()
