#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""enroll.py VARIABLES CERTIFICATE - enrolls a machine owner key (MOK)

Adds the certificate, a DER file, to UEFI variables for QEMU's OVMF, and writes those
to stdout.  It is in MokListRT, where the kernel looks for the keys that shim has: shim
itself is not needed.

The layout is that of EDK II's authenticated variables (VariableFormat.h) and of UEFI's
signature lists.
"""
import struct
import sys
import uuid

SHIM = uuid.UUID("605dab50-e046-4300-abb6-3dd810dd8b23").bytes_le
X509 = uuid.UUID("a5c059a1-94e4-4aa7-87b5-ab155c2bf072").bytes_le
AUTHENTICATED_VARIABLES = uuid.UUID("aaf32c78-947b-439a-a180-2e144ec37792").bytes_le

STORE_HEADER = struct.Struct("<16s I BB 6x")
VARIABLE_HEADER = struct.Struct("<H B x I 28x II 16s")
VARIABLE = 0x55aa
ADDED = 0x3f
AT_BOOT_AND_RUNTIME = 7


def aligned(offset):
    return offset + 3 & ~3


def end_of_variables(store, offset):
    """Where a variable can be added"""
    while True:
        start, _, _, name_size, data_size, _ = VARIABLE_HEADER.unpack_from(store, offset)
        if start != VARIABLE:
            return offset
        offset = aligned(offset + VARIABLE_HEADER.size + name_size + data_size)


def signature_list(certificate):
    signature = SHIM + certificate
    return struct.pack("<16s III", X509, 28 + len(signature), 0, len(signature)) + signature


def main():
    path, certificate = sys.argv[1:]
    with open(path, "rb") as file:
        store = bytearray(file.read())
    with open(certificate, "rb") as file:
        data = signature_list(file.read())
    start = store.find(AUTHENTICATED_VARIABLES)
    if start < 0:
        sys.exit(f"enroll.py: {path} has no authenticated variables")
    name = "MokListRT\0".encode("utf-16-le")
    variable = VARIABLE_HEADER.pack(VARIABLE, ADDED, AT_BOOT_AND_RUNTIME, len(name), len(data),
                                    SHIM) + name + data
    offset = end_of_variables(store, start + STORE_HEADER.size)
    _, size, _, _ = STORE_HEADER.unpack_from(store, start)
    if offset + len(variable) > start + size:
        sys.exit(f"enroll.py: no room for the key in {path}")
    store[offset:offset + len(variable)] = variable
    sys.stdout.buffer.write(store)


main()
