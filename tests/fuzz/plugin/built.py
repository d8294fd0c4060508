# SPDX-License-Identifier: GPL-2.0-only
"""built.py - where the plugin for a compiler is, and the kernel's flags

    built.py CC		prints the flags that compile kernel code with probes, in a line
"""
import functools
import os
import shlex
import subprocess
import sys

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../.."))


# The flags of the kernel that code generation depends on
KERNEL = """-std=gnu11 -w -fno-strict-aliasing -fno-strict-overflow -fno-PIE -fno-common
	-fno-delete-null-pointer-checks -fno-asynchronous-unwind-tables -mcmodel=kernel
	-mno-red-zone -mgeneral-regs-only -mpreferred-stack-boundary=3
	-mindirect-branch=thunk-extern -mindirect-branch-register""".split()


@functools.lru_cache(maxsize=None)
def plugin_for(*cc):
    """The path of the plugin for the compiler that these words call"""
    return subprocess.run(["make", "-s", "--no-print-directory", "-C", f"{TOP}/gcc-plugin",
                           "CC=" + shlex.join(cc), "path"],
                          check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    print(*KERNEL, "-fplugin=" + plugin_for(*sys.argv[1:]))
