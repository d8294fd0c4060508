#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""enroll.py VARIABLES CERTIFICATE KERNEL - enrolls a machine owner key (MOK)

Adds the certificate, a DER file, to UEFI variables for QEMU's OVMF, and writes those
to stdout.  It is in MokListRT, where the kernel looks for the keys that shim has: shim
itself is not needed.  For the same reason, the certificates that the kernel is signed
with are added to db, whose keys the firmware accepts.

The layout is that of EDK II's authenticated variables (VariableFormat.h), of UEFI's
signature lists, and of PE images.
"""
import re
import ssl
import struct
import subprocess
import sys
import uuid

SHIM = uuid.UUID("605dab50-e046-4300-abb6-3dd810dd8b23").bytes_le
X509 = uuid.UUID("a5c059a1-94e4-4aa7-87b5-ab155c2bf072").bytes_le
AUTHENTICATED_VARIABLES = uuid.UUID("aaf32c78-947b-439a-a180-2e144ec37792").bytes_le

STORE_HEADER = struct.Struct("<16s I BB 6x")
VARIABLE_HEADER = struct.Struct("<H B x I 28x II 16s")
VARIABLE = 0x55aa
ADDED = 0x3f
DELETED = 0x3c
DATA_SIZE_OFFSET = 40
AT_BOOT_AND_RUNTIME = 7
AUTHENTICATED = 0x27    # at boot and run time, kept, with a time
DATABASE = uuid.UUID("d719b2cb-3d3a-4596-a3bc-dad00e67656f").bytes_le


def aligned(offset):
    return offset + 3 & ~3


def variables(store, offset):
    """The (offset, name, data) of each that counts; last, where one can be added"""
    while True:
        start, state, _, name_size, data_size, _ = VARIABLE_HEADER.unpack_from(store, offset)
        if start != VARIABLE:
            yield offset, None, None
            return
        name = offset + VARIABLE_HEADER.size
        data = name + name_size
        if state == ADDED:
            yield (offset, store[name:data - 2].decode("utf-16-le"),
                   store[data:data + data_size])
        offset = aligned(data + data_size)


def signature_list(certificate):
    signature = SHIM + certificate
    return struct.pack("<16s III", X509, 28 + len(signature), 0, len(signature)) + signature


def signers(kernel):
    """The certificates that a PE image is signed with"""
    with open(kernel, "rb") as file:
        image = file.read()
    header, = struct.unpack_from("<I", image, 0x3c)
    start, size = struct.unpack_from("<II", image, header + 0xa8)   # directory 4
    if image[header:header + 4] != b"PE\0\0" or not size:
        return []
    text = subprocess.run(["openssl", "pkcs7", "-inform", "DER", "-print_certs"],
                          input=image[start + 8:start + size], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    return [ssl.PEM_cert_to_DER_cert(pem) for pem in
            re.findall(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", text, re.S)]


class Variables:
    """UEFI variables, as OVMF's file has them"""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.store = bytearray(file.read())
        self.start = self.store.find(AUTHENTICATED_VARIABLES)
        if self.start < 0:
            sys.exit(f"enroll.py: {path} has no authenticated variables")

    def add(self, name, attributes, owner, data):
        """Adds a variable, or adds data to it.  Its header is kept."""
        header = VARIABLE_HEADER.pack(VARIABLE, ADDED, attributes, 2 * len(name) + 2,
                                      len(data), owner)
        for offset, other, before in variables(self.store, self.start + STORE_HEADER.size):
            if other == name:
                header = bytearray(self.store[offset:offset + VARIABLE_HEADER.size])
                data = before + data
                struct.pack_into("<I", header, DATA_SIZE_OFFSET, len(data))
                self.store[offset + 2] = DELETED
        variable = header + (name + "\0").encode("utf-16-le") + data
        _, size, _, _ = STORE_HEADER.unpack_from(self.store, self.start)
        if offset + len(variable) > self.start + size:
            sys.exit(f"enroll.py: no room for '{name}' in {self.path}")
        self.store[offset:offset + len(variable)] = variable


def main():
    path, certificate, kernel = sys.argv[1:]
    store = Variables(path)
    with open(certificate, "rb") as file:
        store.add("MokListRT", AT_BOOT_AND_RUNTIME, SHIM, signature_list(file.read()))
    for signer in signers(kernel):
        store.add("db", AUTHENTICATED, DATABASE, signature_list(signer))
    sys.stdout.buffer.write(store.store)


main()
