# SPDX-License-Identifier: GPL-2.0-only
"""built.py - where the plugin for a compiler is"""
import functools
import os
import shlex
import subprocess

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../.."))


@functools.lru_cache(maxsize=None)
def plugin_for(*cc):
    """The path of the plugin for the compiler that these words call"""
    return subprocess.run(["make", "-s", "--no-print-directory", "-C", f"{TOP}/gcc-plugin",
                           "CC=" + shlex.join(cc), "path"],
                          check=True, capture_output=True, text=True).stdout.strip()
