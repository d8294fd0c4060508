#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""compare - compare a trace with what OpenAFS itself says of the same time

    compare.py records HEADER RECORDS TRACE	what fstrace prints without its catalog
    compare.py counters BEFORE AFTER TRACE	what xstat_cm_test prints

The last line of the output is for people: what was equal.
"""
import re
import struct
import sys

# In TASK-PID [CPU] FLAGS TIME: EVENT: (SITE) FIELDS
HIT = re.compile(r"^ *(.*)-\d+ +\[\d+\] \S+ +[\d.]+: (\w+): (?:\(\S+\) ?)?(.*)$")
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|(?:[0-9a-f]{2} )+[0-9a-f]{2}|0x[0-9a-f]+|-?\d+)(?= |$)')
SNAPSHOT = ("afs_callback", "osi_Alloc")	# the last that the client does before it copies


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def hits(path):
    """The task, the event and the fields of each hit"""
    for line in read(path).splitlines():
        hit = HIT.match(line)
        if hit:
            yield hit.groups()


def low(number):
    """A number as the log keeps it, in 32 bits"""
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def logged(text):
    """A value of a hit in the forms that the log can have for it"""
    if text.startswith('"'):
        return {text.strip('"')}
    if text.startswith("0x"):
        return {f"{int(text, 16) % (1 << 32):#x}"}
    if " " in text:
        return {".".join(map(str, struct.unpack("<4i", bytes.fromhex(text))))}
    number = int(text)
    return {str(low(number)), f"{number >> 32:x}.{number % (1 << 32):x}"}


def values(fields):
    """For each field what the log can have: of a string or bytes the contents or the address"""
    found = {}
    for name, text in FIELD.findall(fields):
        field = re.sub("_(str|bytes)$", "", name)
        found.setdefault(field if field in found else name, set()).update(logged(text))
    return list(found.values())


def compare_records(header, records, trace):
    names = {int(number): name for name, number in
             re.findall(r"^#define\s+(CM_TRACE_\w+)\s+\((\d+)L\)", read(header), re.M)}
    log = [(names[int(number)], re.findall(r"p\d:(.*?) (?=p\d:|$)", line)) for number, line in
           re.findall(r"^raw op (\d+),.*\n(.*)$", read(records), re.M)]
    is_logged = False
    probes = []
    for _, event, fields in hits(trace):
        if event == "tracing_mark_write":
            is_logged = fields == "logged"
        elif is_logged and event in names.values():
            probes.append((event, values(fields)))
    for number, (record, probe) in enumerate(zip(log, probes)):
        if record[0] != probe[0] or len(record[1]) != len(probe[1]) or any(
                value not in forms for value, forms in zip(record[1], probe[1])):
            sys.exit(f"record {number} is {record}, the hit {probe}")
    if not log or len(log) != len(probes):
        sys.exit(f"{len(log)} records, {len(probes)} hits")
    print(f"{len(log)} hits as the log has them")


def compare_counters(before, after, trace):
    first, last = ({name: int(count) for count, name in
                    re.findall(r"^\t *(\d+) (\w+)$", read(path), re.M)} for path in (before, after))
    counted = []
    for task, event, fields in hits(trace):
        if event == "AFS_STATCNT":
            found = dict(FIELD.findall(fields))
            counted.append((task, found["counter_str"].strip('"'), int(found["count"])))
    snapshots = [number for number, (*place, _) in enumerate(counted) if tuple(place) == SNAPSHOT]
    counted = counted[snapshots[0] + 1:snapshots[-1] + 1]
    wrong = []
    for name, count in last.items():
        values = [value for _, counter, value in counted if counter == name]
        if values != list(range(first[name] + 1, count + 1)):
            wrong.append(f"{name}: from {first[name]} to {count}, but hits have {values}")
    if wrong or not counted:
        sys.exit("\n".join(wrong or ["no hits"]))
    print(f"{len(counted)} hits of {len({name for _, name, _ in counted})} counters as it counts")


{"records": compare_records, "counters": compare_counters}[sys.argv[1]](*sys.argv[2:])
