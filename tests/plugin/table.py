#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""table.py - prints the table of an object file, as the plugin wrote it

    table.py FILE.o

A line for each provider, each entry in the order of the source, and below that each
of its arguments and translated arguments:

    provider NAME [defined]
    KIND PROVIDER:FUNCTION:NAME [FLAG...] [sites=N]
        NAME [FLAG...] KIND SIZE [bound=N|bound=argN] 'TYPE' declared 'TEXT'
        shown as [NAME] 'TYPE' of ARGUMENT

Knows nothing of sdtinfo, which has its own idea of what a table is; the two meet in
<linux/sdt_abi.h>.  Prints nothing for an object without a table.
"""
import os
import struct
import subprocess
import sys
import tempfile

KINDS = {0: 'probe', 0x100: 'enabled', 0x200: 'any', 0x400: 'definition',
         0x1000: 'declaration'}
FLAGS = {1: 'qualified', 2: 'translated', 0x800: 'untyped', 0x2000: 'use'}
ARG_KINDS = ['unknown', 'integer', 'bool', 'enum', 'bitmask', 'pointer', 'string',
             'function', 'bytes']
ARG_FLAGS = ['signed', 'user', 'percpu', 'rcu', 'iomem', 'named', 'zero', 'hex']
BOUND_IS_ARG = 0x80000000
MAGIC = 0x54544453
VERSION = 9


def section(path):
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([os.environ.get('CROSS_COMPILE', '') + 'objcopy', '-O', 'binary', '--only-section=.discard.sdt',
                        '--set-section-flags', '.discard.sdt=alloc', path, out.name],
                       check=True)
        return out.read()


class Table:
    def __init__(self, data):
        self.data = data
        self.at = 0
        (magic, version, kind, size, providers, probes, args, xlated, enumerators,
         self.nr_sites, strings, module, trampoline) = self.take('IHHIIIIIIIIIi')
        assert (magic, version, kind) == (MAGIC, VERSION, 1), 'head'
        assert (module, trampoline) == (0, 0), 'only a module has these'
        assert size == len(data), 'size'
        self.probes = [self.take('IIIIIIIBBHIII') for _ in range(probes)]
        self.providers = [self.take('I15sB') for _ in range(providers)]
        self.places = [self.take('II') for _ in range(probes)]
        self.args = [self.take('IIIIIBBBB') for _ in range(args)]
        self.xlated = [self.take('IIB3s') for _ in range(xlated)]
        self.at += 12 * enumerators
        self.strings = data[self.at:self.at + strings]
        self.at += strings
        assert self.take('I') == (MAGIC,) and self.at == size, 'end'

    def take(self, form):
        values = struct.unpack_from('<' + form, self.data, self.at)
        self.at += struct.calcsize('<' + form)
        return values

    def string(self, offset):
        return self.strings[offset:self.strings.index(b'\0', offset)].decode()

    def show_arg(self, arg):
        name, declared, type_, _aka, first, nr, size, kind, flags = arg
        words = [self.string(name) or '-']
        words += [f for i, f in enumerate(ARG_FLAGS) if flags >> i & 1]
        words += [ARG_KINDS[kind], str(size)]
        if ARG_KINDS[kind] in ('string', 'bytes'):
            assert nr == 0, 'a bound in place of enumerators'
            if first:
                words += ['bound=' + (f'arg{first - BOUND_IS_ARG}'
                                      if first & BOUND_IS_ARG else str(first))]
        else:
            assert nr or not first, 'no enumerators, and no bound'
        words += [repr(self.string(type_)), 'declared', repr(self.string(declared))]
        print('   ', *words)

    def show_xlated(self, xlated):
        name, type_, arg, zero = xlated
        assert zero == bytes(3), 'xlated.zero'
        name = self.string(name)
        print('    shown as', *([name] if name else []), repr(self.string(type_)),
              'of', arg)

    def show(self):
        for name, stability, flags in self.providers:
            assert stability == bytes(15), 'stability'
            print('provider', self.string(name), *(['defined'] if flags & 1 else []))
        order = sorted(range(len(self.probes)), key=lambda i: self.places[i][1])
        for i, probe in ((i, self.probes[i]) for i in order):
            (index, provider, function, name, first_arg, first_xlated, sites, nr_args,
             nr_xlated, flags, event, dtrace_event, message) = probe
            assert index == i, 'index'
            assert (event, dtrace_event) == (0, 0), 'only a module has these'
            assert flags & 2 or not first_xlated and not nr_xlated, 'not translated'
            names = [self.string(self.providers[provider][0]), self.string(function),
                     self.string(name)]
            print(KINDS[flags & 0x1700], ':'.join(names),
                  *(word for bit, word in FLAGS.items() if flags & bit),
                  *([f'sites={sites}'] if sites else []),
                  *([repr(self.string(message))] if message else []))
            for arg in self.args[first_arg:first_arg + nr_args]:
                self.show_arg(arg)
            for xlated in self.xlated[first_xlated:first_xlated + nr_xlated]:
                self.show_xlated(xlated)
        assert self.nr_sites == sum(p[6] for p in self.probes), 'nr_sites'


def main():
    data = section(sys.argv[1])
    if data:
        Table(data).show()


main()
