#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""variants.py - makes bad variants of an instrumented module

	variants.py variants victim.ko SEED COUNT	for load.c: see there
	variants.py texts victim.ko			for badmodules.guest.sh: see texts()
	variants.py table victim.ko ARGS LENGTH		the module with so many more arguments
							in its table, all of one type whose
							name is so long

A variant is victim.ko with some bytes changed in what sdt.ko reads of it: the
site records, the table, the trampoline, the keys of the jump table, the addends and
symbols of their relocations.  Of COUNT variants most have an aim and must be refused
with a certain text, all that there are if COUNT is 1000; half of the others try
each field at its limits and each record with each number of a probe, where each
seed takes the next part of them; the other half is random.  Every RHYTHM-th is the module as it was.

What is left alone, since the kernel itself would fall over it, or since only the
code at a site could tell:

 - the type of a relocation, and bytes that one will fill: the loader refuses a
   module in which they are not zero, and one in which a distance does not fit there;
 - keys stay where the kernel may write: it stores the address of the jump table's
   entry behind each key of a module, before sdt.ko sees it.  So they lead to
   records, to the middle of records, and to two variables of victim.c that are
   for that, but not outside of the module, to its constants or to its init data;
 - code and target of a jump table entry lead outside the module, but not to other
   places in it: no one can say that a jump there is not what was meant.
"""
import os
import random
import re
import struct
import sys

from victim import Abi, Victim

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../.."))
RHYTHM = 25

# Texts of refusals that no variant can lead to, and why
UNREACHABLE = {
    "no module with probes can be named %s: tracefs has a file events/%s":
        "enable.ko has another module's name: see below",
    "a string of %zu bytes, at most %u are possible":
        "long.ko has a longer table: see below",
    "its site records changed while they were read": "nothing changes them here",
    "provider %u: has a stability, but is in an object's table": "of an object's table",
    "probe %u: its arg%u has no name": "of an object's table",
    "probe %u: the type of its arg%u is unknown": "of an object's table",
    "probe %u: an entry that cannot have arguments has some": "of an object's table",
}

# Texts of refusals that need a module with TRACE_EVENTs
OF_EVENTS = (
    "TRACE_EVENT %.64s has two classes",
    "TRACE_EVENT %.64s has no class",
    "the class of TRACE_EVENT %.64s refers to what is not the module's",
    "its trampoline does not point to the classes of its events",
    "the names for its events lie outside the enumerators of its probe table",
    "it has %d classes of events for %d TRACE_EVENTs",
)


# What is wrong with an entry stands behind its kind, which the function in check_table.c knows.
ENTRIES = {
    function: kind for kind, functions in {
        "provider": ("provider_ok", "stability_ok"),
        "argument": ("arg_ok", "size_ok", "bound_ok", "kind_ok"),
        "translated argument": ("xlated_ok",),
        "extra": ("extra_ok",),
        "place": ("place_ok",),
        "probe": ("probe_ok", "flags_ok", "arg_names_ok", "bounds_ok", "star_ok", "message_ok",
                  "view_ok"),
    }.items() for function in functions
}


class Variant:
    """Changes of the module; what it expects is a part of the refusal, or "works"."""

    def __init__(self, victim, name, expected=""):
        self.victim = victim
        self.name = name
        self.expected = expected
        self.bytes = {}

    def get(self, place):
        at, size = place
        return int.from_bytes(bytes(self.bytes.get(i, self.victim.data[i])
                                    for i in range(at, at + size)), "little")

    def put(self, place, value):
        at, size = place
        self.write(at, (value % (1 << 8 * size)).to_bytes(size, "little"))
        return self

    def write(self, at, data):
        for i, byte in enumerate(data):
            self.bytes[at + i] = byte
        return self

    def copy(self, source, target, size):
        return self.write(target, self.victim.data[source:source + size])

    def relocate(self, relocation, addend, target=None):
        """@target: None: the same symbol; 0: none, the addend is the address; or its name."""
        at = relocation[0]
        if target is not None:
            number, value = self.victim.elf.reach(target) if target else (0, 0)
            addend -= value
            self.put((at + 12, 4), number)
        self.put((at + 16, 8), addend)
        return self

    def fit(self):
        """Has the table's size follow from its parts."""
        v, sizes = self.victim, self.victim.abi.sizes
        size = (sizes["sdt_table"] +
                self.get(v.head("nr_providers")) * sizes["sdt_table_provider"] +
                self.get(v.head("nr_probes")) * sizes["sdt_table_probe"] +
                self.get(v.head("nr_extras")) * sizes["sdt_table_extra"] +
                self.get(v.head("nr_places")) * sizes["sdt_table_place"] +
                self.get(v.head("nr_args")) * sizes["sdt_table_arg"] +
                self.get(v.head("nr_xlated")) * sizes["sdt_table_xlated"] +
                self.get(v.head("nr_enumerators")) * sizes["sdt_table_enumerator"] +
                self.get(v.head("strings_size")) + 4)
        return self.put(v.head("size"), size)

    def line(self):
        patches, start, run = [], None, b""
        for at in sorted(self.bytes):
            if start is not None and at == start + len(run):
                run += bytes([self.bytes[at]])
                continue
            if run:
                patches.append(f"{start:x}:{run.hex()}")
            start, run = at, bytes([self.bytes[at]])
        if run:
            patches.append(f"{start:x}:{run.hex()}")
        return f"{self.name}\t{self.expected}\t{' '.join(patches)}"


