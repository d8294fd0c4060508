# SPDX-License-Identifier: GPL-2.0-only
#
# initramfs.py - an archive of files that the kernel unpacks before it runs /init
#
# Knows nothing of what the files are for.

import os
import re
import stat
import subprocess


class Failure(Exception):
    """What kept the guest from giving a verdict, for a person to read."""


class Initramfs:
    """Files, written as a cpio archive in the format that the kernel unpacks."""

    def __init__(self):
        self.entries = {}

    def _put(self, path, mode, data=b"", device=(0, 0)):
        path = path.strip("/")
        if os.path.dirname(path):
            self.directory(os.path.dirname(path))
        self.entries[path] = (mode, data, device)

    def directory(self, path):
        if path.strip("/") not in self.entries:
            self._put(path, stat.S_IFDIR | 0o755)

    def symlink(self, path, target):
        self._put(path, stat.S_IFLNK | 0o777, target.encode())

    def console(self):
        self._put("/dev/console", stat.S_IFCHR | 0o600, device=(5, 1))

    def data(self, path, data, mode):
        self._put(path, stat.S_IFREG | mode, data)

    def tree(self, path, source):
        """Add a file, or a directory with all that is in it."""
        if os.path.isdir(source):
            self.directory(path)
            for name in sorted(os.listdir(source)):
                self.tree(path + "/" + name, os.path.join(source, name))
            return
        with open(source, "rb") as file:
            self.data(path, file.read(), os.stat(source).st_mode & 0o777)

    def libraries(self, source, root, emulator):
        """Add the libraries of a program, or of those in a directory, from a root in which
        the emulator can run programs."""
        if os.path.isdir(source):
            for name in os.listdir(source):
                self.libraries(os.path.join(source, name), root, emulator)
            return
        with open(source, "rb") as file:
            is_elf = file.read(4) == b"\x7fELF"
        if is_elf and not source.endswith(".ko"):
            for library in libraries(source, root, emulator):
                self.tree(library, root + library)

    def write(self, file):
        entries = list(self.entries.items()) + [("TRAILER!!!", (0, b"", (0, 0)))]
        for number, (path, (mode, data, device)) in enumerate(entries, 1):
            name = path.encode() + b"\0"
            fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
            header = b"070701" + b"".join(b"%08x" % field for field in fields) + name
            for part in (header, data):
                file.write(part + b"\0" * (-len(part) % 4))


def libraries(program, root, emulator):
    """Paths of all shared libraries that a program needs, the loader among them."""
    headers = subprocess.run(["readelf", "-lW", program], capture_output=True, text=True)
    loader = re.search(r"interpreter: (.*)]", headers.stdout)
    if not loader:  # static
        return []
    said = subprocess.run([*emulator, root + loader[1], "--list", program],
                          capture_output=True, text=True)
    if said.returncode:
        raise Failure(f"{program}: a library is missing here: {said.stderr.strip()}")
    found = re.findall(r"^\t(\S+) => (/.*) \(0x[0-9a-f]+\)$", said.stdout, re.M)
    return [loader[1], *(path for name, path in found if name != loader[1])]
