#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# speed.t - limits for each verb: 2 s and 256 MiB for a module with 50,000 sites or as
# many events, time at most proportional to their number, and 5 s for 4,000 modules
# without probes

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

# measured LIMIT COMMAND...: prints the milliseconds on a CPU, and the KiB.  The machine may be
# busy: runs up to three times, until a run takes at most LIMIT, and prints the least.  The
# output is in the file "output".
measured()
{
	python3 -c '
import resource, subprocess, sys
def cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
took = []
while len(took) < 3 and not (took and min(took) <= int(sys.argv[1])):
    before = cpu()
    code = subprocess.call(sys.argv[2:], stdout=open("output", "w"))
    took.append(int((cpu() - before) * 1000))
    if code not in (0, 4):
        sys.exit("exit code %d" % code)
print(min(took), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
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

# Growth is judged by a factor of two.
each()
{
	verb=$1
	limit=0
	for n in 5000 50000; do
		set -- $(measured $limit "$sdtinfo" $(echo "$verb" | sed "s/\$n/$n/g"))
		note "$n, $verb: $1 ms, $2 KiB"
		[ $n -ne 5000 ] || limit=$((20 * ($1 + 5)))
		[ $limit -le 2000 ] || limit=2000
	done
	ok "$(test "${1:-9999}" -le 2000; echo $?)" "50,000, $verb: at most 2 s"
	ok "$(test "${2:-999999}" -le 262144; echo $?)" "50,000, $verb: at most 256 MiB"
	ok "$(test "${1:-9999}" -le $limit; echo $?)" "... for ten times as many not more than twenty times as long"
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
each 'list *-1*@file_0.c big$n.ko'
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
set -- $(measured 2000 "$sdtinfo" verify bad.ko)
note "50,000 sites, verify with as many deviations: $1 ms, $2 KiB"
ok "$(test "${1:-9999}" -le 2000; echo $?)" "50,000 deviations: at most 2 s"

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
set -- $(measured 5000 "$sdtinfo" list --all --kernel ./tree)
note "list --all: $1 ms, $2 KiB"
ok "$(test "${1:-9999}" -le 5000; echo $?)" "list --all: at most 5 s"
ok "$(test "${2:-999999}" -le 262144; echo $?)" "list --all: at most 256 MiB"
is "$(wc -l <output)" 1001 "... finds those of the one that has some"

done_testing
