# SPDX-License-Identifier: GPL-2.0-only
"""frames.py - whether debuggers find the caller from each instruction of a function

    frames.py FOLDER

FOLDER/<configuration>/probed has a module with probes.  Executes each of its functions, cold
blocks included, as far as the stack pointer, the frame pointer and the return address are
concerned.  Before each instruction, .debug_frame must say where they are.  What an
instruction does to them is known to its architecture's file.
"""
import copy
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from compare import Tap
from hotpath import Module, relocations


class Rules:
    """What .debug_frame says of an instruction"""

    def __init__(self):
        self.cfa = None         # (register, offset); None if it is an expression
        self.saved = {}         # register -> its offset from the CFA
        self.is_signed = False

    def apply(self, name, argument, initial):
        """One instruction of .debug_frame but for those that change all rules"""
        register = re.search(r"r\d+ \((\w+)\)", argument)
        number = re.search(r"-?\d+$", argument)
        if name == "def_cfa":
            self.cfa = register[1], int(number[0])
        elif name == "def_cfa_offset":
            self.cfa = self.cfa[0], int(number[0])
        elif name == "def_cfa_register":
            self.cfa = register[1], self.cfa[1]
        elif name == "offset":
            self.saved[register[1]] = int(number[0])
        elif name == "restore":
            self.saved.pop(register[1], None)
            if register[1] in initial.saved:
                self.saved[register[1]] = initial.saved[register[1]]
        elif name in ("AARCH64_negate_ra_state", "GNU_window_save"):
            self.is_signed = not self.is_signed
        elif name == "def_cfa_expression":
            self.cfa = None
        elif name not in ("expression", "nop"):
            raise NotImplementedError(name)


def read_rules(path, module):
    """The Rules of all code, by its address"""
    found, starts = {}, relocations(path, ".debug_frame")
    initial = rules = at = end = remembered = None

    def until(there):
        found.update(((at[0], offset), rules) for offset in range(at[1], there))

    for line in subprocess.run(["readelf", "-W", "--debug-dump=frames", path], check=True,
                               capture_output=True, text=True).stdout.splitlines():
        if re.match(r"[0-9a-f]+ .* CIE$", line):
            initial = rules = Rules()
        elif match := re.match(r"([0-9a-f]+) .* FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)$", line):
            # Its address is behind its length and that of the CIE.
            at = module.address(*starts[int(match[1], 16) + 8])
            end = at[1] + int(match[3], 16) - int(match[2], 16)
            rules, remembered = copy.deepcopy(initial), []
        elif match := re.match(r"  DW_CFA_(\w+)(?::? (.*))?$", line):
            name, argument = match[1], match[2] or ""
            if name.startswith("advance_loc"):
                there = at[1] + int(argument.split()[0])
                until(there)
                at, rules = (at[0], there), copy.deepcopy(rules)
            elif name == "remember_state":
                remembered.append(copy.deepcopy(rules))
            elif name == "restore_state":
                rules = remembered.pop()
            else:
                rules.apply(name, argument, initial)
        elif not line and at:
            until(end)
            at = None
    return found


class State:
    """Where things are: a number counts from the CFA, a name is what the caller had there"""

    def __init__(self, architecture):
        self.architecture = architecture
        self.registers = dict(architecture.AT_ENTRY)
        self.memory = {}
        if architecture.AT_ENTRY[architecture.STACK]:   # a call has pushed the return address
            self.memory[architecture.AT_ENTRY[architecture.STACK]] = architecture.RETURN
        self.is_signed = False

    def execute(self, insn):
        for what, *arguments in insn.effects():
            getattr(self, what)(*arguments)

    def _address(self, base, offset):
        value = self.registers.get(base)
        return value + offset if isinstance(value, int) else None

    def add(self, register, base, number):
        """The register becomes that sum"""
        self.registers[register] = self._address(base, number) if number \
            else self.registers.get(base)

    def lose(self, register):
        """The register becomes something else"""
        self.registers[register] = None

    def store(self, register, base, offset):
        address = self._address(base, offset)
        if address is not None:
            self.memory[address] = self.registers.get(register)

    def load(self, register, base, offset):
        self.registers[register] = self.memory.get(self._address(base, offset))

    def sign(self):
        self.is_signed = not self.is_signed

    def complaints(self, rules):
        """What these rules say that is wrong"""
        base, offset = rules.cfa or (None, 0)
        if self.registers.get(base, -offset) != -offset:
            yield f"the CFA is not {base} + {offset}"
        for register in self.architecture.FRAME, self.architecture.RETURN:
            saved = rules.saved.get(register)
            value = self.registers.get(register) if saved is None else self.memory.get(saved)
            if value != register:
                yield f"{register} is not " + ("unchanged" if saved is None
                                               else f"at CFA {saved:+d}")
        if self.is_signed != rules.is_signed:
            yield f"the return address is {'' if self.is_signed else 'not '}signed"


def entry(module, symbol, rules):
    """Where a function begins, behind NOPs for ftrace"""
    at = module.entries[symbol]
    while at not in rules and at in module.code and module.code[at].is_nop():
        at = at[0], at[1] + module.code[at].size
    return at


def execute(module, symbol, rules, seen):
    """Execute a function; yields what is wrong"""
    todo = [(entry(module, symbol, rules), State(module.architecture))]
    while todo:
        at, state = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        insn = module.code[at]
        if at not in rules:
            yield f"{symbol}: {insn.text}: there are no rules"
            continue
        yield from (f"{symbol}: {insn.text}: {wrong}" for wrong in state.complaints(rules[at]))
        state.execute(insn)
        todo += [(there, copy.deepcopy(state)) for there in module.ways(insn)]


def main():
    tap = Tap()
    for folder in sorted(glob.glob(sys.argv[1] + "/*/")):
        path = glob.glob(folder + "probed/*.ko")[0]
        module = Module(path, keys=("__sdt_sites",))
        rules, seen = read_rules(path, module), set()
        # The trampoline has none.
        symbols = [symbol for symbol in module.functions().values()
                   if entry(module, symbol, rules) in rules]
        wrong = [text for symbol in symbols for text in execute(module, symbol, rules, seen)]
        name = os.path.basename(folder.rstrip("/"))
        tap.ok(not wrong, f"{name}: debuggers find the callers from {len(seen)} instructions",
               wrong)
        cold = {block for symbol in symbols for block in module.cold_blocks(symbol)}
        tap.ok(cold and cold <= seen, f"{name}: ... {len(cold)} cold blocks among them")
    print(f"1..{tap.count}")
    return tap.failed != 0


if __name__ == "__main__":
    sys.exit(main())
