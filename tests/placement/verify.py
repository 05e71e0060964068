#!/usr/bin/env python3
"""A second checker of the bundle of a round, written from the description of the format alone; python3 standard library only.

    verify.py [--published FILE] bundle.json     exit 0: every step is right; exit 1: the first difference is printed; exit 2: usage
    verify.py [--published FILE] --lines         reads one bundle per line from standard input, prints one answer per line

--published: a JSON object with what the public page showed before the results (round, rule, seedHash, choicesDigest); each key that is in it is
compared with the bundle. Without it a checker can only say that the bundle agrees with itself.
"""

import hashlib
import hmac
import json
import re
import sys


class Difference(Exception):
    pass


def require(condition, message):
    if not condition:
        raise Difference(message)


KEYS = {"version", "round", "rule", "seed", "seedHash", "choicesDigest", "choices", "places", "marks", "locks", "changes", "placement"}
EXCLUSIONS = {"disbanded", "empty", "busy", "promised", "ended"}
HEX = re.compile(r"[0-9a-f]{64}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", re.ASCII)
MOST_PLACES = 2**53 - 1


def units(text):
    """Sort key: UTF-16 code units."""
    return text.encode("utf-16-be")


def is_text(value):
    if type(value) is not str or value == "":
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def no_duplicates(pairs):
    found = dict(pairs)
    require(len(found) == len(pairs), "format: a key occurs twice")
    return found


def check_rows(bundle, name, keys):
    rows = bundle[name]
    require(type(rows) is list, f"format: {name} is not a list")
    for row in rows:
        require(type(row) is dict and set(row) == keys, f"format: {name} has a row with other keys")
    return rows


def check_order(name, keys):
    for before, after in zip(keys, keys[1:]):
        require(before < after, f"format: {name} is not sorted, or has a row twice")


def check_format(bundle):
    require(type(bundle) is dict and type(bundle.get("version")) is int, "format: version is not a number")
    require(bundle["version"] in (1, 2), "format: version is not 1 or 2")
    keys = KEYS | {"excluded"} if bundle["version"] == 2 else KEYS
    require(set(bundle) == keys, "format: other keys than those of its version")
    require(is_text(bundle["round"]), "format: round is not a text")
    require(bundle["rule"] in ("fair", "fullest"), "format: unknown rule")
    for name in ("seed", "seedHash", "choicesDigest"):
        require(type(bundle[name]) is str and HEX.fullmatch(bundle[name]), f"format: {name} is not 64 hex digits")

    places = bundle["places"]
    require(type(places) is dict, "format: places is not an object")
    for slug, free in places.items():
        require(is_text(slug), "format: places has a project without a name")
        require(free is None or (type(free) is int and 0 <= free <= MOST_PLACES), f"format: places of {slug}")

    for row in check_rows(bundle, "choices", {"team", "projects"}):
        require(is_text(row["team"]) and type(row["projects"]) is list, "format: choices")
        for slug in row["projects"]:
            require(is_text(slug) and slug in places, "format: choices name a project that is not in places")
        require(len(set(row["projects"])) == len(row["projects"]), "format: a team chose a project twice")
    check_order("choices", [units(row["team"]) for row in bundle["choices"]])
    teams = {row["team"] for row in bundle["choices"]}
    chosen = {(row["team"], slug) for row in bundle["choices"] for slug in row["projects"]}

    for row in check_rows(bundle, "marks", {"team", "project", "mark"}):
        require(is_text(row["team"]) and is_text(row["project"]), "format: marks")
        require(row["mark"] in ("preferred", "unsuitable"), "format: unknown mark")
        require((row["team"], row["project"]) in chosen, "format: a mark is not about a choice")
    check_order("marks", [(units(row["team"]), units(row["project"])) for row in bundle["marks"]])

    used = {}
    locked = set()
    for row in check_rows(bundle, "locks", {"team", "project", "reason"}):
        require(is_text(row["team"]) and is_text(row["reason"]), "format: locks")
        require(is_text(row["project"]) and row["project"] in places, "format: a lock names a project that is not in places")
        require(row["team"] not in locked, "format: a team is locked twice")
        locked.add(row["team"])
        used[row["project"]] = used.get(row["project"], 0) + 1
    for slug, count in used.items():
        require(places[slug] is None or count <= places[slug], f"format: more locks than places in {slug}")

    if bundle["version"] == 2:
        rows = check_rows(bundle, "excluded", {"team", "project", "reason"})
        require(rows, "format: version 2 without an excluded team or choice")
        for row in rows:
            require(is_text(row["team"]), "format: excluded")
            require(type(row["reason"]) is str and row["reason"] in EXCLUSIONS, "format: unknown reason of excluded")
            require(row["project"] is None or is_text(row["project"]), "format: excluded")
            known = row["team"] in teams if row["project"] is None else (row["team"], row["project"]) in chosen
            require(known, "format: excluded names a team or a choice that is not in choices")
        check_order("excluded", [(units(row["team"]), units(row["project"] or "")) for row in rows])

    for row in check_rows(bundle, "changes", {"at", "what"}):
        require(type(row["at"]) is str and MOMENT.fullmatch(row["at"]) and is_text(row["what"]), "format: changes")

    for row in check_rows(bundle, "placement", {"team", "project"}):
        require(is_text(row["team"]), "format: placement")
        require(row["project"] is None or (is_text(row["project"]) and row["project"] in places), "format: placement")
    check_order("placement", [units(row["team"]) for row in bundle["placement"]])


