#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""timeline.py - checks a file of Chrome's trace events, and says what it shows

    timeline.py FILE

Prints what breaks the rules of the format, with exit status 1; else a line for each track,
"sh: outer(inner between) middle(...", where "..." is a call that is still open, "!" one that is
ended as unfinished, and "?" an end without its beginning.  The tracks of asynchronous slices
follow, "io(io-start io-done)", and how many hits each CPU had.
"""
import json
import re
import sys

TASKS, CPUS = 1, 2
KEYS = {"ph", "name", "pid", "tid"}
MORE = {"B": {"ts", "cat", "args"}, "E": {"ts", "cat", "args"},
        "b": {"ts", "cat", "id", "args"}, "e": {"ts", "cat", "id", "args"},
        "i": {"ts", "s", "args"}, "M": {"args"}}
METADATA = {"process_name", "process_sort_index", "thread_name", "thread_sort_index"}


class Wrong(Exception):
    """What breaks the rules"""


def check(condition, what):
    if not condition:
        raise Wrong(what)


def parse_float(text):
    check(re.fullmatch(r"\d+\.\d{3}", text), f"time {text}")
    return float(text)


def parse_int(text):
    check(abs(int(text)) <= 2 ** 53, f"the number {text}")
    return int(text)


def load(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    check(text.startswith("[\n"), "it does not begin as an array")
    if text.rstrip()[-1] != "]":        # as the viewers do
        text += "]"
    events = json.loads(text, parse_float=parse_float, parse_int=parse_int)
    check(text.count("\n") in (len(events), len(events) + 2), "an event is not one line")
    return events


class Timeline:
    def __init__(self):
        self.names, self.last, self.open = {}, {}, {}
        self.text, self.slices, self.open_slices, self.hits = {}, {}, {}, {}

    def take(self, event):
        phase = event.get("ph")
        check(phase in MORE, f"phase {phase}")
        keys = KEYS | MORE[phase]
        if phase == "i" and event["pid"] == TASKS:
            keys = keys | {"cat"}
        check(set(event) == keys, f"keys {sorted(event)}")
        for key in ("ph", "name", "cat", "id", "s"):
            check(isinstance(event.get(key, ""), str), f"{key} {event.get(key)}")
        check(isinstance(event["pid"], int) and isinstance(event["tid"], int), "no pid, tid")
        check(isinstance(event["args"], dict), "args is not an object")
        if phase == "M":
            self.name(event)
        else:
            self.show(event, phase, (event["pid"], event["tid"]))

    def name(self, event):
        check(event["name"] in METADATA, f"metadata {event['name']}")
        if event["name"] == "thread_name":
            self.names[event["pid"], event["tid"]] = event["args"]["name"]

    def show(self, event, phase, track):
        check(track in self.names, f"track {track} has no name")
        check(event["ts"] >= self.last.get(track, 0), f"time {event['ts']} goes back")
        self.last[track] = event["ts"]
        {"B": self.begin, "E": self.end, "b": self.begin_async, "e": self.end_async,
         "i": self.instant}[phase](event, track)

    def add(self, track, text):
        self.text.setdefault(track, []).append(text)

    def begin(self, event, track):
        check(len(event["args"]) == 1, "a beginning without its hit")
        self.open.setdefault(track, []).append(event["name"])
        self.add(track, event["name"] + "(")

    def end(self, event, track):
        stack = self.open.get(track)
        check(stack, f"{event['name']} ends, which has not begun")
        check(stack[-1] == event["name"], f"{event['name']} ends in {stack[-1]}")
        stack.pop()
        self.add(track, ("!" if "unfinished" in event["args"] else "") + ")")

    def begin_async(self, event, _track):
        key = event["name"], event["cat"], event["id"]
        check(key not in self.open_slices, f"{key} begins twice")
        self.open_slices[key] = [event["args"]]
        self.slices.setdefault(event["name"], []).append(self.open_slices[key])

    def end_async(self, event, _track):
        key = event["name"], event["cat"], event["id"]
        check(key in self.open_slices, f"{key} ends, which has not begun")
        self.open_slices.pop(key).append(event["args"])

    def instant(self, event, track):
        check(event["s"] == "t", "the scope of an instant")
        if track[0] == CPUS:
            kind = "lost" if "lost" in event["args"] else "hits"
            cpu = self.hits.setdefault(self.names[track], {"hits": 0, "lost": 0})
            cpu[kind] += 1
        else:
            self.add(track, event["name"] + ("?" if "unmatched" in event["args"] else ""))

    def print(self):
        for track in sorted(self.text):
            text = " ".join(self.text[track]).replace("( ", "(").replace(" )", ")")
            text = text.replace(" !)", "!)") + "..." * len(self.open.get(track, ()))
            print(re.sub(r"-\d+$", "", self.names[track]) + ": " + text)
        for name, slices in sorted(self.slices.items()):
            print(*(f"{name}({' '.join(self.ends(one))})" for one in slices))
        print("hits", sum(cpu["hits"] for cpu in self.hits.values()),
              *("losses" for cpu in self.hits.values() if cpu["lost"]))

    @staticmethod
    def ends(one):
        for args in one:
            yield "!" if "unfinished" in args else next(iter(args))
        if len(one) == 1:
            yield "..."


def main():
    timeline = Timeline()
    try:
        for event in load(sys.argv[1]):
            timeline.take(event)
    except (Wrong, ValueError, KeyError) as wrong:
        print(wrong)
        sys.exit(1)
    timeline.print()


if __name__ == "__main__":
    main()
