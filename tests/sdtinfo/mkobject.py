#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""mkobject.py - an object file with probes, as the compiler plugin makes them

Reads a description, writes assembler source:

    probe sdt:revdev_read:read-entry rev_dev.c:57
      arg fp  "struct file *" "struct file *" 8 pointer
      arg buf "char *"        "char *"        8 string user
      arg n   "size_t"        "unsigned long" 8 integer
    enabled sdt:revdev_read:read-done rev_dev.c:60

An argument is: field name, declared type, type, size, kind, flags; a flag
"aka=TYPE" is what the type is without typedefs, "names=RED=0,GREEN=1" the
enumerators of an enum or a bit mask, "bound=6" or "bound=arg1" how many bytes
it points to, and with "named" it was the author who gave the name.

    define io::start a.c:1      SDT_PROBE_DEFINE*(), arguments below; "untyped"
    declare io::start a.h:1     SDT_PROBE_DECLARE()
    probe io:f:start a.c:9 use  SDT_PROBE*(), which needs a definition
    enabled io:f:start a.c:8 use
    any f a.c:7                 SDT_PROBES_ENABLED() in f()
    provider io defined         SDT_PROVIDER_DEFINE()
    provider io trusted         DTRACE_PROVIDER_TRUSTED()
    xlate NAME TYPE ARG         a translated argument of what is above, NAME or ""

Behind the line number of a probe may stand

    sites=3             it has three sites instead of one
    in=.init.text       they are in this section
    symbol=f.cold       they are in this part of the function
    shared              two places of the code share each record
    cold=.text          what it would jump to is in this section, else in
                        .text.unlikely
    qualified           its author named the function, which is a part of the event's name
    translated          it has a translated view, if an empty one
    message=TEXT        it is a DTRACE_PRINTF(), and so qualified
    named               ... with a name that its author gave
    prefixed            its name was written with two underscores in front

