#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# speed.t - a module with 50,000 sites: 2 s and 256 MiB each for link and dump,
# and time that grows with the number of sites, not faster

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

# measured COMMAND...: prints milliseconds and KiB
measured()
{
	python3 -c '
import resource, subprocess, sys, time
t = time.time()
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
ms = int((time.time() - t) * 1000)
print(ms, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)' "$@"
}

for n in 5000 50000; do
	sites $n | object big.o
	module big.ko big.o
	for verb in "link --module big -o big.S big.o" "dump big.ko"; do
		set -- $(measured "$sdtinfo" $verb)
		note "$n sites, ${verb%% *}: $1 ms, $2 KiB"
		ok "$(test "${1:-9999}" -le 2000; echo $?)" "$n sites, ${verb%% *}: at most 2 s"
		ok "$(test "${2:-999999}" -le 262144; echo $?)" "$n sites, ${verb%% *}: at most 256 MiB"
	done
done

done_testing
