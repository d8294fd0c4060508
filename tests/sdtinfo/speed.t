#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# speed.t - limits for each verb with a module of 50,000 sites or as many events: 256 MiB, and time
# in proportion to their number; and for 4,000 modules without probes
#
# Times are compared with what Python takes to read and print JSON: eight times the unit below is
# some 4 s on a machine on which the slowest verb takes 2 s.

. "$(dirname "$0")/common.sh"

# sites N: N sites of N/5 probes in N/50 functions
sites()
{
	python3 -c '
import sys
for i in range(int(sys.argv[1]) // 5):
    print("probe sdt:function_%d:probe-%d dir/file_%d.c:%d sites=5" %
          (i // 10, i, i // 1000, i))
    print("  arg a int int 4 integer signed")
    print("  arg b_%d \"struct s%d *\" \"struct s%d *\" 8 pointer" % (i, i, i))
' "$1"
}

# events N: N events, each with an enum of its own
events()
{
	python3 -c '
import sys
for i in range(int(sys.argv[1])):
    print("probe sdt:function_%d:probe-%d dir/file_%d.c:%d" % (i // 10, i, i // 1000, i))
    print("  arg e \"enum e%d\" \"enum e%d\" 4 enum names=A%d=0,B%d=1" % (i, i, i, i))
    print("  arg s \"char *\" \"char *\" 8 string")
' "$1"
}

# measured FACTOR BASE COMMAND: prints the milliseconds on a CPU of BASE and of COMMAND, and the
# KiB of the larger.  The machine may be slow or busy, so what counts is the factor between two
# commands that run one after the other: up to five times, until the least time of COMMAND is at
# most FACTOR times the least of BASE.  The output of COMMAND is in the file "output".
measured()
{
	python3 -c '
import resource, subprocess, sys
def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
def took(command):
    before = cpu()
    code = subprocess.call(command, shell=True, stdout=open("output", "w"))
    if code not in (0, 4):
        sys.exit("exit code %d: %s" % (code, command))
    return int((cpu() - before) * 1000) + 5
base = time = 10 ** 9
for attempt in range(5):
    base = min(base, took(sys.argv[2]))
    time = min(time, took(sys.argv[3]))
    if time <= int(sys.argv[1]) * base:
        break
print(base, time, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}

# not_above FACTOR BASE TIME DESCRIPTION
not_above()
{
	ok "$(test "${3:-9999999}" -le $(($1 * ${2:-0})); echo $?)" "$4"
}

for n in 5000 50000; do
	sites $n >probes
	object big.o <probes
	module big$n.ko big.o
	mv big.o big$n.o
	sed 's/:probe-/:other-/' probes | object big.o
	module other$n.ko big.o
	events $n | object big.o
	module events$n.ko big.o
	rm big.o
done

# What other times are compared with: Python reads the probes of a small module, and prints them
"$sdtinfo" dump --json big5000.ko >small.json
cat >unit.py <<'END'
import json
for i in range(3):
    print(json.dumps(json.load(open("small.json"))))
END
unit='python3 unit.py'

# Growth is judged by a factor of two.
each()
{
	small="'$sdtinfo' $(echo "$1" | sed 's/\$n/5000/g')"
	large="'$sdtinfo' $(echo "$1" | sed 's/\$n/50000/g')"
	set -- "$1" $(measured 20 "$small" "$large")
	note "$1: $2 ms, for ten times as many $3 ms, $4 KiB"
	not_above 20 "$2" "$3" "$1: for ten times as many not more than twenty times as long"
	ok "$(test "${4:-999999}" -le 262144; echo $?)" "50,000, $1: at most 256 MiB"
	set -- "$1" $(measured 8 "$unit" "$large")
	note "$1: $3 ms, the unit $2 ms"
	not_above 8 "$2" "$3" "50,000, $1: at most eight units"
}
each 'link --module big -o big.S big$n.o'
each 'dump big$n.ko'
each 'dump -v big$n.ko'
each 'dump --json big$n.ko'
each 'verify big$n.ko'
each 'verify --json big$n.ko'
each 'diff big$n.ko other$n.ko'
each 'diff --json big$n.ko other$n.ko'
each 'list big$n.ko'
each 'list "*-1*@file_0.c" big$n.ko'
each 'list -v big$n.ko'
each 'list --json big$n.ko'
each 'args big$n.ko'
each 'args --json big$n.ko'
each 'gen --bpftrace events$n.ko'
each 'gen --d events$n.ko'
each 'gen --libbpf events$n.ko'

# As bad as can be: something is wrong with each site.
cp big50000.ko bad.ko
patch bad.ko header:.text+8 8 2
set -- $(measured 8 "$unit" "'$sdtinfo' verify bad.ko")
note "50,000 sites, verify with as many deviations: $2 ms, the unit $1 ms"
not_above 8 "$1" "$2" "50,000 deviations: at most eight units"

# Modules of a kernel, or small ones of our own, as often as it takes
mkdir tree
for f in /lib/modules/*/kernel/drivers/net/*/*.ko /lib/modules/*/kernel/fs/*/*.ko; do
	[ -e "$f" ] && cp "$f" tree && echo "$f"
done | head -200 >real
rm tree/*
n=0
while read -r f; do
	n=$((n + 1))
	cp "$f" tree/real$n.ko
done <real
if [ $n -eq 0 ]; then
	printf '\t.data\n\t.skip 100000, 1\n' | as -o none.o
	while [ $n -lt 200 ]; do
		n=$((n + 1))
		ld -r -o tree/real$n.ko none.o
	done
fi
note "$n modules, $(du -s tree | cut -f1) KiB, 4,000 times in all"
python3 - <<'END'
import os
files = sorted(os.listdir("tree"))
for i in range(4000 - len(files)):
    folder = "tree/%02d" % (i // 100)
    os.makedirs(folder, exist_ok=True)
    os.link("tree/" + files[i % len(files)], folder + "/copy%d.ko" % i)
END
is "$(find tree -name '*.ko' | wc -l)" 4000 "4,000 modules without probes"
cp other5000.ko tree/with.ko
set -- $(measured 8 "$unit" "'$sdtinfo' list --all --kernel ./tree")
note "list --all: $2 ms, $3 KiB, the unit $1 ms"
not_above 8 "$1" "$2" "list --all: at most eight units"
ok "$(test "${3:-999999}" -le 262144; echo $?)" "list --all: at most 256 MiB"
is "$(wc -l <output)" 1001 "... finds those of the one that has some"

done_testing
