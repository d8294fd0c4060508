# SPDX-License-Identifier: GPL-2.0-only
"""hotpath.py - the hot paths of a module's functions, from its machine code

A function's hot path is what can be reached from its entry while no probe is
enabled: at a jump label the code goes on behind the NOP, and a branch to a block
that loads a probe's ID goes the other way.  So a probe's cold block is no part of
it, wherever it lies.

Knows nothing of variants and verdicts: that is compare.py.  What an instruction does
is known to its architecture's file.
"""
import os
import re
import subprocess

from arm64 import Arm64
from x86 import X86

# By the machine in the ELF header
ARCHITECTURES = {62: X86, 183: Arm64}

# Calls that do not come back
NORETURN = {"__fortify_panic", "__stack_chk_fail", "kthread_complete_and_exit"}

# What GCC adds to the name of a function that it made of another
CLONE = re.compile(r"\.(isra|constprop|part|lto_priv)\.\d+")


class Path:
    """What is counted of a function's hot path"""

    COUNTED = ("insns", "loads", "stores", "pushes", "calls", "bytes", "padding")

    def __init__(self, insns, padding):
        self.insns = len(insns)
        self.bytes = sum(i.size for i in insns)
        self.padding = padding
        memory = [i.memory() for i in insns]
        self.loads = sum(m[0] for m in memory)
        self.stores = sum(m[1] for m in memory)
        self.pushes = sum(i.pushes() for i in insns)
        self.calls = sum(i.is_call() and not i.is_site for i in insns)
        self.sites = sum(i.is_site for i in insns)
        self.listing = [i.shape() for i in insns if not i.is_site]
        self.loaded = {i.symbol for i in insns if i.symbol and i.memory()[0]}
        self.end = insns[-1].at

    def operations(self):
        """What the instructions do, in whatever order"""
        return sorted(shape.split()[0] for shape in self.listing)


