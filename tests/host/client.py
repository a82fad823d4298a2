"""In: `mcl host` on the path. Out: exit code 0 if it plays whole games of every variant there is, and bears what a careless program does to it.

Only the standard library is used: this is also what a first client in any language looks like.
"""
import json
import random
import subprocess
import sys

# Answers after which a game without end is broken off.
CAP = 300
# What a position consists of; and what two equal positions have in common.
PARTS = ("seeds", "to_move", "owners", "marks", "vars", "phase", "round", "rest")
SAME = (*PARTS, "position", "hash", "decision")


class Refused(Exception):
    """The error of an answer."""


class Host:
    """A host, and the requests to it."""

    def __init__(self, *arguments):
        command = ["mcl", "host", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def send(self, line):
        """Writes a line as it is."""
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def read(self):
        """The next answer."""
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), "the host has ended"
        return json.loads(line)

    def ask(self, do, **fields):
        """Sends a request and gives what its answer says."""
        self.count += 1
        self.send(json.dumps({"id": self.count, "do": do, **fields}).encode() + b"\n")
        answer = self.read()
        assert answer["id"] == self.count, answer
        if "error" in answer:
            raise Refused(answer["error"]["code"], answer["error"]["message"])
        return answer["ok"]

    def leave(self):
        """Ends the input; the host ends well."""
        self.process.stdin.close()
        assert self.process.stdout.read() == b""
        assert self.process.wait() == 0


def total(state):
    """All seeds of a position."""
    return sum(state["seeds"].values())


def play(host, name, chances):
    """A whole game at random: no seed is lost, `set` and `undo` lead where they should."""
    game = host.ask("load", game=name)
    begun = host.ask("new", game=game["game"])
    match, state = begun["match"], begun["state"]
    names = {site["name"] for site in game["sites"]}
    assert set(state["seeds"]) == names, name
    seeds, states = total(state), [state]
    while state["decision"] and len(states) <= CAP:
        choice = chances.choice(state["decision"]["choices"])
        played = host.ask("play", match=match, choice=choice["text"])
        assert all(event["text"] and event["event"] for event in played["events"]), name
        state = played["state"]
        assert total(state) == seeds, (name, choice)
        assert (state["decision"] is None) == (state["outcome"]["state"] == "over"), name
        states.append(state)
    back = chances.randrange(len(states))
    assert host.ask("undo", match=match, n=back) == states[len(states) - 1 - back], (name, back)
    assert host.ask("redo", match=match, n=back) == state, name
    record = host.ask("record", match=match)["record"]
    kept = host.ask("load", record=record)["game"]
    resumed = host.ask("new", game=kept, record=record)
    assert resumed["state"] == state, (name, record)
    again = host.ask("new", game=game["game"])["match"]
    line = host.ask("set", match=again, position=state["position"])
    assert (line["seeds"], line["hash"], line["position"]) == (state["seeds"], state["hash"], state["position"]), name
    # At the start, the end, somewhere between, and in the middle of a set-up or a move: the parts are the whole position.
    asked_again = [state for state in states if state["rest"]][:3]
    for known in (states[0], states[-1], chances.choice(states), *asked_again):
        found = host.ask("set", match=again, **known)
        assert all(found[part] == known[part] for part in SAME), (name, known, found)
        # Which clause ended a match is no part of a position.
        assert {**found["outcome"], "why": None} == {**known["outcome"], "why": None}, (name, known, found)
    if state["decision"]:
        assert host.ask("best", match=match)["choice"] in [one["text"] for one in state["decision"]["choices"]]
    for what in ({"match": match}, {"match": again}, {"match": resumed["match"]}, {"game": kept}, {"game": game["game"]}):
        host.ask("close", **what)
    return len(states) - 1


def own_rules(host):
    """A game from text, with a parameter; and one that is none."""
    text = 'game "Mine" extends kalah { param start: Int in 1 .. 9 = 2; winner fewest store }'
    game = host.ask("load", text=text, params={"start": 3})
    assert [one["value"] for one in game["params"] if one["name"] == "start"] == ["3"], game
    state = host.ask("new", game=game["game"])["state"]
    assert total(state) == 36
    for wrong in ("", "game", 'game "X" { turn { sow } }', "x" * 90_000):
        try:
            host.ask("load", text=wrong)
            raise AssertionError("this is no game: " + wrong[:40])
        except Refused:
            pass


def careless(host):
    """Garbage, huge lines, wrong types, unknown handles: errors, and the host goes on."""
    game = host.ask("load", game="wari")["game"]
    match = host.ask("new", game=game)["match"]
    before = host.ask("state", match=match)
    lines = [
        b"\n", b"\x00\n", b"\xff\xfe\n", b"{}\n", b"[" * 100_000 + b"\n", b"x" * 3_000_000 + b"\n",
        b'{"do": "play", "match": 999, "choice": "A"}\n', b'{"do": "play", "match": "1", "choice": 1}\n',
        b'{"do": "set", "match": %d, "seeds": {"A": -1}}\n' % match, b'{"do": "new", "game": 1e3}\n',
    ]
    chances = random.Random(2)
    lines += [bytes(chances.choices(range(11, 256), k=60)) + b"\n" for _ in range(500)]
    good = json.dumps({"id": 1, "do": "play", "match": match, "choice": "A"}).encode()
    # Every request that is cut somewhere.
    lines += [good[:end] + b"\n" for end in range(1, len(good))]
    for line in lines:
        host.send(line)
        assert "error" in host.read(), line[:100]
    assert host.ask("state", match=match) == before


def at_once(host):
    """Requests are answered in order, however they come. Who sends more than a pipe holds must read meanwhile."""
    match = host.ask("new", game=host.ask("load", game="kalah")["game"])["match"]
    host.send(b"".join(b'{"id": %d, "do": "state", "match": %d}\n' % (number, match) for number in range(300)))
    assert [host.read()["id"] for _ in range(300)] == list(range(300))


def cut_off():
    """The input ends in the middle of a line: the line is answered, and the host ends well."""
    host = Host()
    host.send(b'{"id": 1, "do": "load", "ga')
    host.process.stdin.close()
    assert json.loads(host.process.stdout.read())["id"] == 1
    assert host.process.wait() == 0
    # Nobody reads the answers any more.
    host = Host()
    host.process.stdout.close()
    try:
        host.send(b'{"do": "load", "game": "wari"}\n' * 1000)
        host.process.stdin.close()
    except BrokenPipeError:
        pass
    assert host.process.wait() == 0


def main():
    """Everything, and a line about it."""
    games = json.loads(subprocess.run(["mcl", "games", "--format", "json"], capture_output=True, check=True).stdout)
    host, chances = Host(), random.Random(1)
    lengths = [play(host, game["name"], chances) for game in games]
    own_rules(host)
    careless(host)
    at_once(host)
    host.leave()
    cut_off()
    print(f"{len(games)} games, {sum(lengths)} answers")


if __name__ == "__main__":
    sys.exit(main())
