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
import re
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
HEADER = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                      '../../kbuild/include/linux/sdt_abi.h')
with open(HEADER, encoding='ascii') as header:
    VERSION = int(re.search(r'define SDT_ABI_VERSION\s+(\d+)', header.read()).group(1))


RECORD = '<I3sBQIIQ'
LINE = 0x3fffffff
ADDRESS_SPACES = 0x1e


def tool(name, *args):
    return subprocess.run([os.environ.get('CROSS_COMPILE', '') + name, *args], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def section(path, name):
    with tempfile.NamedTemporaryFile() as out:
        tool('objcopy', '-O', 'binary', '--only-section=' + name, '--set-section-flags',
             name + '=alloc', path, out.name)
        return out.read()


def sites(path):
    """(symbol, line) of each site record"""
    data = section(path, '__sdt_sites')
    size = struct.calcsize(RECORD)
    symbols = {}
    for offset, symbol in re.findall(r'^([0-9a-f]+) .* (__sdt_(?:probe|enabled)\S*) \+ 0$',
                                     tool('readelf', '-rW', path), re.M):
        symbols[int(offset, 16)] = symbol
    for at in range(0, len(data), size):
        enabled, magic, version, entries, place, line, runtime = struct.unpack_from(
            RECORD, data, at)
        assert (magic, version) == (b'SDT', VERSION), 'record'
        assert (enabled, entries, place, runtime) == (0, 0, 0, 0), 'not zero'
        yield symbols[at + 16], line & LINE


def symbol_id(*texts):
    """FNV-1a of each text, its NUL and its flags"""
    result = 2166136261
    for text, flags in texts:
        for byte in (*text.encode(), 0, flags & ADDRESS_SPACES):
            result = (result ^ byte) * 16777619 % (1 << 32)
    return f'${result:08x}'


class Table:
    def __init__(self, data, records):
        self.data = data
        self.records = list(records)
        self.at = 0
        (magic, version, kind, size, providers, probes, extras, places, args, xlated,
         enumerators, nr_sites, strings, module) = self.take('IHHIIIIIIIIIII')
        assert (magic, version, kind) == (MAGIC, VERSION, 1), 'head'
        assert (places, module) == (0, 0), 'only a module has these'
        assert size == len(data), 'size'
        assert nr_sites == len(self.records), 'nr_sites'
        self.probes = [self.take('IIIIBBH') for _ in range(probes)]
        self.providers = [self.take('I15sB') for _ in range(providers)]
        self.extras = {probe: rest for probe, *rest in
                       (self.take('IIII') for _ in range(extras))}
        assert list(self.extras) == sorted(self.extras) and len(self.extras) == extras, 'extras'
        self.lines = [self.take('I')[0] for _ in range(probes)]
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

    def names(self, i):
        function, name, _, _, _, provider, _ = self.probes[i]
        return [self.string(s) for s in (self.providers[provider][0], function, name)]

    def record_of(self, i):
        """The symbol and the line of an entry's site records"""
        _, _, file, first_arg, nr_args, _, flags = self.probes[i]
        provider, function, name = (text.replace('-', '__') for text in self.names(i))
        message = self.string(self.extras.get(i, [0])[0])
        ending = symbol_id((self.string(file), 0))
        if message and flags & 1:
            args = self.args[first_arg:first_arg + nr_args]
            ending = symbol_id((message, 0), *((self.string(a[2]), a[8]) for a in args)) + ending
        if flags & 0x200:
            symbol = '__sdt_enabled' + ending
        elif flags & 0x100:
            function = function if flags & 1 else ''
            symbol = f'__sdt_enabled${provider}${function}${name}{ending}'
        else:
            symbol = f'__sdt_probe${provider}${function}${name}{ending}'
        return symbol, self.lines[i]

    def show_arg(self, arg):
        name, declared, type_, _aka, first, nr, size, kind, flags = arg
        words = [self.string(name) or '-']
        words += [f for i, f in enumerate(ARG_FLAGS) if flags >> i & 1]
        if kind > ARG_KINDS.index('bitmask'):
            words = ['trusted' if w == 'hex' else w for w in words if w != 'signed']
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
        records = [self.record_of(i) for i in range(len(self.probes))]
        order = sorted(range(len(self.probes)), key=lambda i: self.lines[i])
        for i, probe in ((i, self.probes[i]) for i in order):
            _, _, file, first_arg, nr_args, _, flags = probe
            message, first_xlated, nr_xlated = self.extras.get(i, (0, 0, 0))
            assert i not in self.extras or message or nr_xlated, 'an extra of nothing'
            assert file, 'file'
            assert flags & 2 or not first_xlated and not nr_xlated, 'not translated'
            # Entries of the same probe and line have as many sites.
            record = self.record_of(i)
            nr_sites = self.records.count(record) // records.count(record)
            print(KINDS[flags & 0x1700], ':'.join(self.names(i)),
                  *(word for bit, word in FLAGS.items() if flags & bit),
                  *([f'sites={nr_sites}'] if nr_sites else []),
                  *([repr(self.string(message))] if message else []))
            for arg in self.args[first_arg:first_arg + nr_args]:
                self.show_arg(arg)
            for xlated in self.xlated[first_xlated:first_xlated + nr_xlated]:
                self.show_xlated(xlated)


def main():
    data = section(sys.argv[1], '.discard.sdt')
    if data:
        Table(data, sites(sys.argv[1])).show()


main()
