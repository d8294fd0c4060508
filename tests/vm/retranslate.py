# SPDX-License-Identifier: GPL-2.0-only
"""retranslate - get a guest going that QEMU runs on a translation of old code

QEMU before 8.1 reads an instruction, translates it, and only then protects its
page from unnoticed writes.  Where another CPU of the guest patches the
instruction in between, the translation of what it was before stays.  With the
kernel's jump labels that is a breakpoint that is long gone: the CPU takes the
exception, the kernel sees no breakpoint there and returns to the instruction,
and so on, for ever.

The cure: through QEMU's gdb stub, the code that a CPU is at, or that an address
on its stack leads to, is written over with itself: the byte there and the one
before, for the address may be the one behind the breakpoint.  That drops their
translation and changes nothing.  A guest that hangs for a reason of its own
goes on hanging.
"""
import socket
import struct

STACK = 2048				# bytes looked at
CODE = range(0xffffffff80000000, 0xffffffffff000000)	# kernel and modules
RIP, RSP = 16, 7			# registers in the order of the stub


class Stub:
    """QEMU's gdb stub, in gdb's remote protocol.  Being connected stops the guest."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(path)
        self.rest = b""

    def _byte(self):
        if not self.rest:
            self.rest = self.socket.recv(65536)
            if not self.rest:
                raise OSError("QEMU's gdb stub has gone")
        byte, self.rest = self.rest[:1], self.rest[1:]
        return byte

    def _packet(self):
        while self._byte() != b"$":
            pass
        answer = b""
        while (byte := self._byte()) != b"#":
            answer += byte
        self._byte(), self._byte()
        self.socket.sendall(b"+")
        return answer.decode()

    def ask(self, text):
        data = text.encode()
        self.socket.sendall(b"$%s#%02x" % (data, sum(data) & 0xff))
        # That the guest has stopped is told at any time, and not asked for.
        while (answer := self._packet())[:1] in "TS" and answer:
            pass
        return answer

    def memory(self, address, size):
        answer = self.ask(f"m{address:x},{size:x}")
        return b"" if answer.startswith("E") else bytes.fromhex(answer)

    def close(self):
        self.ask("D")			# lets the guest go on
        self.socket.close()


def retranslate(path, cpus):
    """Do it for all CPUs of the QEMU whose gdb stub listens at the path."""
    try:
        stub = Stub(path)
    except OSError:
        return				# not there yet, or not any more
    for cpu in range(1, cpus + 1):
        stub.ask(f"Hg{cpu:x}")
        registers = struct.unpack_from("<17Q", bytes.fromhex(stub.ask("g")))
        stack = stub.memory(registers[RSP], STACK)
        words = struct.unpack(f"<{len(stack) // 8}Q", stack)
        for address in {registers[RIP], *words}:
            if address in CODE:
                code = stub.memory(address - 1, 2)
                if code:
                    stub.ask(f"M{address - 1:x},2:{code.hex()}")
    stub.close()
