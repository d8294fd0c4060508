# SPDX-License-Identifier: GPL-2.0-only
#
# machines.py - the machines that guests run on, one for each architecture
#
# Here is all that differs between them: QEMU's program and arguments, the serial ports,
# and what a kernel's image looks like.

import lzma
import os
import struct

from initramfs import Failure


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class X86:
    """A PC"""

    number = 62		# ELF's e_machine
    qemu = "qemu-system-x86_64"
    user_emulator = "qemu-x86_64"
    console, output = "ttyS0", "ttyS1"
    serial_ports = ["-serial", "chardev:console", "-serial", "chardev:output"]
    built_image = "arch/x86/boot/bzImage"	# in the folder where a kernel was built
    # On a busy host the kernel's check of its timer can fail, which is a panic.
    cmdline = "no_timer_check"
    translates_late = True	# what retranslate.py is for
    # Of Debian's package ovmf; can do Secure Boot, for which it wants an SMM
    firmware = "/usr/share/OVMF/OVMF_CODE_4M.secboot.fd"
    firmware_arguments = ["-machine", "q35,smm=on",
                          "-global", "driver=cfi.pflash01,property=secure,value=on"]

    @staticmethod
    def arguments(has_shares):
        # The other machine's ACPI takes 4 s to route one interrupt, emulated.
        return ["-machine", "q35"] if has_shares else []

    @staticmethod
    def unpacked(image):
        """The ELF file inside a bzImage that QEMU can start directly, or None."""
        data = contents(image)
        if data[0x202:0x206] != b"HdrS":
            return None
        setup_sectors = data[0x1f1] or 4
        offset, length = struct.unpack_from("<II", data, 0x248)
        start = (setup_sectors + 1) * 512 + offset
        try:
            # Behind the xz stream stands its unpacked size, which is not part of it.
            elf = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(data[start:start + length])
        except lzma.LZMAError:  # compressed otherwise
            return None
        pvh_note = struct.pack("<I4s", 18, b"Xen")
        return elf if pvh_note in elf else None

    @staticmethod
    def release(image):
        """The release that a bzImage names."""
        head = contents(image)[:0x8000]
        if head[0x202:0x206] != b"HdrS":
            raise Failure(f"{image} does not tell the kernel's release")
        offset, = struct.unpack_from("<H", head, 0x20e)
        return head[0x200 + offset:].split(b" ")[0].decode()


class Arm64:
    """QEMU's virtual board"""

    number = 183
    qemu = "qemu-system-aarch64"
    user_emulator = "qemu-aarch64"
    console, output = "ttyAMA0", "ttyS0"
    serial_ports = ["-serial", "chardev:console", "-device", "pci-serial,chardev=output"]
    built_image = "arch/arm64/boot/Image"
    # For a kernel that can have NMIs, which need this interrupt controller, too
    cmdline = "irqchip.gicv3_pseudo_nmi=1"
    translates_late = False
    # Of Debian's package qemu-efi-aarch64; can do Secure Boot, but does not protect its variables
    firmware = "/usr/share/AAVMF/AAVMF_CODE.ms.fd"
    firmware_arguments = []

    @staticmethod
    def arguments(_has_shares):
        # All that the architecture has: pointer authentication, in a form that is fast to
        # emulate, and branch target identification
        return ["-machine", "virt,gic-version=3", "-cpu", "max,pauth-impdef=on"]

    @staticmethod
    def unpacked(_image):
        return None

    @staticmethod
    def release(image):
        """The release in the banner of an Image, which is not compressed."""
        _, found, rest = contents(image).partition(b"Linux version ")
        if not found:
            raise Failure(f"{image} does not tell the kernel's release")
        return rest.split(b" ")[0].decode()


MACHINES = {machine.number: machine for machine in (X86, Arm64)}
HERE = {"x86_64": X86, "aarch64": Arm64}.get(os.uname().machine)
# What make's variable says
NAMES = {"x86": X86, "x86_64": X86, "arm64": Arm64}


def elf_machine(path):
    """The machine that an ELF file is for, else None."""
    with open(path, "rb") as file:
        head = file.read(20)
    return struct.unpack_from("<H", head, 18)[0] if head[:4] == b"\x7fELF" else None


def machine_of(paths):
    """The machine that the first of these modules is for; without any, the one that is built
    for."""
    for path in paths:
        if path.endswith(".ko") and os.path.isfile(path):
            number = elf_machine(path)
            if number not in MACHINES:
                raise Failure(f"{path} is for ELF machine {number}, for which there are no guests")
            return MACHINES[number]
    return NAMES.get(os.environ.get("ARCH"), HERE)
