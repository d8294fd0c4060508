# SPDX-License-Identifier: GPL-2.0-only
"""instruction.py - what hotpath.py and frames.py ask of an instruction

x86.py and arm64.py answer for their architecture.
"""


class Instruction:
    """One instruction as objdump shows it; at is its (section, address)."""

    NAME = None
    COMMENT = None          # what precedes objdump's remarks
    JUMP_LABEL = None       # the relocations of __jump_table, as a pattern
    BEHIND = 0              # from where a branch's relocation counts to its end
    ENTRY = 0               # the instructions at a function's entry that are ftrace's
    PARTS = None            # whether GCC parts hot and cold code at -O2
    STACK = None            # the stack pointer, the frame pointer, and what
    FRAME = None            # .debug_frame calls the return address
    RETURN = None
    AT_ENTRY = None         # what they are at a function's entry, as in frames.py

    def __init__(self, at, size, text, function):
        self.at, self.size, self.function = at, size, function
        self.text = " ".join(text.split(self.COMMENT)[0].split())
        self.symbol, self.addend = None, 0
        self.is_site = False

    @property
    def operation(self):
        return self.text.split()[0]

    @property
    def operands(self):
        return self.text.split(None, 1)[1] if " " in self.text else ""

    def is_nop(self):
        raise NotImplementedError

    def is_filler(self):
        """Whether it can stand behind a function's last instruction"""
        return self.is_nop()

    def aligns(self):
        """Whether it can be a NOP that aligns a loop, and is there or not by chance"""
        raise NotImplementedError

    def is_branch(self):
        """Whether it is a conditional jump"""
        raise NotImplementedError

    def is_jump(self):
        """Whether it is an unconditional one"""
        raise NotImplementedError

    def is_call(self):
        raise NotImplementedError

    def is_end(self):
        """Whether the function ends here: a return, or a trap"""
        raise NotImplementedError

    def pushes(self):
        """How many registers are saved"""
        raise NotImplementedError

    def memory(self):
        """(loads, stores) of the instruction; saving and restoring registers
        is not counted"""
        raise NotImplementedError

    def effects(self):
        """What it does to these registers: calls of methods of State in frames.py"""
        raise NotImplementedError

    def without_target(self):
        """Its text without the address of a branch's target, which moves"""
        raise NotImplementedError

    def shape(self):
        """What to compare"""
        symbol = f" {self.symbol}{self.addend:+d}" if self.symbol else ""
        return self.without_target() + symbol