def canonical(choices):
    """RFC 8785 of lists, texts and objects with ASCII keys: what Python writes is the same there."""
    return json.dumps(choices, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")


def fair(wishes, free, preferred, number):
    """Each team asks for its next choice; a full project sends the weakest claim away."""
    admitted = {slug: [] for slug in free}
    following = {team: 0 for team in wishes}
    asking = list(wishes)
    while asking:
        team = asking.pop()
        if following[team] == len(wishes[team]):
            continue
        slug = wishes[team][following[team]][0]
        following[team] += 1
        admitted[slug].append(team)
        if free[slug] is not None and len(admitted[slug]) > free[slug]:
            weakest = max(admitted[slug], key=lambda one: ((one, slug) not in preferred, number[one]))
            admitted[slug].remove(weakest)
            asking.append(weakest)
    return {team: slug for slug, teams in admitted.items() for team in teams}


def fullest(wishes, free, number):
    """
    One cost per outcome, as a whole number without limit, so that the three aims follow each other like digits: the number of teams without a
    place, the sum of ranks, the outcome of the team with the best number, of the second best, … Teams are added one after another, each along a
    cheapest augmenting path (Bellman-Ford), so that the matching stays the cheapest one of the teams added so far.
    """
    order = sorted(wishes, key=lambda team: number[team])
    worst = 1 + max((rank for team in order for _, rank in wishes[team]), default=0)
    base = worst + 1
    sums = base ** len(order)  # more than all outcomes in lottery order together
    unplaced = sums * (worst * len(order) + 1)  # more than any sum of ranks, and what follows it
    digit = {team: base ** (len(order) - 1 - place) for place, team in enumerate(order)}
    cost = {team: {slug: rank * sums + rank * digit[team] for slug, rank in wishes[team]} for team in order}
    nothing = {team: unplaced + worst * digit[team] for team in order}

    place_of = {}
    inside = {slug: set() for slug in free}
    for newcomer in order:
        # The cheapest way to reach each project: who moves there, and from which project (None: the newcomer).
        reach = {slug: (price, newcomer, None) for slug, price in cost[newcomer].items()}
        waiting = list(reach)
        while waiting:
            source = waiting.pop(0)
            price = reach[source][0]
            for team in inside[source]:
                for target, next_price in cost[team].items():
                    sum_ = price - cost[team][source] + next_price
                    if target != source and (target not in reach or sum_ < reach[target][0]):
                        reach[target] = (sum_, team, source)
                        if target not in waiting:
                            waiting.append(target)
        # A path ends at a project with a free place, or at a team that goes without one.
        ends = [(nothing[newcomer], None, None)]
        for slug, (price, _, _) in reach.items():
            if free[slug] is None or len(inside[slug]) < free[slug]:
                ends.append((price, slug, None))
            for team in inside[slug]:
                ends.append((price - cost[team][slug] + nothing[team], slug, team))
        _, slug, loser = min(ends, key=lambda end: end[0])
        if loser is not None:
            inside[slug].remove(loser)
            del place_of[loser]
        while slug is not None:
            _, mover, source = reach[slug]
            if source is not None:
                inside[source].remove(mover)
            inside[slug].add(mover)
            place_of[mover] = slug
            slug = source
    return place_of


def check(bundle, published):
    check_format(bundle)
    for name, value in published.items():
        require(bundle.get(name) == value, f"published: {name} is not what was published")

    seed = bytes.fromhex(bundle["seed"])
    require(hashlib.sha256(seed).hexdigest() == bundle["seedHash"], "seedHash: it is not the SHA-256 of the seed")
    digest = hashlib.sha256(canonical(bundle["choices"])).digest()
    require(digest.hex() == bundle["choicesDigest"], "choicesDigest: it is not the SHA-256 of the choices")

    free = dict(bundle["places"])
    expected = {row["team"]: None for row in bundle["choices"]}
    for row in bundle["locks"]:
        expected[row["team"]] = row["project"]
        if free[row["project"]] is not None:
            free[row["project"]] -= 1
    locked = {row["team"] for row in bundle["locks"]}
    marks = {(row["team"], row["project"]): row["mark"] for row in bundle["marks"]}
    out = {(row["team"], row["project"]) for row in bundle.get("excluded", [])}
    wishes = {
        row["team"]: [
            (slug, rank)
            for rank, slug in enumerate(row["projects"], 1)
            if marks.get((row["team"], slug)) != "unsuitable" and (row["team"], slug) not in out and (row["team"], None) not in out
        ]
        for row in bundle["choices"]
        if row["team"] not in locked
    }
    number = {team: hmac.new(seed, digest + team.encode("utf-8"), hashlib.sha256).digest() for team in wishes}
    preferred = {choice for choice, mark in marks.items() if mark == "preferred"}
    placed = fair(wishes, free, preferred, number) if bundle["rule"] == "fair" else fullest(wishes, free, number)
    expected.update(placed)

    stated = {row["team"]: row["project"] for row in bundle["placement"]}
    for team in sorted(set(expected) | set(stated), key=units):
        require(team in expected, f"placement: {team} has no choice and no lock")
        require(team in stated, f"placement: {team} is missing")
        require(stated[team] == expected[team], f"placement: {team} should have {expected[team]}, not {stated[team]}")


def verdict(text, published):
    """None when every step is right, otherwise the first difference."""
    try:
        check(json.loads(text, object_pairs_hook=no_duplicates), published)
    except Difference as difference:
        return str(difference)
    except (ValueError, RecursionError) as error:
        return f"format: {error}"
    return None


def main(arguments):
    published = {}
    if arguments[:1] == ["--published"] and len(arguments) > 1:
        with open(arguments[1], encoding="utf-8") as file:
            published = json.load(file)
        arguments = arguments[2:]
    if arguments == ["--lines"]:
        for line in sys.stdin.buffer:
            print(verdict(line, published) or "ok")
        return 0
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], "rb") as file:
        difference = verdict(file.read(), published)
    print(difference or "ok: the seed, the choices, the lottery and the placement agree")
    return 1 if difference else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
