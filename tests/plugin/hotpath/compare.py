#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""compare.py - what a disabled probe adds to a function's hot path

Disassembles each pair of functions NAME_plain and NAME_probed of a module,
takes the probe's NOP out of the second one and compares the instructions.
Leaf functions ("leaf...") must be the same to the letter; in others GCC may
choose another order and other registers for the same instructions.
Prints TAP and, per pair, the figures.
"""
import re
import subprocess
import sys

NOP = "nopl 0x0(%rax,%rax,1)"


def functions(path):
    """name -> instructions, without padding behind the last one"""
    text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", path],
                          check=True, capture_output=True, text=True).stdout
    result, code = {}, None
    for line in text.splitlines():
        head = re.match(r"([0-9a-f]+) <(.*)>:$", line)
        if head:
            code = result.setdefault(head[2], [])
        elif re.match(r"\s+[0-9a-f]+:\s+R_X86_64", line):
            code[-1] += " " + line.split(":", 1)[1].split(None, 1)[1]
        elif re.match(r"\s+[0-9a-f]+:\t", line):
            code.append(" ".join(line.split(":", 1)[1].split()))
    for code in result.values():
        # alignment of the next function, and int3 behind a return
        while code and re.match(r"(nop|xchg %ax,%ax|int3|cs nop|data16)", code[-1]) \
                and not re.search(r"R_X86", code[-1]):
            code.pop()
    return result


def shape(code):
    """the instructions without the addresses of branches, which move"""
    return [re.sub(r"\b(j\w+|call) [0-9a-f]+ <.*?>", r"\1", i) for i in code]


def kinds(code):
    """the instructions whatever their order and their registers: operations,
    widths, constants, and what is read from and written to memory"""
    return sorted(re.sub(r"%\w+", "%", i) for i in code)


def main():
    code = functions(sys.argv[1])
    # __pfx_: the kernel's own symbols for padding in front of functions
    names = [n[:-len("_plain")] for n in code
             if n.endswith("_plain") and not n.startswith("__pfx_")]
    failed = 0
    print("# %-8s %5s %6s %5s" % ("function", "plain", "probed", "extra"))
    for number, name in enumerate(sorted(names), 1):
        plain, probed = shape(code[name + "_plain"]), shape(code[name + "_probed"])
        print("# %-8s %5d %6d %5d" % (name, len(plain), len(probed),
                                      len(probed) - len(plain)))
        rest = list(probed)
        if NOP in rest:
            rest.remove(NOP)
        good = NOP in probed and (rest == plain if name.startswith("leaf")
                                  else kinds(rest) == kinds(plain))
        print("%s %d - %s: the hot path gains exactly one NOP"
              % ("ok" if good else "not ok", number, name))
        if not good:
            failed += 1
            for insn in plain:
                print("#   plain  ", insn)
            for insn in probed:
                print("#   probed ", insn)
    print("1..%d" % len(names))
    return failed != 0 or not names


sys.exit(main())