Each site is four bytes of other code and the NOP, with a site record and a jump
label.  Serves the tests of sdtinfo; the layout is sdt_abi.h's.
"""
import os
import re
import shlex
import sys

HEADER = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                      "../../kbuild/include/linux/sdt_abi.h")
with open(HEADER, encoding="ascii") as header:
    ABI_VERSION = int(re.search(r"define SDT_ABI_VERSION\s+(\d+)", header.read()).group(1))

KINDS = {"unknown": 0, "integer": 1, "bool": 2, "enum": 3, "bitmask": 4,
         "pointer": 5, "string": 6, "function": 7, "bytes": 8}
FLAGS = {"signed": 1, "user": 2, "percpu": 4, "rcu": 8, "iomem": 16,
         "named": 32, "zero": 64, "hex": 128, "trusted": 128, "struct": 1}
ADDRESS_SPACES = FLAGS["user"] | FLAGS["percpu"] | FLAGS["rcu"] | FLAGS["iomem"]
ENTRIES = {"probe": 0, "enabled": 0x100, "any": 0x200, "define": 0x400, "declare": 0x1000}
OPTIONS = {"qualified": 1, "translated": 2, "untyped": 0x800, "use": 0x2000, "named": 0x4000,
           "prefixed": 0x8000}
PROVIDER_FLAGS = {"defined": 1, "trusted": 2}
BOUND_IS_ARG = 0x80000000
NOP = "0x0f, 0x1f, 0x44, 0, 0"


class Probe:
    def __init__(self, words):
        self.kind = words[0]
        if self.kind == "any":
            self.provider, self.function, self.name = "sdt", words[1], ""
        else:
            self.provider, self.function, self.name = words[1].split(":")
        self.file, self.line = words[2].rsplit(":", 1)
        self.flags = ENTRIES[self.kind]
        self.enabled = self.kind in ("enabled", "any")
        self.sites = 0 if self.kind in ("define", "declare") else 1
        self.section, self.symbol = ".text", self.function
        self.shared, self.cold = False, ".text.unlikely"
        self.args, self.xlated, self.message = [], [], ""
        for word in words[3:]:
            key, _, value = word.partition("=")
            if key == "sites":
                self.sites = int(value)
            elif key == "in":
                self.section = value
            elif key == "symbol":
                self.symbol = value
            elif key == "shared":
                self.shared = True
            elif key == "cold":
                self.cold = value
            elif key == "message":
                self.message = value
                self.flags |= OPTIONS["qualified"]
            elif key in OPTIONS:
                self.flags |= OPTIONS[key]
            else:
                sys.exit("mkobject.py: what is " + word)

    def target(self):
        raw = self.name.replace("-", "__")
        file = symbol_id([(self.file, 0)])
        if self.kind == "any":
            return "__sdt_enabled$" + file
        if self.enabled:
            function = self.function if self.flags & OPTIONS["qualified"] else ""
            return "__sdt_enabled$%s$%s$%s$%s" % (self.provider, function, raw, file)
        return "__sdt_probe$%s$%s$%s$%s%s" % (self.provider, self.function, raw,
                                              self.message_id() if self.message else "", file)

    def message_id(self):
        texts = [(self.message, 0)]
        for arg in self.args:
            texts.append((arg[2], sum(FLAGS.get(flag, 0) & ADDRESS_SPACES for flag in arg[5:])))
        return symbol_id(texts) + "$"

    def site_line(self):
        """What the record has as its line"""
        return int(self.line) | self.enabled << 31 | (self.kind == "any") << 30


def symbol_id(texts):
    """sdt_symbol_id() of texts with flags"""
    result = 2166136261
    for text, flags in texts:
        for byte in text.encode() + b"\0":
            result = (result ^ byte) * 16777619 % (1 << 32)
        result = (result ^ flags) * 16777619 % (1 << 32)
    return "%08x" % result


class Strings:
    def __init__(self):
        self.text = b"\0"
        self.at = {"": 0}

    def add(self, s):
        if s not in self.at:
            self.at[s] = len(self.text)
            self.text += s.encode() + b"\0"
        return self.at[s]


def parse(lines):
    """The entries, and the providers with their flags."""
    probes, providers = [], {}
    for line in lines:
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "arg":
            probes[-1].args.append(words[1:])
        elif words[0] == "xlate":
            probes[-1].xlated.append(words[1:])
            probes[-1].flags |= OPTIONS["translated"]
        elif words[0] == "provider":
            providers[words[1]] = PROVIDER_FLAGS[words[2]] if words[2:] else 0
        else:
            probes.append(Probe(words))
            providers.setdefault(probes[-1].provider, 0)
    return probes, providers


def code(probes, out):
    """Functions with sites, their jump labels and records."""
    functions, record = {}, 0
    for probe in probes:
        if not probe.sites:
            continue
        functions.setdefault(probe.symbol, []).append(probe)
    for members in functions.values():
        first, behind = members[0], []
        out('\t.section %s,"ax",@progbits' % first.section)
        out('\t.type\t"%s", @function\n"%s":' % (first.symbol, first.symbol))
        for probe in members:
            for _ in range(probe.sites):
                for place in range(2 if probe.shared else 1):
                    site(probe, ".L%u_%u" % (record, place), record, out)
                    cold(probe, ".L%u_%u" % (record, place), out, behind.append)
                site_record(probe, record, out)
                record += 1
        out("\tret")
        for line in behind:
            out(line)
        out('\t.size\t"%s", . - "%s"\n' % (first.symbol, first.symbol))


def site(probe, label, record, out):
    out("\txchg\t%ax, %ax\n\txchg\t%ax, %ax")
    out("%s:\n\t.byte %s" % (label, NOP))
    out('%s_done:\n\t.pushsection __jump_table, "aw"\n\t.balign 8' % label)
    out("\t.long %s - ., %s_cold - ." % (label, label))
    out("\t.quad .Lrecord%u - .\n\t.popsection" % record)


def cold(probe, label, out, behind):
    """What a site jumps to while it is on; without its arguments."""
    block = "%s_cold:" % label
    if not probe.enabled:
        block += "\n\tcall\t__sdt_trampoline"
    block += "\n\tjmp\t%s_done" % label
    if probe.cold == probe.section:
        behind(block)
    else:
        flags = "" if probe.cold in (".data", ".rodata") else ', "ax", @progbits'
        out("\t.pushsection %s%s\n%s\n\t.popsection" % (probe.cold, flags, block))


def site_record(probe, record, out):
    out('\t.pushsection __sdt_sites, "aw"\n\t.balign 8')
    out('.Lrecord%u:\n\t.long 0\n\t.ascii "SDT"\n\t.byte %u\n\t.quad 0' %
        (record, ABI_VERSION))
    out('\t.long "%s", %u\n\t.quad 0\n\t.popsection' % (probe.target(), probe.site_line()))


def table_arg(words, strings, enumerators):
    """An argument; its enumerators are added to those of the table."""
    name, declared, type_, size, kind, *flags = words
    said = dict(f.split("=", 1) for f in flags if "=" in f)
    bits = [FLAGS[f] for f in flags if "=" not in f]
    first = len(enumerators) if "names" in said else 0
    for enumerator in said["names"].split(",") if "names" in said else ():
        label, value = enumerator.split("=")
        enumerators.append("\t.long %u, %#x, %#x" % (
            strings.add(label), int(value, 0) & 0xffffffff, int(value, 0) >> 32 & 0xffffffff))
    nr = len(enumerators) - first if "names" in said else 0
    return "\t.long %u, %u, %u, %u, %u\n\t.byte %u, %s, %u, %u" % (
        strings.add(name), strings.add(declared), strings.add(type_),
        strings.add(said.get("aka", "")), first or bound(said.get("bound", "0")), nr,
        size, KINDS[kind], sum(bits))


def bound(text):
    """6 of "6"; of "arg1" what says that it is the argument's value."""
    return BOUND_IS_ARG | int(text[3:]) if text.startswith("arg") else int(text, 0)


