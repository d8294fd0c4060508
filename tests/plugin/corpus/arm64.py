# SPDX-License-Identifier: GPL-2.0-only
"""arm64.py - what instructions of arm64 do, for hotpath.py

Loads, stores and pushes are counted in registers: one ldp is two loads.  A push is
a call-saved register, the frame pointer or the link register that is stored
relative to sp, as prologues do; the load that restores it is no load.
"""
import re

from instruction import Instruction

ATOMIC = re.compile(r"(ld|st)(add|clr|set|eor|[su]max|[su]min)|cas|swp")
PAIR = re.compile(r"(ld|st)(n|x|ax|lx)?p")
# The registers that a prologue saves, x19 to x30
SAVED = re.compile(r"x(19|2\d|30)$")


class Arm64(Instruction):
    """One instruction"""

    NAME = "arm64"
    COMMENT = "//"
    JUMP_LABEL = r"R_AARCH64_PREL(?:32|64)"
    ENTRY = 2               # -fpatchable-function-entry=2
    PARTS = False
    STACK, FRAME, RETURN = "sp", "x29", "x30"
    AT_ENTRY = {"sp": 0, "x29": "x29", "x30": "x30"}

    def is_nop(self):
        return self.operation == "nop"

    def aligns(self):
        # GCC aligns loops to eight bytes.
        return self.is_nop() and self.at[1] % 8 == 4

    def is_branch(self):
        return re.match(r"b\.|[ct]bn?z$", self.operation) is not None

    def is_jump(self):
        return re.match(r"b$|br", self.operation) is not None and self.operation != "brk"

    def is_call(self):
        return re.match(r"bl", self.operation) is not None

    def is_end(self):
        return re.match(r"ret|eret|brk|udf", self.operation) is not None

    def _saved(self):
        """How many registers it saves or restores"""
        match = re.match(r"(?:ld|st)[rp] (.*), \[sp\b", self.text)
        return sum(bool(SAVED.match(register))
                   for register in match[1].split(", ")) if match else 0

    def pushes(self):
        return self._saved() if self.operation.startswith("st") else 0

    def effects(self):
        operation, operands = self.operation, self.operands.split(", ")
        if operation in ("paciasp", "autiasp"):
            return [("sign",)]
        if self.is_call():
            return [("lose", "x30")]
        if match := re.match(r"(ld|st)[a-z]* (x.*), \[(\w+)(?:, #(-?\w+))?\](!|, #(-?\w+))?$",
                             self.text):
            registers, base = match[2].split(", "), match[3]
            offset, behind = int(match[4] or "0", 0), int(match[6] or "0", 0)
            before = offset if match[5] == "!" else 0
            return [("add", base, base, before),
                    *(("load" if match[1] == "ld" else "store", register, base,
                       offset - before + 8 * i) for i, register in enumerate(registers)),
                    ("add", base, base, behind)]
        if re.match(r"(st|cmp|cmn|tst|ccm|nop|hint|prfm)", operation) or self.is_branch() \
                or self.is_jump() or self.is_end():
            return []
        if match := re.match(r"(add|sub) (\w+), (\w+), #(\w+)(, lsl #12)?$", self.text):
            number = int(match[4], 0) << (12 if match[5] else 0)
            return [("add", match[2], match[3], number if match[1] == "add" else -number)]
        if operation == "mov" and re.match("x|sp", operands[1]):
            return [("add", operands[0], operands[1], 0)]
        return [("lose", re.sub("^w", "x", operands[0]))]

    def memory(self):
        if ATOMIC.match(self.operation):
            return 1, 1
        count = (2 if PAIR.match(self.operation) else 1) - self._saved()
        return (count * self.operation.startswith("ld"),
                count * self.operation.startswith("st"))

    def without_target(self):
        return re.sub(r"(?<= )[0-9a-f]+ <.*?>", "", self.text).rstrip()
