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
enumerators of an enum, and with "named" it was the author who gave the name.  Behind
the line number of a probe may stand

    sites=3             it has three sites instead of one
    in=.init.text       they are in this section
    symbol=f.cold       they are in this part of the function
    shared              two places of the code share each record
    nop=2               the NOP has two bytes, not five
    cold=.text          what it would jump to is in this section; else in
                        .text.unlikely, or behind the function's end for nop=2

Each site is four bytes of other code and the NOP, with a site record and a jump
label.  Serves the tests of sdtinfo; the layout is sdt_abi.h's.
"""
import shlex
import sys

KINDS = {"integer": 1, "bool": 2, "enum": 3, "pointer": 4, "string": 5,
         "function": 6}
FLAGS = {"signed": 1, "user": 2, "percpu": 4, "rcu": 8, "iomem": 16,
         "named": 32}
IS_ENABLED = 1
NOPS = {2: "0x66, 0x90", 5: "0x0f, 0x1f, 0x44, 0, 0"}


class Probe:
    def __init__(self, words):
        self.provider, self.function, self.name = words[1].split(":")
        self.file, self.line = words[2].rsplit(":", 1)
        self.enabled = words[0] == "enabled"
        self.sites, self.section, self.symbol = 1, ".text", self.function
        self.shared, self.nop, self.cold = False, 5, None
        self.args = []
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
            elif key == "nop":
                self.nop = int(value)
            elif key == "cold":
                self.cold = value
            else:
                sys.exit("mkobject.py: what is " + word)
        if not self.cold:
            self.cold = ".text.unlikely" if self.nop == 5 else self.section

    def target(self):
        raw = self.name.replace("-", "__")
        if self.enabled:
            return "__sdt_enabled.%s.%s" % (self.provider, raw)
        return "__sdt_probe.%s.%s.%s" % (self.provider, self.function, raw)


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
    probes = []
    for line in lines:
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "arg":
            probes[-1].args.append(words[1:])
        else:
            probes.append(Probe(words))
    return probes


def code(probes, out):
    """Functions with sites, their jump labels and records."""
    functions, record = {}, 0
    for probe in probes:
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
    out("%s:\n\t.byte %s" % (label, NOPS[probe.nop]))
    out('%s_done:\n\t.pushsection __jump_table, "aw"\n\t.balign 8' % label)
    out("\t.long %s - ., %s_cold - ." % (label, label))
    out("\t.quad .Lrecord%u + 2 - .\n\t.popsection" % record)


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
    out('.Lrecord%u:\n\t.quad 0, 0\n\t.ascii "SDT"\n\t.byte 5' % record)
    out('\t.long "%s" - .\n\t.long .Lfile%u - .' % (probe.target(), record))
    out("\t.long %u\n\t.quad 0\n\t.popsection" % (
        int(probe.line) + (1 << 31 if probe.enabled else 0)))
    out('\t.pushsection .rodata, "a", @progbits')
    out('.Lfile%u:\t.asciz "%s"\n\t.popsection' % (record, probe.file))


def table_arg(words, strings, enumerators):
    """An argument; its enumerators are added to those of the table."""
    name, declared, type_, size, kind, *flags = words
    said = dict(f.split("=", 1) for f in flags if "=" in f)
    bits = [FLAGS[f] for f in flags if "=" not in f]
    first = len(enumerators)
    for enumerator in said["names"].split(",") if "names" in said else ():
        label, value = enumerator.split("=")
        enumerators.append("\t.long %u, %#x, %#x" % (
            strings.add(label), int(value, 0) & 0xffffffff, int(value, 0) >> 32 & 0xffffffff))
    return "\t.long %u, %u, %u, %u, %u\n\t.byte %u, %s, %u, %u" % (
        strings.add(name), strings.add(declared), strings.add(type_),
        strings.add(said.get("aka", "")), first, len(enumerators) - first, size,
        KINDS[kind], sum(bits))


def table(probes, out):
    """The object's table."""
    strings, body, places, args, first_arg = Strings(), [], [], [], 0
    enumerators = []
    for index, p in enumerate(probes):
        body.append("\t.long %u, %u, %u, %u, %u, %u\n\t.short %u, %u" % (
            index, strings.add(p.provider), strings.add(p.function),
            strings.add(p.name), first_arg, p.sites, len(p.args),
            IS_ENABLED if p.enabled else 0))
        places.append("\t.long %u, %s" % (strings.add(p.file), p.line))
        first_arg += len(p.args)
        args += [table_arg(words, strings, enumerators) for words in p.args]
    text = strings.text + b"\0" * (-len(strings.text) % 4)
    size = (40 + (28 + 8) * len(probes) + 24 * len(args) + 12 * len(enumerators) +
            len(text) + 4)
    out('\t.section .discard.sdt, "", @progbits\n\t.balign 4')
    out("\t.long 0x54544453\n\t.short 5, 1\n\t.long %u" % size)
    out("\t.long %u, %u, %u, %u, %u, 0, 0" % (
        len(probes), len(args), len(enumerators), sum(p.sites for p in probes),
        len(text)))
    for line in body + places + args + enumerators:
        out(line)
    for i in range(0, len(text), 16):
        out("\t.byte " + ", ".join(str(b) for b in text[i:i + 16]))
    out("\t.long 0x54544453")


def main():
    probes = parse(sys.stdin)
    code(probes, print)
    if probes:
        table(probes, print)
    print('\t.section .note.GNU-stack, "", @progbits')


main()
