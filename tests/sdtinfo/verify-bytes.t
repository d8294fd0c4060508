#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# verify-bytes.t - sdtinfo verify: a change of any byte that matters is found
#
#	SEED=7 COUNT=20000 prove --exec '' tests/sdtinfo/verify-bytes.t
#
# Changes one byte at a time of a real module, in everything that sdt.ko uses: table,
# records, jump labels, trampoline, their relocations, and the code at the sites.  Then
# verifies the modules that sdt.ko is known to refuse, see tests/vm/badmodules.

. "$(dirname "$0")/common.sh"

tests=$here/..
if [ ! -e "$tests/vm/modules/victim.ko" ]; then
	echo "1..0 # SKIP no tests/vm/modules/victim.ko"
	exit 0
fi
objcopy --strip-debug "$tests/vm/modules/victim.ko" victim.ko

PYTHONPATH=$tests/vm/badmodules python3 -B - "$sdtinfo" "${SEED:-1}" "${COUNT:-500}" \
	"$tests/../kbuild/include/linux/sdt_abi.h" >unnoticed 2>count <<'END'
import random, re, subprocess, sys
from victim import Abi, Victim

sdtinfo, seed, count, abi = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
good = open("victim.ko", "rb").read()
victim = Victim(good, Abi(abi))
random.seed(seed)

# What may be anything, within limits: nothing else in the module says the same.
FREE = {
    "sdt_table_arg": ("name", "declared", "type", "aka", "first_enumerator",
                      "nr_enumerators", "size", "kind", "flags"),
    "sdt_table_enumerator": ("name", "value_low", "value_high"),
    "sdt_table_extra": ("first_xlated", "nr_xlated"),
    "sdt_table_probe": ("file", "first_arg", "nr_args"),
    "sdt_table_provider": (*(f"stability[{i}]" for i in range(15)), "flags"),
    "sdt_table_xlated": ("name", "type", "arg"),
    "sdt_site_record": ("line",),
}


def spread(place, name):
    return {place[0] + i: name for i in range(place[1])}


def free_bytes():
    """Bytes that may change unnoticed: what they are"""
    free = {}
    for kind, place, number in (("sdt_table_arg", victim.arg, victim.nr_args),
                                ("sdt_table_enumerator", victim.enumerator, victim.nr_enumerators),
                                ("sdt_table_extra", victim.extra, victim.nr_extras),
                                ("sdt_table_probe", victim.probe, victim.nr_probes),
                                ("sdt_table_provider", victim.provider, victim.nr_providers),
                                ("sdt_table_xlated", victim.xlated, victim.nr_xlated),
                                ("sdt_site_record", victim.record, victim.nr_records)):
        for i in range(number):
            for field in FREE[kind]:
                free.update(spread(place(i, field), kind + "." + field))
    # The module's name is also in .modinfo, other texts are nowhere else.
    start = victim.get(victim.head("module"))
    names = range(start, good.index(b"\0", victim.strings + start) - victim.strings)
    for i in range(1, victim.strings_size - 1):
        if i not in names:
            free[victim.strings + i] = "a letter of a text, or padding"
    # Where the code goes on, and another number: of a probe that has more sites
    for _, target, _ in victim.entries:
        free.update(spread((target[0] + 8, 16), "a jump's target"))
    if victim.events:
        for field in ("first_enumerator", "nr_enumerators"):
            free.update(spread(victim.event_list(field), "names for events"))
        for (relocation, _, _), _ in victim.event_classes:
            free.update(spread((relocation + 12, 12), "an event's class"))
    for at, _, _ in victim.places:
        free.update(spread((at + 12, 12), "a record's probe and file"))
    # a jump to the kernel's return can have any distance; so can a return's filler
    free.update(spread((victim.code_at + 1, 4), "behind a return"))
    return free


def regions():
    elf = victim.elf
    for name in ("__sdt_table", "__sdt_sites", "__jump_table"):
        for section in (name, ".rela" + name):
            if section not in elf.section:  # the table has no relocations
                continue
            yield section, elf.section[section]["offset"], elf.section[section]["size"]
    yield "trampoline", victim.trampoline_at, 32
    yield "trampoline's code", victim.code_at, 8
    yield "trampoline's relocation", victim.to_code[0], 24
    if victim.events:
        start = victim.event_list("magic")[0]
        yield "events", start, victim.event_entry(len(victim.event_classes), "probe")[0] - start
        for (relocation, _, _), _ in [(victim.to_events, 0), *victim.event_classes]:
            yield "rela of events", relocation, 24
    for code, _, _ in victim.entries:
        at = elf.target(code[1], code[2])
        yield "site", at, 2 if good[at] == 0x66 else 5


def same_kind(name, offset, value):
    """R_X86_64_PC32 and R_X86_64_PLT32 are the same in a module."""
    return "rel" in name and offset % 24 == 8 and value in (2, 4)


def verify(data):
    with open("bad.ko", "wb") as file:
        file.write(data)
    return subprocess.run([sdtinfo, "verify", "bad.ko"], capture_output=True)


free, places = free_bytes(), list(regions())
noticed = 0
for i in range(count):
    name, start, size = random.choice(places)
    at = start + random.randrange(size)
    data = bytearray(good)
    data[at] = random.choice((data[at] ^ 1 << random.randrange(8), random.randrange(256),
                              data[at] + 1 & 255, data[at] - 1 & 255))
    if data == good:
        continue
    result = verify(data)
    said = result.stdout + result.stderr
    if result.returncode == 4 and re.match(rb"(bad\.ko: \S+: .+\n)+$", said) or \
            result.returncode == 1 and re.match(rb"sdtinfo: bad\.ko: .+\n$", said):
        noticed += 1
    elif result.returncode or at not in free and not same_kind(name, at - start, data[at]):
        print("%s+%#x: %#x -> %#x: exit code %d" % (name, at - start, good[at], data[at],
                                                  result.returncode))
print("%d of %d noticed" % (noticed, count), file=sys.stderr)
END
like "$(cat count)" '^[1-9][0-9]* of [0-9]+ noticed$' 'changed bytes are noticed'
is "$(cat unnoticed)" "" "no byte that matters changes unnoticed"

python3 -B "$tests/vm/badmodules/variants.py" variants victim.ko 1 1 >variants
python3 - "$sdtinfo" >unnoticed <<'END'
import subprocess, sys
good = open("victim.ko", "rb").read()
for line in open("variants"):
    name, expected, patches = line.rstrip("\n").split("\t")
    # verify does not look at the compiler's code and data of a class of events, nor at which
    # class an event has.
    if expected in ("", "works", "has two classes", "refers to what is not the module's"):
        continue
    data = bytearray(good)
    for patch in patches.split():
        at, new = patch.split(":")
        new = bytes.fromhex(new)
        data[int(at, 16):int(at, 16) + len(new)] = new
    open("bad.ko", "wb").write(data)
    result = subprocess.run([sys.argv[1], "verify", "bad.ko"], capture_output=True)
    if result.returncode != 4:
        print("%s: sdt.ko says '%s', verify nothing" % (name, expected))
print("done")
END
like "$(cut -f2 variants | grep -vc '^works$')" '^[1-9]' 'there are modules that sdt.ko refuses'
is "$(cat unnoticed)" "done" "what sdt.ko refuses verify tells of"

done_testing
