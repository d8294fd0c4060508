# SPDX-License-Identifier: GPL-2.0-only
"""retranslate - get a guest going that QEMU runs on a translation of old code

QEMU before 8.1 reads an instruction, translates it, and only then protects its
page from unnoticed writes.  Where another CPU of the guest patches the
instruction in between, the translation of what it was before stays.  With the
kernel's jump labels that is a breakpoint that is long gone: the CPU takes the
exception, the kernel sees no breakpoint there and returns to the instruction,
and so on, for ever.

The cure: QEMU drops all translations when a debugger's single step ends, so one
CPU is made to take one step.  A guest that hangs for a reason of its own goes
on hanging.
"""
import socket

PATIENCE = 1		# seconds for a step: a CPU that waits for work takes none


class Stub:
    """QEMU's gdb stub, in gdb's remote protocol.  Being connected stops the guest."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""

    def _byte(self):
        if not self.rest:
            self.rest = self.socket.recv(65536)
            if not self.rest:
                raise OSError("QEMU's gdb stub has gone")
        byte, self.rest = self.rest[:1], self.rest[1:]
        return byte

    def _send(self, text):
        data = text.encode()
        self.socket.sendall(b"$%s#%02x" % (data, sum(data) & 0xff))

    def _answer(self, stopped):
        """The next packet that tells, or does not tell, that the guest has stopped."""
        while True:
            while self._byte() != b"$":
                pass
            answer = b""
            while (byte := self._byte()) != b"#":
                answer += byte
            self._byte(), self._byte()
            self.socket.sendall(b"+")
            if (answer[:1] in (b"T", b"S")) == stopped:
                return answer

    def ask(self, text):
        self._send(text)
        return self._answer(stopped=False)

    def step(self, cpu):
        """Have a CPU take a step; did it?

        A CPU that waits takes none and is interrupted; QEMU then forgets the step only
        if the CPU is the one that Hc names.  Else that CPU takes it when it goes on,
        and the guest stands still for good.
        """
        self.ask(f"Hc{cpu:x}")
        self._send(f"vCont;s:{cpu:x}")
        try:
            self._answer(stopped=True)
            return True
        except TimeoutError:
            self.socket.sendall(b"\x03")
            self._answer(stopped=True)
            return False

    def close(self):
        self.ask("D")			# lets the guest go on
        self.socket.close()


def retranslate(path, cpus):
    """Do it to the QEMU whose gdb stub listens at the path."""
    try:
        stub = Stub(path)
        stub.ask("Qqemu.sstep=1")	# a step with interrupts
        any(stub.step(cpu) for cpu in range(1, cpus + 1))
        stub.close()
    except OSError:
        pass				# QEMU is not there yet, or not any more