def limits(value, size):
    """Values that a field of that size should be tried with."""
    top = 1 << 8 * size
    values = [0, 1, value - 1, value + 1, value * 2, top // 2 - 1, top // 2, top - 2, top - 1]
    return sorted({v % top for v in values} - {value})


# -- with an aim ----------------------------------------------------------------------


class Aimed:
    """Collects the variants that are made on purpose."""

    def __init__(self, victim):
        self.victim = victim
        self.variants = []

    def new(self, name, expected=""):
        variant = Variant(self.victim, name, expected)
        self.variants.append(variant)
        return variant

    def all(self):
        self.every_field()
        self.heads()
        self.strings()
        self.providers()
        self.probes()
        self.places()
        self.dashes()
        self.args()
        self.bounds()
        self.xlated()
        self.qualified()
        self.messages()
        self.enumerators()
        self.events()
        self.records()
        self.numbers()
        self.trampolines()
        if self.victim.events:
            self.event_classes()
        self.keys()
        self.code()
        return self.variants

    def every_field(self):
        """Each field of everything, at its limits."""
        v = self.victim
        for field in v.fields("sdt_table"):
            self._limits(f"head.{field}", v.head(field))
        for i in range(v.nr_providers):
            for field in v.fields("sdt_table_provider"):
                self._limits(f"provider{i}.{field}", v.provider(i, field))
        for i in range(v.nr_probes):
            for field in v.fields("sdt_table_probe"):
                self._limits(f"probe{i}.{field}", v.probe(i, field))
        for i in range(v.nr_extras):
            for field in v.fields("sdt_table_extra"):
                self._limits(f"extra{i}.{field}", v.extra(i, field))
        for i in range(v.nr_places):
            for field in v.fields("sdt_table_place"):
                self._limits(f"place{i}.{field}", v.place(i, field))
        for i in range(v.nr_args):
            for field in v.fields("sdt_table_arg"):
                self._limits(f"arg{i}.{field}", v.arg(i, field))
        for i in range(v.nr_xlated):
            for field in v.fields("sdt_table_xlated"):
                self._limits(f"xlated{i}.{field}", v.xlated(i, field))
        for i in range(v.nr_enumerators):
            for field in v.fields("sdt_table_enumerator"):
                self._limits(f"enumerator{i}.{field}", v.enumerator(i, field))
        for i in range(v.nr_records):
            for field in v.record_fields(i):
                self._limits(f"record{i}.{field}", v.record(i, field))

    def _limits(self, name, place):
        for value in limits(self.victim.get(place), place[1]):
            self.new(f"{name}={value:#x}").put(place, value)

    def other_abi(self):
        known = self.victim.get(self.victim.head("version"))
        return f"has ABI version 99, this sdt.ko knows version {known} only: build both with the same SDT"

    def heads(self):
        v = self.victim
        self.new("table-version", f"probe table {self.other_abi()}").put(
            v.head("version"), 99)
        self.new("magic", "no probe table where one should start").put(v.head("magic"), 0)
        self.new("kind", "an object's probe table where a module's should be").put(v.head("kind"), 1)
        self.new("size", "probe table of 80 bytes, but its parts need").put(v.head("size"), 80)
        self.new("more-sites", "probe table counts 99 sites, but").put(v.head("nr_sites"), 99)
        self.new("module-none", "probe table without a module's name").put(v.head("module"), 0)
        self.new("module", "the module's name lies outside the strings").put(v.head("module"), v.strings_size)
        self.new("module-other", "belongs to module first").put(
            v.head("module"), v.get(v.probe(0, "function")))
        # Counts that the size agrees with
        self.new("providers", "probe table of 257 providers").put(v.head("nr_providers"), 257).fit()
        for field, far in (("nr_probes", 6000000), ("nr_extras", 6000000),
                           ("nr_places", 12000000), ("nr_args", 3000000), ("nr_xlated", 6000000),
                           ("nr_enumerators", 3000000), ("strings_size", 1 << 26)):
            self.new(f"{field}-far", "probe table of ").put(v.head(field), far).fit()
            for value in limits(v.get(v.head(field)), 4):
                self.new(f"{field}={value:#x}-fit").put(v.head(field), value).fit()
            for step in (-8, -4, 4, 8):
                self.new(f"{field}{step:+}-fit").put(
                    v.head(field), v.get(v.head(field)) + step).fit()
        self.new("strings-odd", "probe table with strings of ").put(v.head("strings_size"), v.strings_size + 1).fit()
        self.new("strings-none", "probe table with strings of 0 bytes").put(v.head("strings_size"), 0).fit()
        self.new("end-mark", "without its end mark").put((v.strings + v.strings_size, 4), 0)
        self.new("strings-end", "with broken strings").write(v.strings + v.strings_size - 1, b"x")
        self.new("strings-begin", "with broken strings").write(v.strings, b"x")

    def strings(self):
        """Each string, badly spelled: names, types and files."""
        v = self.victim
        starts = sorted({v.get(place(i, field))
                         for place, count, fields in (
                             (v.provider, v.nr_providers, ("name",)),
                             (v.probe, v.nr_probes, ("function", "name", "file")),
                             (v.extra, v.nr_extras, ("message",)),
                             (v.place, v.nr_places, ("file",)),
                             (v.arg, v.nr_args, ("name", "declared", "type", "aka")),
                             (v.xlated, v.nr_xlated, ("name", "type")),
                             (v.enumerator, v.nr_enumerators, ("name",)))
                         for i in range(count) for field in fields} |
                        {v.get(v.head("module"))})
        for start in starts:
            if not start:
                continue
            at = v.strings + start
            end = v.data.index(b"\0", at)
            for what, byte in (("empty", 0), ("newline", 10), ("escape", 27), ("delete", 127),
                               ("slash", 47), ("colon", 58), ("blank", 32), ("percent", 37),
                               ("quote", 34), ("latin", 0xe4), ("high", 0xff)):
                self.new(f"string{start}-{what}").write(at, bytes([byte]))
            self.new(f"string{start}-no-end").write(end, b"x")
        size = v.strings_size
        self.new("strings-one", "").write(v.strings + 1, b"a" * (size - 2))
        self.new("strings-control", "a control character in the string").write(v.strings + 1,
                                                                b"\x01" * (size - 2))
        self.new("name-long", "is longer than 255 bytes").put(v.arg(0, "name"), v.get(v.arg(
            v.get(v.probe(v.probe_named("third", "callback"), "first_arg")), "type")))
        self.new("name-control", "a control character in the string").write(v.strings + v.get(v.probe(0, "name")), b"\n")
        entry = v.probe_named("kinds", "kinds-entry")
        name = v.strings + v.get(v.probe(entry, "name"))
        for what, text in (("begin", b"-inds-entry"), ("middle", b"kinds--ntry"),
                           ("end", b"kinds-entr-")):
            self.new(f"name-dash-{what}", f"probe {entry}: its name has an empty part").write(
                name, text)
        self.new("name-underscores", f"probe {entry}: its name 'kinds__ntry' has two").write(
            name, b"kinds__ntry")
        for text in (b"enable", b"filter"):
            self.new(f"name-{text.decode()}", f"probe {entry}: no event can be named "
                     + text.decode()).write(name, text + b"\0")
        # A long string has room for the names of fields that every event has.
        long = v.get(v.arg(v.get(v.probe(v.probe_named("third", "callback"), "first_arg")), "type"))
        for text in (b"common_pid", b"__probe_ip"):
            expected = f"it cannot be called '{text.decode()}'"
            for what, place in (("argument", v.arg(0, "name")),
                                ("translated argument", v.xlated(0, "name"))):
                self.new(f"{what}-{text.decode()}", f"{what} 0: {expected}").write(
                    v.strings + long, text + b"\0").put(place, long)
        self.new("argument-not-ascii", "is not ASCII").write(
            v.strings + long, "\u00e9\0".encode()).put(v.arg(0, "name"), long)
        self.new("type-control", "a control character in the string").write(v.strings + v.get(v.arg(0, "type")), b"\n")

    def providers(self):
        v = self.victim
        for i in range(v.nr_providers):
            what = f"provider {i}"
            name = v.provider(i, "name")
            self.new(f"provider{i}-at-end", f"{what}: its ").put(
                name, v.strings_size)
            self.new(f"provider{i}-none", f"{what}: its ").put(name, 0)
            text = v.strings + v.get(name)
            for place, parts in (("begin", b"-d"), ("middle", b"s--"), ("end", b"sd-")):
                self.new(f"provider{i}-dash-{place}", f"{what}: its name has an empty part").write(text, parts)
            self.new(f"provider{i}-stability", f"{what}: unknown level of stability").put(
                v.provider(i, "stability[0]"), v.abi.constants["SDT_STABILITY_STANDARD"] + 1)
            self.new(f"provider{i}-dependency", f"{what}: unknown class of dependency").put(
                v.provider(i, "stability[14]"), v.abi.constants["SDT_DEPENDENCY_COMMON"] + 1)
            self.new(f"provider{i}-flags", f"{what}: unknown flags 0x82").put(
                v.provider(i, "flags"), 0x82)
            self.new(f"provider{i}-twice", "sorted" if v.nr_providers > 1 else "").put(
                name, v.get(v.provider(0 if i else v.nr_providers - 1, "name")))

    def probes(self):
        v = self.victim
        size = v.abi.sizes["sdt_table_probe"]
        strings = v.strings_size
        for i in range(v.nr_probes):
            at = v.probe(i, "function")[0]
            for j in range(v.nr_probes):
                other = v.probe(j, "function")[0]
                if i == j:
                    continue
                self.new(f"probe{i}-is-{j}").copy(other, at, size)
                self.new(f"probe{i}-has-{j}'s-names", "").copy(other, at, 12)
                if i < j:
                    self.new(f"probes-{i}-{j}-swapped").copy(other, at, size).copy(
                        at, other, size)
            self.new(f"probe{i}.provider-past", "its provider is number ").put(
                v.probe(i, "provider"), v.nr_providers)
            for field in ("function", "name", "file"):
                place = v.probe(i, field)
                self.new(f"probe{i}.{field}-at-end", "lies outside the strings").put(
                    place, strings)
                self.new(f"probe{i}.{field}-last").put(place, strings - 1)
                self.new(f"probe{i}.{field}-middle").put(place, v.get(place) + 2)
            self.new(f"probe{i}-args-past").put(v.probe(i, "first_arg"),
                                                v.nr_args - v.get(v.probe(i, "nr_args")) + 1)
            self.new(f"probe{i}-no-file", f"probe {i}: it has no source file").put(
                v.probe(i, "file"), 0)
        self.new("probe-args", "probe 0: its 33 arguments from").put(
            v.probe(0, "nr_args"), v.abi.constants["SDT_MAX_ARGS"] + 1)
        self.new("probe-first-arg", "lie outside the table").put(
            v.probe(0, "first_arg"), v.nr_args)
        for flags in (0x8000, v.abi.constants["SDT_PROBE_IS_ENABLED"]):
            self.new(f"probe-flags-{flags:#x}", f"probe 0: unknown flags {flags:#x}").put(
                v.probe(0, "flags"), flags)
        self.new("probe-twice", "sorted").copy(
            v.probe(0, "function")[0], v.probe(1, "function")[0], size)

    def places(self):
        """Sites of a probe in another file, and what only some probes have."""
        v = self.victim
        for i in range(v.nr_places):
            self.new(f"place{i}-past", f"place {i}: its probe is number").put(
                v.place(i, "probe"), v.nr_probes)
            self.new(f"place{i}-no-file", f"place {i}: it has no source file").put(
                v.place(i, "file"), 0)
            self.new(f"place{i}-at-end", f"place {i}: its file lies outside").put(
                v.place(i, "file"), v.strings_size)
        for i in range(v.nr_extras):
            self.new(f"extra{i}-past", f"extra {i}: its probe is number").put(
                v.extra(i, "probe"), v.nr_probes)
            self.new(f"extra{i}-message", f"extra {i}: its message lies outside").put(
                v.extra(i, "message"), v.strings_size)
        self.new("extra-twice", "extra 1: the extras are not sorted").put(
            v.extra(1, "probe"), v.get(v.extra(0, "probe")))

    def xlated(self):
        """Translated arguments, and the probes that have them."""
        v = self.victim
        size = v.abi.sizes["sdt_table_xlated"]
        translated = v.abi.constants["SDT_PROBE_TRANSLATED"]
        for i in range(v.nr_xlated):
            what = f"translated argument {i}"
            for field in ("name", "type"):
                place = v.xlated(i, field)
                self.new(f"xlated{i}.{field}-at-end", f"{what}: its ").put(
                    place, v.strings_size)
                self.new(f"xlated{i}.{field}-middle").put(place, v.get(place) + 2)
            self.new(f"xlated{i}-no-name", f"{what}: its ").put(v.xlated(i, "name"), 0)
            self.new(f"xlated{i}-no-type", f"{what}: it has no type").put(v.xlated(i, "type"), 0)
            for byte in range(3):
                self.new(f"xlated{i}-zero-{byte}", f"{what}: its padding is not zero").put(
                    v.xlated(i, f"zero[{byte}]"), 1)
            self.new(f"xlated{i}-arg", "is made from arg2, of ").put(
                v.xlated(i, "arg"), 2)
            self.new(f"xlated{i}-no-arg", f"{what}: there is no arg32").put(
                v.xlated(i, "arg"), v.abi.constants["SDT_MAX_ARGS"])
            for j in range(i):
                self.new(f"xlated{i}-{j}-one-name", "two translated arguments are named").put(
                    v.xlated(i, "name"), v.get(v.xlated(j, "name")))
                self.new(f"xlated-{i}-{j}-swapped", "works").copy(
                    v.xlated(j, "name")[0], v.xlated(i, "name")[0], size).copy(
                        v.xlated(i, "name")[0], v.xlated(j, "name")[0], size)

        probe = v.probe_named("third", "view")
        extra = v.extra_of(probe)
        what = f"extra {extra}"
        flags = v.probe(probe, "flags")
        first, nr = (v.extra(extra, field) for field in ("first_xlated", "nr_xlated"))
        self.new("xlated-many", f"{what}: its 33 translated arguments from").put(
            nr, v.abi.constants["SDT_MAX_ARGS"] + 1)
        self.new("xlated-past", f"{what}: its ").put(first, 1)
        self.new("xlated-far", f"{what}: its ").put(first, (1 << 32) - 1)
        self.new("xlated-not", f"probe {probe}: it has translated arguments, but is not").put(flags, 0)
        differ = "probe view has other translated arguments in third() than in second()"
        self.new("xlated-fewer", differ).put(nr, 2)
        nothing = f"{what}: it has neither a message nor translated arguments"
        self.new("xlated-none", nothing).put(nr, 0)
        self.new("xlated-untranslated", nothing).put(flags, 0).put(first, 0).put(nr, 0)

        other = v.probe_named("kinds", "kinds-entry")
        self.new("translated-none", "works").put(v.probe(other, "flags"), translated)
        said = v.probe_named("third", "said")
        for field in ("first_xlated", "nr_xlated"):
            self.new(f"untranslated-{field}", f"probe {said}: it has translated arguments, but is not").put(
                v.extra(v.extra_of(said), field), 1)

    def qualified(self):
        """Probes that have their function in the event's name, or not."""
        v = self.victim
        qualified = v.abi.constants["SDT_PROBE_QUALIFIED"]
        of_first, of_second = (v.probe_named(function, "same") for function in ("first", "second"))
        arguments = v.probe(of_second, "nr_args")
        # Two events now, so they may differ.
        for name, probes in (("one", (of_first,)), ("other", (of_second,)),
                             ("both", (of_first, of_second))):
            variant = self.new(f"qualified-{name}", "works").put(arguments, 1)
            for probe in probes:
                variant.put(v.probe(probe, "flags"), qualified)
        entry = v.probe_named("kinds", "kinds-entry")
        self.new("qualified-enable", "works").write(
            v.strings + v.get(v.probe(entry, "name")), b"enable\0").put(
                v.probe(entry, "flags"), qualified)
        # A function whose name takes the place of a type that an author wrote
        callback = v.arg(v.get(v.probe(v.probe_named("third", "callback"), "first_arg")),
                         "declared")
        length = len(v.string(v.probe(0, "name"))) + len("_")
        most = v.abi.constants["SDT_MAX_EVENT_NAME"]
        for name, size, expected in (
                ("longest", most, "works"),
                ("long", most + 1, "probe 0: the name of its event has "
                 f"{most + 1} bytes, at most {most} are possible")):
            assert len(v.string(callback)) >= size - length
            self.new(f"qualified-{name}", expected).write(
                v.strings + v.get(callback), b"a" * (size - length) + b"\0").put(
                    v.probe(0, "function"), v.get(callback)).put(
                        v.probe(0, "flags"), qualified)
        # The names of two events are one, with a provider or a function in one of them.
        for name, renamed, new, qualify in (
                ("provider", "kinds-return", b"udp-send\0", None),
                ("provider", "kinds-return", b"udp_send\0", None),
                ("function", "kinds-entry", b"first-same\0", of_first)):
            probe = v.probe_named("kinds", renamed)
            place = v.strings + v.get(v.probe(probe, "name"))
            for what, text, expected in (
                    ("one", new, "would be one event"),
                    ("two", new[:-2] + b"s\0", "works")):
                variant = self.new(f"{what}-by-{name}", expected).write(place, text)
                if qualify is not None:
                    variant.put(v.probe(qualify, "flags"), qualified)

    def messages(self):
        """Messages that do not fit their arguments, or their probe."""
        v, constants = self.victim, self.victim.abi.constants
        said = v.probe_named("third", "said")
        extra = v.extra_of(said)
        flags, message = v.probe(said, "flags"), v.extra(extra, "message")
        most = len(v.string(message))
        more = f"probe {said}: its message takes more than its 5 arguments"
        star = f"probe {said}: its message takes arg1 as a number, which is not an integer"
        for name, text, expected in (
                ("more", b"%d%d%d%d%d%d", more), ("more-widths", b"%d%s%d%d%d%*", more),
                ("width", b"%d%*d", star), ("precision", b"%d%.*s", star),
                ("less", b"%d", "works"), ("text", b"%%", "works"),
                ("types", b"%s%d%pM%pI6c%s", "works"), ("others", b"%pV%n%pe%*ph", "works"),
                ("bytes", b"%d%c%d%d%pI6", "works"), ("dump", b"%d%c%d%d%99ph", "works"),
                ("broken", b"% 5% %y %", "works"), ("broken-width", b"%*", "works"),
                ("wide", b"%9999999999d%s%9.9999999999u", "works"),
                ("flags", b"%-+ #0-+ #0-+ #0-+ #0lllllllld", "works")):
            assert len(text) <= most
            self.new(f"message-{name}", expected).write(
                v.strings + v.get(message), text + b"\0")
        qualified, translated = (constants["SDT_PROBE_" + name] for name in ("QUALIFIED", "TRANSLATED"))
        self.new("message-unqualified", "works").put(flags, 0)
        self.new("message-translated", f"probe {said}: a message with flags").put(
            flags, qualified | translated)
        view = v.probe_named("second", "view")
        self.new("message-other", f"probe {view}: a message with flags").put(
            v.extra(v.extra_of(view), "message"), v.get(message))
        self.new("message-none", "it has neither a message nor translated arguments").put(message, 0)

    def dashes(self):
        """Only the names of probes and of providers can have a dash."""
        v = self.victim
        for what, place in (("function", v.probe(0, "function")), ("argument", v.arg(0, "name")),
                            ("translated", v.xlated(0, "name")),
                            ("enumerator", v.enumerator(0, "name"))):
            self.new(f"dash-{what}", "is not an identifier").write(v.strings + v.get(place) + 1, b"-")

    def args(self):
        v = self.victim
        size = v.abi.sizes["sdt_table_arg"]
        strings = v.strings_size
        for i in range(v.nr_args):
            at = v.arg(i, "name")[0]
            for field in ("name", "declared", "type", "aka"):
                self.new(f"arg{i}.{field}-at-end", "lies outside the strings").put(
                    v.arg(i, field), strings)
                self.new(f"arg{i}.{field}-last").put(v.arg(i, field), strings - 1)
                self.new(f"arg{i}.{field}-middle").put(v.arg(i, field), v.get(v.arg(i, field)) + 2)
            for kind in range(v.abi.constants["SDT_ARG_BYTES"] + 2):
                self.new(f"arg{i}-kind-{kind}").put(v.arg(i, "kind"), kind)
                self.new(f"arg{i}-kind-{kind}-8-bytes").put(v.arg(i, "kind"), kind).put(
                    v.arg(i, "size"), 8)
            for bytes_ in (0, 1, 2, 3, 4, 5, 8, 16):
                self.new(f"arg{i}-size-{bytes_}").put(v.arg(i, "size"), bytes_)
            for flag in range(8):
                self.new(f"arg{i}-flag-{flag}").put(v.arg(i, "flags"), 1 << flag)
            for j in range(i):
                self.new(f"args-{i}-{j}-swapped").copy(v.arg(j, "name")[0], at, size).copy(
                    at, v.arg(j, "name")[0], size)
        constants = v.abi.constants
        self.new("arg-name", "argument 0: its field name '' is not an identifier").put(v.arg(0, "name"), 0)
        self.new("arg-type", "no type").put(v.arg(0, "type"), 0)
        self.new("arg-size", "argument 0: its size is 3 bytes").put(v.arg(0, "size"), 3)
        self.new("arg-kind", "unknown kind 99").put(v.arg(0, "kind"), 99)
        self.new("arg-pointer", "a pointer of 4 bytes").put(
            v.arg(0, "kind"), constants["SDT_ARG_STRING"]).put(v.arg(0, "size"), 4)
        self.new("arg-flags", "unknown flags 0x60").put(v.arg(0, "flags"), 0x60)
        self.new("arg-twice", "two arguments are named").put(
            v.arg(1, "name"), v.get(v.arg(0, "name")))

    def bounds(self):
        """Hexadecimal numbers, and bytes and strings with a bound."""
        v, constants = self.victim, self.victim.abi.constants
        kinds = v.probe_named("kinds", "kinds-entry")
        first, nr = (v.get(v.probe(kinds, field)) for field in ("first_arg", "nr_args"))
        numbers = {v.string(v.arg(i, "name")).decode(): i - first
                   for i in range(first, first + nr)}
        text, byte, half = (numbers[name] for name in ("text", "byte", "half"))
        pointer = first + text + 1
        is_arg, most = constants["SDT_BOUND_IS_ARG"], constants["SDT_MAX_BOUND"]

        for i in range(first, first + nr):
            kind, flags = v.get(v.arg(i, "kind")), v.get(v.arg(i, "flags"))
            self.new(f"hex-{i}", "works" if kind == constants["SDT_ARG_INTEGER"] or
                     (kind == constants["SDT_ARG_POINTER"] and not flags) else
                     f"argument {i}: trusted, but not a pointer that can be"
                     if kind >= constants["SDT_ARG_POINTER"] else
                     f"argument {i}: shown in hexadecimal, but not an integer").put(
                         v.arg(i, "flags"), v.get(v.arg(i, "flags")) | constants["SDT_ARG_HEX"])
        self.new("signed-pointer", f"argument {pointer}: signed, but not a number").put(
            v.arg(pointer, "flags"), constants["SDT_ARG_SIGNED"])
        self.new("user-integer", "in an address space, but not a pointer").put(
            v.arg(first + byte, "flags"), constants["SDT_ARG_USER"])
        self.new("bytes-no-bound", f"argument {pointer}: it points to 0 bytes"
                 ).put(v.arg(pointer, "kind"), constants["SDT_ARG_BYTES"])
        self.new("pointer-bound", "a first enumerator, but no enumerators").put(
            v.arg(pointer, "bound"), 1)
        self.new("pointer-bound-last", "a first enumerator, but no enumerators").put(
            v.arg(pointer, "bound"), is_arg | byte)
        for kind, i in (("BYTES", pointer), ("STRING", first + text)):
            bad = f"probe {kinds}: the length of arg{i - first} is "
            far = f"argument {i}: its bound 0x"
            for bound, expected in (
                    (1, "works"), (6, "works"), (most, "works"),
                    (is_arg | byte, "works"), (is_arg | half, "works"),
                    (is_arg | i - first, bad + "itself"), (is_arg | numbers["fn"], bad),
                    (is_arg | numbers["state"], bad), (is_arg | numbers["flag"], bad),
                    (is_arg | nr, bad), (is_arg | nr + 1, bad), (is_arg | 255, far),
                    (is_arg | 256, far), (is_arg | most, far)):
                self.new(f"{kind.lower()}-bound={bound:#x}", expected).put(
                    v.arg(i, "kind"), constants["SDT_ARG_" + kind]).put(v.arg(i, "bound"), bound)
        # Another probe has a part of the same arguments: without the integer, or in which
        # it is another one.
        returns = v.probe_named("kinds", "kinds-return")
        for name, start, count, expected in (
                ("less", first, byte, "the length of arg"),
                ("as-much", first, byte + 1, "works"),
                ("shifted", first + 1, nr - 1, "works")):
            bytes_ = first + text + (name == "shifted")
            self.new(f"bound-shared-{name}", expected).put(
                v.arg(bytes_, "kind"), constants["SDT_ARG_BYTES"]).put(
                    v.arg(bytes_, "bound"), is_arg | byte).put(
                        v.probe(returns, "first_arg"), start).put(
                            v.probe(returns, "nr_args"), count)

    def enumerators(self):
        v = self.victim
        size = v.abi.sizes["sdt_table_enumerator"]
        enum = next(i for i in range(v.nr_args) if v.get(v.arg(i, "nr_enumerators")))
        other = next(i for i in range(v.nr_args) if not v.get(v.arg(i, "nr_enumerators")))
        far = "lie outside the table"
        for i in range(v.nr_enumerators):
            place = v.enumerator(i, "name")
            self.new(f"enumerator{i}.name-at-end",
                     f"enumerator {i}: its name lies outside the strings").put(
                         place, v.strings_size)
            self.new(f"enumerator{i}.name-last", "is not an identifier").put(place, v.strings_size - 1)
            self.new(f"enumerator{i}.name-none",
                     f"enumerator {i}: its name").put(place, 0)
            self.new(f"enumerator{i}.name-middle").put(place, v.get(place) + 2)
            for j in range(i):
                self.new(f"enumerator{i}-is-{j}", "works").copy(
                    v.enumerator(j, "name")[0], place[0], size)
        past = v.nr_enumerators - v.get(v.arg(enum, "nr_enumerators")) + 1
        self.new("enumerators-past", far).put(v.arg(enum, "first_enumerator"), past)
        self.new("enumerators-end", far).put(v.arg(enum, "first_enumerator"), v.nr_enumerators)
        self.new("enumerators-far", far).put(v.arg(enum, "first_enumerator"), (1 << 32) - 1)
        self.new("enumerators-many", far).put(v.arg(enum, "nr_enumerators"), 255)
        self.new("enumerators-few", "works").put(v.arg(enum, "nr_enumerators"), 1)
        self.new("enumerators-none", "works").put(v.arg(enum, "nr_enumerators"), 0)
        constants = v.abi.constants
        none = "a first enumerator, but no enumerators"
        self.new("enumerators-none-far", none).put(
            v.arg(other, "kind"), constants["SDT_ARG_INTEGER"]).put(
                v.arg(other, "first_enumerator"), v.nr_enumerators + 1)
        self.new("enumerators-none-end", none).put(
            v.arg(other, "kind"), constants["SDT_ARG_ENUM"]).put(
                v.arg(other, "first_enumerator"), v.nr_enumerators)
        no_enum = "not an enum, but it has enumerators"
        for kind in ("INTEGER", "BOOL", "POINTER", "STRING", "FUNCTION", "BYTES"):
            self.new(f"enumerators-{kind}", no_enum).put(
                v.arg(enum, "kind"), constants["SDT_ARG_" + kind]).put(v.arg(enum, "size"), 8)
        self.new("enumerators-other", no_enum).put(v.arg(other, "nr_enumerators"), 1)
        bitmask = v.arg(enum, "kind"), constants["SDT_ARG_BITMASK"]
        self.new("bitmask", "works").put(*bitmask)
        self.new("bitmask-few", "works").put(*bitmask).put(v.arg(enum, "nr_enumerators"), 1)
        self.new("bitmask-none", "works").put(*bitmask).put(v.arg(enum, "nr_enumerators"), 0)
        self.new("bitmask-past", far).put(*bitmask).put(v.arg(enum, "first_enumerator"), past)

    def events(self):
        """Probes that are one event, and are not alike; or that should not be one."""
        v = self.victim
        second = v.probe_named("second", "same")
        differ = "probe same has other arguments in second() than in first()"
        self.new("event-fewer-arguments", differ).put(v.probe(second, "nr_args"), 1)
        self.new("event-no-arguments", differ).put(v.probe(second, "nr_args"), 0)
        for i in range(v.nr_args - 1):
            if i != v.get(v.probe(second, "first_arg")):
                self.new(f"event-arguments-{i}", differ).put(v.probe(second, "first_arg"), i)
        # The arguments that it shares come to stand somewhere else, and differ there.
        same = v.get(v.probe(second, "first_arg"))
        spare = v.get(v.probe(v.probe_named("kinds", "kinds-entry"), "first_arg"))
        size = v.abi.sizes["sdt_table_arg"]
        constants = v.abi.constants
        for field, value in (("name", (spare, "name")), ("declared", (spare, "declared")),
                             ("type", (spare, "type")), ("aka", (spare, "type")), ("size", 8), ("kind", constants["SDT_ARG_ENUM"]),
                             ("flags", 0), ("flags", 1 | constants["SDT_ARG_USER"]),
                             ("flags", 1 | constants["SDT_ARG_PERCPU"]),
                             ("flags", 1 | constants["SDT_ARG_RCU"]),
                             ("flags", 1 | constants["SDT_ARG_IOMEM"]),
                             ("flags", 1 | constants["SDT_ARG_HEX"])):
            if not isinstance(value, int):
                value = v.get(v.arg(*value))
            expected = "works" if field in ("name", "declared") else differ
            if field == "flags" and value & (constants["SDT_ARG_USER"] | constants["SDT_ARG_PERCPU"] |
                                             constants["SDT_ARG_RCU"] | constants["SDT_ARG_IOMEM"]):
                expected = "in an address space, but not a pointer"
            self.new(f"event-argument-{field}-{value:#x}", expected).copy(
                v.arg(same, "name")[0], v.arg(spare, "name")[0], 2 * size).put(
                    v.probe(second, "first_arg"), spare).put(v.arg(spare, field), value)
        # They are strings with bounds that differ, or do not.
        for bound, other, expected in ((0, 0, "works"), (5, 5, "works"), (0, 5, differ),
                                       (5, 6, differ)):
            variant = self.new(f"event-bounds-{bound}-{other}", expected).copy(
                v.arg(same, "name")[0], v.arg(spare, "name")[0], 2 * size).put(
                    v.probe(second, "first_arg"), spare)
            for arg, value in ((same, bound), (spare, other)):
                variant.put(v.arg(arg, "kind"), constants["SDT_ARG_STRING"]).put(
                    v.arg(arg, "flags"), 0).put(v.arg(arg, "size"), 8).put(
                        v.arg(arg, "bound"), value)
        # The extra of the next probe, with a message that takes no arguments
        message = v.extra(v.extra_of(v.probe_named("third", "said")), "message")
        extra = v.extra_of(v.probe_named("second", "view"))
        self.new("event-message", "probe same has another message in second() than in first()").write(
            v.strings + v.get(message), b"text\0").put(v.extra(extra, "message"), v.get(message)).put(
                v.extra(extra, "probe"), second).put(v.extra(extra, "first_xlated"), 0).put(
                    v.extra(extra, "nr_xlated"), 0)
        day = v.probe(v.probe_named("second", "one_day"), "name")
        at = v.strings + v.get(day)
        self.new("event-twice", "one-way and ").write(
            at, b"one_way")
        self.new("event-other", "works").write(at, b"one_may")

    def records(self):
        v = self.victim
        for i in range(v.nr_records):
            self.new(f"record{i}-version", f"site record {self.other_abi()}").put(
                v.record(i, "version"), 99)
            self.new(f"record{i}-other-kind").put(v.record(i, "line"), v.get(
                v.record(i, "line")) ^ v.abi.constants["SDT_SITE_IS_ENABLED"])
            any_ = v.abi.constants["SDT_SITE_IS_ANY"]
            if v.get(v.record(i, "line")) < any_:
                self.new(f"record{i}-no-kind", "is of an unknown kind").put(
                    v.record(i, "line"), v.get(v.record(i, "line")) | any_)
            number = v.probe_of(i)
            self.new(f"record{i}-asks-for-all",
                     f"tests all probes refers to probe {number} of" if number else "").put(
                         v.record(i, "line"), v.get(v.record(i, "line")) | any_ |
                         v.abi.constants["SDT_SITE_IS_ENABLED"])
            self.new(f"record{i}-used", "in use already").put(v.record(i, "enabled"), 1)
            self.new(f"record{i}-runtime", "in use already").put(v.record(i, "runtime"), 8)
            # The kernel keeps these bits, which say what the word of the key is.
            for bits in (1, 2, 3):
                self.new(f"record{i}-key-bits-{bits}", "in use already").put(
                    v.record(i, "entries"), bits)
            self.new(f"record{i}-magic", "sites, but the module has" if i < v.nr_records - 1
                     else "not followed by a trampoline").put(
                v.record(i, "magic[0]"), 0)

    def numbers(self):
        """Which probe and file the records have."""
        v = self.victim
        nr = v.nr_probes + v.nr_places
        outside = f"but its probe table has {v.nr_probes} probes and {v.nr_places} places"
        for i in range(v.nr_records):
            place = v.places[i]
            for number in sorted({*range(nr), nr + 1, 1 << 30, (1 << 31) - 1}):
                self.new(f"record{i}.place={number:#x}", outside if number >= nr else "").relocate(
                    place, number, 0)
            self.new(f"record{i}.place-past", f"a site has number {nr}, {outside}").relocate(
                place, nr, 0)
            if v.probe_of(i) and v.get(v.record(i, "line")) <= v.abi.constants["SDT_SITE_LINE"]:
                alone = [v.probe_of(j) for j in range(v.nr_records)
                         if v.get(v.record(j, "line")) <= v.abi.constants["SDT_SITE_LINE"]
                         ].count(v.probe_of(i)) == 1
                self.new(f"record{i}.place-other", f"probe {v.probe_of(i)} of its probe table has no sites"
                         if alone else "works").relocate(place, 0, 0)

    def trampolines(self):
        """Where the trampoline leads, and what is there."""
        v, abi = self.victim, self.victim.abi
        way, code = v.to_table, v.to_code
        none = "not followed by a trampoline"
        no_code = "no code that can be patched"
        for step in (-1, 1, 2, 3):
            self.new(f"table{step:+#x}", "not point to a probe table").relocate(way, way[2] + step)
        for step in (4, 8, abi.sizes["sdt_table"], v.table["size"]):
            self.new(f"table{step:+#x}", "no probe table where one should start").relocate(
                way, way[2] + step)
        for step in (1 << 12, 1 << 28, -(1 << 28)):
            self.new(f"table{step:+#x}").relocate(way, way[2] + step)
        self.new("table-outside", "probe table cut off after 0 bytes").relocate(way, way[2] + (1 << 28))
        for where in ("victim_text", "victim_init_data", "victim_data", "__sdt_sites",
                      ".text", "fired"):
            self.new(f"table-at-{where}").relocate(way, 0, where)
        for value in limits(v.get(v.trampoline("magic")), 4):
            self.new(f"trampoline-magic={value:#x}", none).put(v.trampoline("magic"), value)
        for word in ("key[0]", "key[1]"):
            for value in limits(0, 8):
                if word == "key[0]" and v.to_key:  # the loader writes over it
                    continue
                self.new(f"trampoline-{word}={value:#x}", "trampoline is in use already").put(
                    v.trampoline(word), value)
        for step in (-8, -1, 1, 8, 16, 1 << 12, 1 << 28, -(1 << 28)):
            self.new(f"code{step:+#x}", no_code).relocate(code, code[2] + step)
        for where in ("victim_text", "victim_data", ".init.text", "__sdt_table"):
            self.new(f"code-at-{where}", no_code).relocate(code, 0, where)
        if v.to_key:
            for where in ("victim_text", "victim_data", ".init.text", "__sdt_table"):
                self.new(f"key-at-{where}", "trampoline is in use already").relocate(
                    v.to_key, 0, where)
        for i in v.arch.CHECKED_CODE:
            for value in limits(v.get((v.code_at + i, 1)), 1):
                self.new(f"code[{i}]={value:#x}", no_code).put((v.code_at + i, 1), value)

    def event_classes(self):
        """Where the classes of TRACE_EVENTs are, and what is there."""
        v = self.victim
        way, nowhere, none = v.to_events, "not point to the classes of its events", "has no class"
        foreign = "refers to what is not the module's"
        for step in (-4, 1, 4, 1 << 28, -(1 << 28)):
            self.new(f"events{step:+#x}", nowhere).relocate(way, way[2] + step)
        for where in ("victim_text", "victim_init_data", "__sdt_table", ".text"):
            self.new(f"events-at-{where}", nowhere).relocate(way, 0, where)
        nr = len(v.event_classes)
        for value in limits(v.get(v.event_list("magic")), 4):
            self.new(f"events-magic={value:#x}", nowhere).put(v.event_list("magic"), value)
        for value in limits(nr, 4):
            self.new(f"events-nr={value:#x}", none if value < nr else nowhere if value > v.nr_probes
                     else "classes of events for").put(v.event_list("nr_events"), value)
        for field in ("first_enumerator", "nr_enumerators"):
            for value in (v.nr_enumerators + 1, 1 << 16, (1 << 32) - 1):
                self.new(f"events-{field}={value:#x}", "outside the enumerators").put(
                    v.event_list(field), value)
        for i, (way, at) in enumerate(v.event_classes):
            for value in limits(v.get(v.event_entry(i, "probe")), 4):
                self.new(f"events{i}-probe={value:#x}", none).put(v.event_entry(i, "probe"), value)
            for step in (-8, 1, 4, 8, 1 << 12, 1 << 28, -(1 << 28)):
                self.new(f"events{i}-class{step:+#x}", none).relocate(way, way[2] + step)
            for where in ("victim_text", "victim_data", "victim_init_data", ".text"):
                self.new(f"events{i}-class-at-{where}", none).relocate(way, 0, where)
            for value in limits(v.get((at, 4)), 4):
                self.new(f"events{i}-class-magic={value:#x}", none).put((at, 4), value)
            for value in limits(v.get((at + 4, 4)), 4):
                self.new(f"events{i}-class-version={value:#x}", "has ABI version").put(
                    (at + 4, 4), value)
            # fields, print_fmt, funcs.trace, record: struct sdt_event_class
            for name, offset, wrong in (("fields", 8, ("victim_text", "victim_init_data", ".text")),
                                        ("text", 16, ("victim_text", "victim_init_data", ".text")),
                                        ("trace", 24, ("victim_data", ".init.text")),
                                        ("record", 56, ("victim_data", ".init.text"))):
                pointer = v.pointer(at + offset)
                for step in (1 << 40, -(1 << 40)):
                    self.new(f"events{i}-{name}{step:+#x}", foreign).relocate(pointer, pointer[2] + step)
                for where in wrong:
                    self.new(f"events{i}-{name}-at-{where}", foreign).relocate(pointer, 0, where)
        (way, _), (other, _) = v.event_classes
        self.new("events-one-class", "works").put((way[0] + 12, 4), other[1]).put(
            (way[0] + 16, 8), other[2])
        probes = [v.get(v.event_entry(i, "probe")) for i in range(nr)]
        self.new("events-one-name", "has two classes").put(
            v.probe(probes[0], "name"), v.get(v.probe(probes[1], "name")))

    def keys(self):
        """Which record an entry of the jump table has."""
        v = self.victim
        last = v.nr_records - 1
        for i, (_, _, key) in enumerate(v.entries):
            at, symbol, addend = key
            for bits in (1, 2, 3):
                self.new(f"entry{i}-key^{bits}").relocate(key, addend ^ bits)
            self.new(f"entry{i}-branch", "is enabled by default").relocate(key, addend | 1)
            for j in range(v.nr_records):
                other = v.entries[j][2][2]
                if other == addend:
                    continue
                self.new(f"entry{i}-to-{j}").relocate(key, other)
                if i < j:
                    self.new(f"entries-{i}-{j}-swapped").relocate(key, other).relocate(
                        v.entries[j][2], addend)
            for step in range(8, v.record_size, 8):
                if i < last:
                    self.new(f"entry{i}{step:+}").relocate(key, addend + step)
                if i:
                    self.new(f"entry{i}{-step:+}").relocate(key, addend - step)
        self._forged()
        self._overlapping()
        self._shared()

    def _forged(self):
        """A record outside the section of the records."""
        v = self.victim
        key = v.entries[0][2]
        for where, expected in (("victim_data", ""),
                                ("victim_after_init", "not in writable memory")):
            at = v.elf.place(where)
            self.new(f"forged-{where}", "").relocate(key, 0, where).write(
                at, bytes(v.record_size))
            self.new(f"forged-{where}-magic", expected).relocate(key, 0, where).copy(
                v.sites["offset"], at, v.record_size)
            self.new(f"forged-{where}-end").relocate(key, 256 - 16, where)

    def _overlapping(self):
        """A record that begins in the last field of the one in front of it."""
        v, size = self.victim, self.victim.record_size
        last = v.nr_records - 1
        at = v.sites["offset"] + last * size
        variant = self.new("overlapping", "in use already").copy(
            at, at - 8, size).write(at + size - 8, bytes(8))
        for offset, relocation, _, _, _ in v.elf.relocations("__sdt_sites"):
            if offset // size == last:
                variant.put((relocation, 8), offset - 8)
        for _, _, key in v.entries_of[last]:
            variant.relocate(key, key[2] - 8)

    def _shared(self):
        """Two entries that share a record, as copied code does; the counts know."""
        v = self.victim
        of_probe = {}
        for i in range(v.nr_records):
            of_probe.setdefault(v.probe_of(i), []).append(i)
        first, second = next(records for records in of_probe.values()
                             if len(records) == 2 and all(
                                 v.get(v.record(i, "line")) <=
                                 v.abi.constants["SDT_SITE_LINE"]
                                 for i in records))
        variant = self.new("shared", "works").put(v.head("nr_sites"), v.nr_records - 1)
        for _, _, key in v.entries_of[second]:
            variant.relocate(key, v.entries[first][2][2])
        # The code passes on what is in the record; x86-64 counts from 4 bytes further on.
        for section in (".text", ".text.unlikely"):
            for _, at, _, symbol, addend in v.elf.relocations(section):
                if symbol == key[1] and (addend + 4) // v.record_size == second:
                    variant.relocate((at,), addend - (second - first) * v.record_size)

    def code(self):
        """Code and target outside the module, and no NOP."""
        v = self.victim
        for i, (code, target, key) in enumerate(v.entries):
            for step in (1 << 28, -(1 << 28)):
                self.new(f"entry{i}-code{step:+#x}", "code outside the module").relocate(
                    code, code[2] + step)
            self.new(f"entry{i}-target", "code outside the module").relocate(
                target, target[2] + (1 << 28))
            section = next(s for s in (".text", ".init.text", ".exit.text")
                           if v.elf.reach(s)[0] == code[1])
            at = v.elf.section[section]["offset"] + code[2]
            for code in v.arch.NO_NOPS:
                self.new(f"entry{i}-no-nop-{code}", "has no NOP at its address").write(
                    at, bytes.fromhex(code))


# -- random ---------------------------------------------------------------------------


class Random:
    """Random variants: one to eight changes each, some of them made to agree."""

    def __init__(self, victim, seed):
        self.victim = victim
        self.random = random.Random(seed)

    def variant(self, name):
        variant = Variant(self.victim, name)
        changes = (self.any_byte, self.some_field, self.some_field, self.some_string,
                   self.some_number, self.some_key, self.some_copy, self.count)
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 5, 8))):
            self.random.choice(changes)(variant)
        if self.random.random() < 0.5:
            variant.fit()
        return variant

    def _record_place(self):
        v = self.victim
        i = self.random.randrange(v.nr_records)
        return v.record(i, self.random.choice(v.record_fields(i)))

    def any_byte(self, variant):
        v = self.victim
        if self.random.random() < 0.3:
            at, size = self._record_place()
            at += self.random.randrange(size)
        elif self.random.random() < 0.1:
            at, size = v.head(self.random.choice(list(v.fields("sdt_table"))))
            at += self.random.randrange(size)
        else:
            size = v.abi.sizes["sdt_table"]
            at = v.table["offset"] + self.random.randrange(size, v.table["size"])
        variant.put((at, 1), self.random.randrange(256))

    def some_field(self, variant):
        v = self.victim
        what = self.random.randrange(9)
        if what == 0:
            place = self._record_place()
        elif what == 1:
            place = v.head(self.random.choice(list(v.fields("sdt_table"))))
        elif what == 2:
            place = v.probe(self.random.randrange(v.nr_probes),
                            self.random.choice(list(v.fields("sdt_table_probe"))))
        elif what == 3:
            place = v.enumerator(self.random.randrange(v.nr_enumerators),
                                 self.random.choice(list(v.fields("sdt_table_enumerator"))))
        elif what == 4:
            place = v.provider(self.random.randrange(v.nr_providers),
                               self.random.choice(list(v.fields("sdt_table_provider"))))
        elif what == 5:
            place = v.extra(self.random.randrange(v.nr_extras),
                            self.random.choice(list(v.fields("sdt_table_extra"))))
        elif what == 6:
            place = v.place(self.random.randrange(v.nr_places),
                            self.random.choice(list(v.fields("sdt_table_place"))))
        elif what == 7:
            place = v.xlated(self.random.randrange(v.nr_xlated),
                             self.random.choice(list(v.fields("sdt_table_xlated"))))
        else:
            place = v.arg(self.random.randrange(v.nr_args),
                          self.random.choice(list(v.fields("sdt_table_arg"))))
        value = variant.get(place)
        values = limits(value, place[1]) + [
            self.random.getrandbits(8 * place[1]), self.random.randrange(20),
            self.random.randrange(v.strings_size + 2), value ^ 1 << self.random.randrange(
                8 * place[1])]
        variant.put(place, self.random.choice(values))

    def some_string(self, variant):
        v = self.victim
        at = v.strings + self.random.randrange(v.strings_size)
        text = bytes(self.random.choice(b"\0abcz_09-$ *:/[]()%\n\x80\xff")
                     for _ in range(self.random.choice((1, 1, 2, 4, 16))))
        variant.write(at, text[:v.strings + v.strings_size - at])

    def some_number(self, variant):
        v = self.victim
        variant.relocate(self.random.choice(v.places), self.random.choice((
            self.random.randrange(v.nr_probes + v.nr_places + 2),
            self.random.getrandbits(31))), 0)

    def some_key(self, variant):
        v = self.victim
        key = self.random.choice(v.entries)[2]
        addend = self.random.choice(v.entries)[2][2]
        # The kernel writes behind the key, so no further than that.
        step = 8 * self.random.choice((0, 0, 0, self.random.randrange(v.record_size // 8 - 1)))
        variant.relocate(key, addend + step + self.random.choice((0, 0, 0, 1)))

    def some_copy(self, variant):
        v = self.victim
        size = self.random.choice((4, 12, v.abi.sizes["sdt_table_probe"],
                                   v.abi.sizes["sdt_table_arg"]))
        if self.random.random() < 0.5:
            a, b = (v.probe(self.random.randrange(v.nr_probes), "function")[0] for _ in range(2))
        else:
            a, b = (v.arg(self.random.randrange(v.nr_args), "name")[0] for _ in range(2))
        data = bytes(variant.get((a + i, 1)) for i in range(size))
        variant.write(b, data[:v.table["offset"] + v.table["size"] - b])

    def count(self, variant):
        v = self.victim
        field = self.random.choice(("nr_providers", "nr_probes", "nr_extras", "nr_places", "nr_args", "nr_xlated",
                                    "nr_enumerators", "strings_size", "nr_sites"))
        variant.put(v.head(field), variant.get(v.head(field)) + self.random.choice(
            (-4, -2, -1, 1, 2, 4, 1 << 16, 1 << 24, 1 << 31)))


# -- the program ----------------------------------------------------------------------


def sample(aimed, room, seed):
    """Those of the variants with an aim that there is room for: at least one of each kind, and of
    all kinds as many, where each seed takes the next ones"""
    kinds = {}
    for variant in aimed:
        kind = re.sub(r"\d+", "N", f"{variant.name} {variant.expected}")
        kinds.setdefault(kind, []).append(variant)
    each = 1
    while each < len(aimed) and sum(min(each + 1, len(same)) for same in kinds.values()) <= room:
        each += 1
    return [same[(seed * each + i) % len(same)]
            for same in kinds.values() for i in range(min(each, len(same)))]


def read(path):
    with open(path, "rb") as file:
        return Victim(file.read(), Abi(os.path.join(TOP, "kbuild/include/linux/sdt_abi.h")))


def variants(path, seed, count):
    victim = read(path)
    aimed = Aimed(victim).all()
    made = sample([variant for variant in aimed if variant.expected], count * 7 // 8, seed)
    tried = [variant for variant in aimed if not variant.expected]
    random.Random(0).shuffle(tried)
    part = min(max(count - len(made), 0) // 2, len(tried))
    start = seed * part % len(tried)
    made += (tried + tried)[start:start + part]
    generator = Random(victim, seed)
    while len(made) < count:
        made.append(generator.variant(f"seed-{seed}-{len(made)}"))
    for number, variant in enumerate(made):
        if number % RHYTHM == 0:
            print(Variant(victim, "good", "works").line())
        print(variant.line())


def table(path, nr_args, length):
    v = read(path)
    end = v.arg(v.nr_args, "name")[0]
    integer = v.abi.constants["SDT_ARG_INTEGER"]
    i = next(i for i in range(v.nr_args) if v.get(v.arg(i, "kind")) == integer)
    size = v.abi.sizes["sdt_table_arg"]
    variant = Variant(v, "table")
    for field in ("declared", "type", "aka"):
        variant.put(v.arg(i, field), v.strings_size)
    at = v.arg(i, "name")[0]
    argument = bytes(variant.get((at + j, 1)) for j in range(size))
    text = b"x" * length + b"\0"
    text += bytes(-len(text) % 4)
    head = Variant(v, "head").put(v.head("nr_args"), v.nr_args + nr_args).put(
        v.head("strings_size"), v.strings_size + len(text)).fit()
    data = bytearray(v.data)
    for place, byte in head.bytes.items():
        data[place] = byte
    strings_end = v.strings + v.strings_size
    new = (data[v.table["offset"]:end] + argument * nr_args + data[end:strings_end] + text +
           data[strings_end:strings_end + 4])
    # It moves to the end of the file; it has no relocations.
    data += bytes(-len(data) % 8)
    headers, = struct.unpack_from("<Q", data, 40)
    struct.pack_into("<QQ", data, headers + 64 * v.table["number"] + 24, len(data), len(new))
    sys.stdout.buffer.write(data + new)


def texts(path):
    """The texts of all refusals as regular expressions, from the source of sdt.ko.

    Behind a text that cannot be reached with this module stand a TAB and the reason.
    """
    found = []
    unreachable = dict(UNREACHABLE)
    if not read(path).events:
        unreachable.update(dict.fromkeys(OF_EVENTS, "the kernel has no <trace/stages/init.h>"))
    for name in ("core/check_sites.c", "core/module_probes.c", "core/find_table.c",
                 "core/groups.c", "rules/check_table.c", "rules/names.c"):
        with open(os.path.join(TOP, "kmod", name)) as file:
            source = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        source = re.sub(r"^#(?:.*\\\n)*.*", "", source, flags=re.M)
        source = re.sub(r"pr_err\(.*?\);", "", source, flags=re.S)
        # Other files than check_sites.c have strings that are only parts of a text.
        before = "" if name == "core/check_sites.c" else r'(?:refuse|wrong|snprintf)\([^";]*'
        function = ""
        for match in re.finditer(r"^static \w+ (\w+)\(|(" + before +
                                 r')"((?:[^"\\]|\\.)*)"', source, flags=re.M):
            if match[1]:
                function = match[1]
            elif " " in match[3]:
                is_entry = match[2].startswith("wrong")
                found.append((ENTRIES.get(function, "%s") + " %u: " if is_entry else "") +
                             match[3])
    for text in unreachable:
        if text not in found:
            sys.exit(f"variants.py: no such text of sdt.ko: {text}")
    for text in found:
        regex = re.sub(r"([.()?+*\[\]{}^$|])", r"\\\1", re.sub(r"%[#.0-9lz]*[a-z]", "\0", text))
        print(regex.replace("\0", ".*") +
              ("\t" + unreachable[text] if text in unreachable else ""))


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "texts":
        texts(sys.argv[2])
    elif len(sys.argv) == 5 and sys.argv[1] == "table":
        table(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    elif len(sys.argv) == 5 and sys.argv[1] == "variants":
        variants(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
