# SPDX-License-Identifier: GPL-2.0-only
"""x86.py - what instructions of x86-64 do, for hotpath.py"""
import re

from instruction import Instruction

# What an instruction with its memory operand at the end does not write to
READS_LAST = re.compile(r"(cmp|test|bt|push|jmp|call|i?mul|i?div)[bwlq]?$")
# ... and what does not read it before
WRITES_LAST = re.compile(r"(mov|set)")


class X86(Instruction):
    """One instruction, in AT&T's syntax"""

    NAME = "x86"
    COMMENT = "#"
    JUMP_LABEL = r"R_X86_64_PC(?:32|64)"
    BEHIND = 4
    ENTRY = 1
    PARTS = True
    STACK, FRAME, RETURN = "rsp", "rbp", "rip"
    AT_ENTRY = {"rsp": -8, "rbp": "rbp"}

    @property
    def operation(self):
        return re.sub(r"^(lock|rep\w*|bnd|notrack|cs|ds) ", "", self.text).split()[0]

    def is_nop(self):
        return re.match(r"(cs |data16 )*nop|xchg +%ax,%ax", self.text) is not None

    def is_filler(self):
        return self.is_nop() or self.text == "int3"

    def aligns(self):
        return False        # the kernel asks for none

    def is_branch(self):
        return re.match(r"j(?!mp)|loop", self.operation) is not None

    def is_jump(self):
        return self.operation.startswith("jmp")

    def is_call(self):
        return self.operation.startswith("call")

    def is_end(self):
        return re.match(r"ret|ud2|iret|int3|hlt", self.operation) is not None

    def pushes(self):
        return int(self.operation.startswith("push"))

    def _parts(self):
        """Its operands, one by one"""
        return re.findall(r"(?:[^,(]|\([^)]*\))+", self.operands)

    def effects(self):
        operation, parts = self.operation, self._parts()
        if not parts and operation != "leave" or READS_LAST.match(operation) \
                and operation != "push" or self.is_nop():
            return []
        # Of a register, of "8(%rsp)" and of "$8"
        registers = [re.sub(r"^%[re]?([sb]p)l?$", r"r\1", part).lstrip("%") for part in parts]
        memory = [re.match(r"(-?0x[0-9a-f]+)?\(%(\w+)\)$", part) for part in parts]
        memory = [match and (match[2], int(match[1] or "0", 16)) for match in memory]
        numbers = [int(part[1:], 16) if part.startswith("$0x") else None for part in parts]
        if operation == "push":
            return [("add", "rsp", "rsp", -8), ("store", registers[0], "rsp", 0)]
        if operation == "pop":
            return [("load", registers[0], "rsp", 0), ("add", "rsp", "rsp", 8)]
        if operation == "leave":
            return [("add", "rsp", "rbp", 0), ("load", "rbp", "rsp", 0),
                    ("add", "rsp", "rsp", 8)]
        if operation in ("add", "sub") and numbers[0] is not None:
            number = numbers[0] - (numbers[0] >> 63 << 64)
            return [("add", registers[1], registers[1], number if operation == "add" else -number)]
        if operation == "lea" and memory[0]:
            return [("add", registers[1], *memory[0])]
        if operation == "mov" and memory[0]:
            return [("load", registers[1], *memory[0])]
        if operation == "mov" and memory[1]:
            return [("store", registers[0], *memory[1])]
        if operation == "mov" and "(" not in self.operands:
            return [("add", registers[1], registers[0], 0)]
        return [("lose", registers[-1])]

    def memory(self):
        operands = self.operands
        if self.operation.startswith("lea") or self.is_nop():
            return 0, 0
        if "%es:(%rdi)" in operands:    # string instructions
            return int("movs" in self.text), 1
        parts = self._parts()
        where = [bool(re.search(r"\(|%[fg]s:|^(?![$%*]?[%$])[-0-9a-fx]+$", part))
                 for part in parts]
        if not any(where) or re.match(r"(j|call)", self.operation) and "*" not in operands:
            return 0, 0
        if not where[-1] or READS_LAST.match(self.operation):
            return 1, 0
        return (0 if WRITES_LAST.match(self.operation) else 1), 1

    def without_target(self):
        return re.sub(r"\b(j\w+|call) +[0-9a-f]+ <.*?>", r"\1", self.text)