def objdump(*args):
    command = os.environ.get("CROSS_COMPILE", "") + "objdump"
    return subprocess.run([command, *args], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def architecture(path):
    """The class of a file's instructions"""
    with open(path, "rb") as file:
        return ARCHITECTURES[int.from_bytes(file.read(20)[18:], "little")]


def split_symbol(value):
    """"sym-0x4" -> ("sym", -4)"""
    match = re.match(r"(.*?)(?:([+-])0x([0-9a-f]+))?$", value)
    return match[1], int((match[2] or "+") + (match[3] or "0"), 16)


def relocations(path, section, kind=r"R_\w+"):
    """{offset in the section: (symbol, addend)}, of relocations of this kind, a pattern"""
    return {int(match[1], 16): split_symbol(match[2])
            for line in objdump("-r", "-j", section, path)
            if (match := re.match(rf"([0-9a-f]+) (?:{kind}) +(.*)", line))}


class Module:
    """The code of a .ko or .o file

    keys: jump labels whose key is one of these symbols, by the beginning of their
    names, are sites; calls: calls of one of these symbols, likewise; loads:
    conditional jumps to a block that loads from one of these symbols, likewise.
    """

    def __init__(self, path, keys=(), calls=(), loads=()):
        self.architecture = architecture(path)
        self.code, self.entries = {}, {}
        self.jumps = {}         # jump labels: where they are -> where they lead
        self.branches = {}      # sites that are branches: where they are -> the hot path
        self._disassemble(path)
        self._jump_labels(path, keys)
        for insn in self.code.values():
            if calls and insn.symbol and insn.symbol.startswith(calls) \
                    and (insn.is_call() or insn.is_jump()):
                insn.is_site = True
            if loads and insn.is_branch():
                self._branch(insn, loads)

    def _disassemble(self, path):
        section = function = insn = None
        for line in objdump("-drw", path):
            if line.startswith("Disassembly of section "):
                section = line[23:-1]
                self.entries[section] = (section, 0)
            elif match := re.match(r"([0-9a-f]+) <(.*)>:$", line):
                function = match[2]
                self.entries[function] = (section, int(match[1], 16))
            elif match := re.match(r" *([0-9a-f]+):\t([0-9a-f ]+)\t(.*)", line):
                # With -w the relocations stand behind the instruction.
                text = re.match(r"(.*?)(?:\t[0-9a-f]+: R_\w+\t(.*?))*$", match[3])
                insn = self.architecture((section, int(match[1], 16)),
                                         len(match[2].replace(" ", "")) // 2,
                                         text[1], function)
                self.code[insn.at] = insn
                if text[2]:
                    insn.symbol, insn.addend = split_symbol(text[2])

    def address(self, symbol, addend):
        section, base = self.entries.get(symbol, (symbol, 0))
        return section, base + addend

    def _jump_labels(self, path, keys):
        entry = relocations(path, "__jump_table", self.architecture.JUMP_LABEL)
        for offset in entry:
            if offset % 16 == 0:
                at = self.address(*entry[offset])
                self.jumps[at] = self.address(*entry[offset + 4])
                if keys and entry[offset + 8][0].startswith(keys):
                    self.code[at].is_site = True

    def _branch(self, insn, loads):
        """Make a conditional jump a site if one way leads to a block with such a load"""
        ways = [(insn.at[0], insn.at[1] + insn.size), self._target(insn)]
        cold = [self._loads(at, loads) for at in ways]
        if any(cold):
            insn.is_site = True
            self.branches[insn.at] = ways[cold.index(False)]

    def _loads(self, at, loads):
        """Whether the code from there to the next branch loads from one of the symbols"""
        seen = set()
        while at in self.code and at not in seen:
            seen.add(at)
            insn = self.code[at]
            if insn.symbol and insn.symbol.startswith(loads) and insn.memory()[0]:
                return True
            if insn.is_branch() or insn.is_call() or insn.is_end():
                return False
            at = self._target(insn) if insn.is_jump() \
                else (insn.at[0], insn.at[1] + insn.size)
        return False

    def functions(self):
        """{name in the source: symbol} of all functions.  A clone has the name of
        what it was made of, unless both are there."""
        symbols = [name for name, at in self.entries.items()
                   if at in self.code and self.code[at].function == name
                   and not name.endswith(".cold") and not name.startswith("__pfx_")
                   # The NOPs in front of a function
                   and not re.search(r"-0x[0-9a-f]+$", name)]
        names = [CLONE.sub("", symbol) for symbol in symbols]
        return {name if names.count(name) == 1 else symbol: symbol
                for name, symbol in zip(names, symbols)}

    def _target(self, insn):
        """Where a branch goes, if that is the same function, else None"""
        if insn.symbol:
            at = self.address(insn.symbol, insn.addend + insn.BEHIND)
        elif match := re.search(r" ([0-9a-f]+) <", insn.text):
            at = insn.at[0], int(match[1], 16)
        else:
            return None
        # A jump to the entry is recursion that became a loop, or not even that.
        return at if self._is_same_function(insn, at) else None

    def _is_same_function(self, insn, at):
        return at in self.code and re.sub(r"\.cold$", "", self.code[at].function) \
            == re.sub(r"\.cold$", "", insn.function)

    def _next(self, insn):
        """The addresses at which the hot path goes on"""
        behind = insn.at[0], insn.at[1] + insn.size
        if insn.at in self.jumps:
            return [behind]
        if insn.at in self.branches:
            return [self.branches[insn.at]]
        if insn.is_jump():
            target = self._target(insn)
            return [target] if target else []
        if insn.is_branch():
            return [behind, self._target(insn)]
        if insn.is_end() or insn.is_call() and insn.symbol in NORETURN:
            return []
        return [behind]

    def ways(self, insn):
        """The addresses at which the function goes on, hot path or not"""
        return [at for at in self._next(insn) + [self.jumps.get(insn.at)]
                if self._is_same_function(insn, at)]

    def cold_blocks(self, symbol):
        """Where the sites of the function lead"""
        return [self.jumps[i.at] for i in self.code.values()
                if i.function == symbol and i.is_site and i.at in self.jumps]

    def hot_path(self, symbol):
        """The Path of the function"""
        todo, seen = [self.entries[symbol]], set()
        while todo:
            at = todo.pop()
            if at in self.code and at not in seen:
                seen.add(at)
                todo += self._next(self.code[at])
        insns = [self.code[at] for at in sorted(seen)]
        own = [i for i in self.code.values() if i.function == symbol]
        while own and own[-1].is_filler() and own[-1].at not in self.jumps:
            own.pop()
        aligning = self._loop_alignment(insns)
        # Bytes of NOPs inside the function that are no site
        padding = sum(i.size for i in own[self.architecture.ENTRY:]
                      if i.is_nop() and i.at not in self.jumps and i.at not in aligning)
        return Path([i for i in insns if i.at not in aligning], padding)

    def _loop_alignment(self, insns):
        """The addresses of NOPs that align a loop of the hot path.  Such a NOP comes
        and goes with every instruction before it."""
        loops = {self._target(i) for i in insns if i.is_branch() or i.is_jump()
                 if (self._target(i) or i.at) < i.at}
        return {i.at for i in insns if i.aligns() and i.at not in self.jumps
                and (i.at[0], i.at[1] + i.size) in loops}