def table(probes, providers, out):
    """The object's table."""
    strings, body, extras, lines, args, xlated, enumerators = Strings(), [], [], [], [], [], []
    numbers = {name: number for number, name in enumerate(providers)}
    heads = ["\t.long %u\n\t.skip 15\n\t.byte %u" % (strings.add(name), flags)
             for name, flags in providers.items()]
    for index, p in enumerate(probes):
        body.append("\t.long %u, %u, %u, %u\n\t.byte %u, %u\n\t.short %u" % (
            strings.add(p.function), strings.add(p.name), strings.add(p.file), len(args),
            len(p.args), numbers[p.provider], p.flags))
        if p.message or p.xlated:
            extras.append("\t.long %u, %u, %u, %u" % (
                index, strings.add(p.message), len(xlated) if p.xlated else 0, len(p.xlated)))
        lines.append("\t.long " + p.line)
        args += [table_arg(words, strings, enumerators) for words in p.args]
        xlated += ["\t.long %u, %u\n\t.byte %s, 0, 0, 0" % (
            strings.add(name), strings.add(type_), arg) for name, type_, arg in p.xlated]
    text = strings.text + b"\0" * (-len(strings.text) % 4)
    size = (52 + 20 * len(heads) + (20 + 4) * len(probes) + 16 * len(extras) +
            24 * len(args) + 12 * len(xlated) + 12 * len(enumerators) + len(text) + 4)
    out('\t.section .discard.sdt, "", @progbits\n\t.balign 4')
    out("\t.long 0x54544453\n\t.short %u, 1\n\t.long %u" % (ABI_VERSION, size))
    out("\t.long %u, %u, %u, 0, %u, %u, %u, %u, %u, 0" % (
        len(heads), len(probes), len(extras), len(args), len(xlated), len(enumerators),
        sum(p.sites for p in probes), len(text)))
    for line in body + heads + extras + lines + args + xlated + enumerators:
        out(line)
    for i in range(0, len(text), 16):
        out("\t.byte " + ", ".join(str(b) for b in text[i:i + 16]))
    out("\t.long 0x54544453")


def main():
    probes, providers = parse(sys.stdin)
    code(probes, print)
    if providers:
        table(probes, providers, print)
    print('\t.section .note.GNU-stack, "", @progbits')


main()
