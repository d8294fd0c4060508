# SPDX-License-Identifier: GPL-2.0-only
"""hotpath.py - the hot paths of a module's functions, from its machine code

A function's hot path is what can be reached from its entry while no probe is
enabled: at a jump label the code goes on behind the NOP, and a branch to a block
that loads a probe's ID goes the other way.  So a probe's cold block is no part of
it, wherever it lies.

Knows nothing of variants and verdicts: that is compare.py.
"""
import re
import subprocess

# Calls that do not come back
NORETURN = {"__stack_chk_fail", "kthread_complete_and_exit"}

# What GCC adds to the name of a function that it made of another
CLONE = re.compile(r"\.(isra|constprop|part|lto_priv)\.\d+")

# What an instruction with its memory operand at the end does not write to
READS_LAST = re.compile(r"(cmp|test|bt|push|jmp|call|i?mul|i?div)[bwlq]?$")
# ... and what does not read it before
WRITES_LAST = re.compile(r"(mov|set)")


class Insn:
    """One instruction; at is its (section, address)."""

    def __init__(self, at, size, text, function):
        self.at, self.size, self.function = at, size, function
        self.text, self.symbol, self.addend = text, None, 0
        self.is_site = False

    @property
    def operation(self):
        words = re.sub(r"^(lock|rep\w*|bnd|notrack|cs|ds) ", "", self.text).split()
        return words[0]

    def is_nop(self):
        return re.match(r"(cs |data16 )*nop|xchg +%ax,%ax", self.text) is not None

    def is_branch(self):
        return re.match(r"j(?!mp)|loop", self.operation) is not None

    def shape(self):
        """The instruction without the address of a branch's target, which moves"""
        symbol = f" {self.symbol}{self.addend:+d}" if self.symbol else ""
        return re.sub(r"\b(j\w+|call) +[0-9a-f]+ <.*?>", r"\1", self.text) + symbol

    def memory(self):
        """(loads, stores) of the instruction; what pushes and pops do to the stack
        is not counted"""
        operands = self.text.split(None, 1)[1] if " " in self.text else ""
        if self.operation.startswith("lea") or self.is_nop():
            return 0, 0
        if "%es:(%rdi)" in operands:    # string instructions
            return int("movs" in self.text), 1
        parts = re.findall(r"(?:[^,(]|\([^)]*\))+", operands)
        where = [bool(re.search(r"\(|%[fg]s:|^(?![$%*]?[%$])[-0-9a-fx]+$", part))
                 for part in parts]
        if not any(where) or re.match(r"(j|call)", self.operation) and "*" not in operands:
            return 0, 0
        if not where[-1] or READS_LAST.match(self.operation):
            return 1, 0
        return (0 if WRITES_LAST.match(self.operation) else 1), 1


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
        self.pushes = sum(i.operation.startswith("push") for i in insns)
        self.calls = sum(i.operation.startswith("call") and not i.is_site for i in insns)
        self.sites = sum(i.is_site for i in insns)
        self.listing = [i.shape() for i in insns if not i.is_site]


