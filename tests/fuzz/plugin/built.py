# SPDX-License-Identifier: GPL-2.0-only
"""built.py - what a compiler compiles for: the plugin, the kernel's flags, an emulator

    built.py CC		prints the flags that compile kernel code with probes, in a line
"""
import functools
import os
import platform
import shlex
import subprocess
import sys

from flags import CLANG, KERNEL

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../.."))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@functools.lru_cache(maxsize=None)
def plugin_for(*cc):
    """The path of the plugin for the compiler that these words call"""
    return output("make", "-s", "--no-print-directory", "-C", f"{TOP}/gcc-plugin",
                  "CC=" + shlex.join(cc), "path")


@functools.lru_cache(maxsize=None)
def arch_of(*cc):
    """What flags.py calls the architecture that this compiler compiles for"""
    arch = output(*cc, "-dumpmachine").partition("-")[0]
    if arch not in KERNEL:
        sys.exit(f"{shlex.join(cc)} compiles for {arch}, and flags.py knows {' and '.join(KERNEL)}")
    return arch


@functools.lru_cache(maxsize=None)
def is_clang(*cc):
    """As sdt.mk asks"""
    return subprocess.run([*cc, "-E", "-P", "-x", "c", "-"], input="__clang__", check=True,
                          capture_output=True, text=True).stdout.strip() == "1"


def known(flags, *cc):
    """The flags by the names that this compiler has for them"""
    if not is_clang(*cc):
        return list(flags)
    return [name for flag in flags for name in CLANG.get(flag, flag).split()]


@functools.lru_cache(maxsize=None)
def tool_of(name, *cc):
    """The binutils program that belongs to this compiler"""
    return output(*cc, "-print-prog-name=" + name)


def emulator_for(*cc):
    """The words that run a program of this compiler"""
    arch = arch_of(*cc)
    return [] if arch == platform.machine() else ["qemu-" + arch]


if __name__ == "__main__":
    print(*KERNEL[arch_of(*sys.argv[1:])], "-fplugin=" + plugin_for(*sys.argv[1:]))