def objdump(*args):
    return subprocess.run(["objdump", *args], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def split_symbol(value):
    """"sym-0x4" -> ("sym", -4)"""
    match = re.match(r"(.*?)(?:([+-])0x([0-9a-f]+))?$", value)
    return match[1], int((match[2] or "+") + (match[3] or "0"), 16)


class Module:
    """The code of a .ko or .o file

    keys: jump labels whose key is one of these symbols, by the beginning of their
    names, are sites; calls: calls of one of these symbols, likewise; loads:
    conditional jumps to a block that loads from one of these symbols, likewise.
    """

    def __init__(self, path, keys=(), calls=(), loads=()):
        self.code, self.entries = {}, {}
        self.jumps = {}         # jump labels: where they are -> where they lead
        self.branches = {}      # sites that are branches: where they are -> the hot path
        self._disassemble(path)
        self._jump_labels(path, keys)
        for insn in self.code.values():
            if calls and insn.symbol and insn.symbol.startswith(calls) \
                    and re.match(r"call|jmp", insn.operation):
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
                # With -w the relocation stands behind the instruction.
                text, _, reloc = match[3].partition("\t")
                insn = Insn((section, int(match[1], 16)), len(match[2].split()),
                            " ".join(text.split("#")[0].split()), function)
                self.code[insn.at] = insn
                if reloc:
                    insn.symbol, insn.addend = split_symbol(reloc.split("\t")[-1])

    def _address(self, symbol, addend):
        section, base = self.entries.get(symbol, (symbol, 0))
        return section, base + addend

    def _jump_labels(self, path, keys):
        entry = {}
        for line in objdump("-r", "-j", "__jump_table", path):
            if match := re.match(r"([0-9a-f]+) R_X86_64_PC(?:32|64) +(.*)", line):
                entry[int(match[1], 16)] = split_symbol(match[2])
        for offset in entry:
            if offset % 16 == 0:
                at = self._address(*entry[offset])
                self.jumps[at] = self._address(*entry[offset + 4])
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
            if insn.is_branch() or re.match(r"call|ret|ud2", insn.operation):
                return False
            jump = insn.operation.startswith("jmp")
            at = self._target(insn) if jump else (insn.at[0], insn.at[1] + insn.size)
        return False

    def functions(self):
        """{name in the source: symbol} of all functions.  A clone has the name of
        what it was made of, unless both are there."""
        symbols = [name for name, at in self.entries.items()
                   if at in self.code and self.code[at].function == name
                   and not name.endswith(".cold") and not name.startswith("__pfx_")]
        names = [CLONE.sub("", symbol) for symbol in symbols]
        return {name if names.count(name) == 1 else symbol: symbol
                for name, symbol in zip(names, symbols)}

    def _target(self, insn):
        """Where a branch goes, if that is the same function, else None"""
        if insn.symbol:
            at = self._address(insn.symbol, insn.addend + 4)
        elif match := re.search(r" ([0-9a-f]+) <", insn.text):
            at = insn.at[0], int(match[1], 16)
        else:
            return None
        there = self.code.get(at)
        same = there and re.sub(r"\.cold$", "", there.function) \
            == re.sub(r"\.cold$", "", insn.function)
        # A jump to the entry is recursion that became a loop, or not even that.
        return at if same else None

    def _next(self, insn):
        """The addresses at which the hot path goes on"""
        behind = insn.at[0], insn.at[1] + insn.size
        operation = insn.operation
        if insn.at in self.jumps:
            return [behind]
        if insn.at in self.branches:
            return [self.branches[insn.at]]
        if operation.startswith("jmp"):
            target = self._target(insn)
            return [target] if target else []
        if insn.is_branch():
            return [behind, self._target(insn)]
        if re.match(r"ret|ud2|iret|int3|hlt", operation) \
                or operation == "call" and insn.symbol in NORETURN:
            return []
        return [behind]

    def cold_blocks(self, symbol):
        """Where the sites of the function lead: names of sections"""
        return [self.jumps[i.at][0] for i in self.code.values()
                if i.function == symbol and i.is_site and i.at in self.jumps]

    def hot_path(self, symbol):
        """The Path of the function"""
        todo, seen = [self.entries[symbol]], set()
        while todo:
            at = todo.pop()
            if at in self.code and at not in seen:
                seen.add(at)
                todo += self._next(self.code[at])
        return Path([self.code[at] for at in sorted(seen)], self._padding(symbol))

    def _padding(self, symbol):
        """Bytes of NOPs inside the function that are no site"""
        own = [i for i in self.code.values() if i.function == symbol]
        while own and (own[-1].is_nop() or own[-1].text == "int3") \
                and own[-1].at not in self.jumps:
            own.pop()
        # The first one is ftrace's.
        return sum(i.size for i in own[1:] if i.is_nop() and i.at not in self.jumps)
