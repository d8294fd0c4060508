#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# metrics.t - totals for monitoring: sdtinfo top and latency with --prometheus
#
# "make check-monitoring" has node-exporter and promtool read the same.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo tests/vm/modules/twice.ko tests/vm/modules/victim.ko
# needs: examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/sdtinfo/patch.py tests/clients/metrics.py
# options: --append slub_debug=- --root / --smp 1 --timeout 600
[ "${ARCH-}" != arm64 ] || { echo '1..0 # SKIP no parser of these in the system for arm64'; exit; }
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
fire=/sys/module/twice/parameters/fire
count=/sys/module/sdt/parameters/count

# run COMMAND...: sets $out, $err, $status
run()
{
	status=0
	out=$("$@" 2>errors) || status=$?
	err=$(cat errors)
}

# valid FILE NAME: passes if it is in Prometheus's format
valid() { is "$(python3 -B ./metrics.py "$1" 2>&1)" 'no findings' "$2"; }

# samples NAME [FILE]: those of a family
samples() { grep "^$1[ {]" "${2:-totals.prom}"; }

# -- nothing to print ------------------------------------------------------------------
run ./sdtinfo top --prometheus
tells "$status:$out:$err" "1::sdtinfo: $sdt/tables sdt.ko" 'without sdt.ko'
insmod sdt.ko && insmod twice.ko && insmod revdev.ko
ok $? 'the modules load'
run ./sdtinfo top --prometheus
tells "$status:$err" "3:sdtinfo: $count '*'" 'nothing is counted: it says what to do'
printf '%s\n' "$out" >totals.prom
like "$(cat totals.prom)" '^sdt_info\{version="[^"]+",abi="[0-9]+"\} 1$' '... but other numbers are there'
valid totals.prom '... and valid'

# -- totals ------------------------------------------------------------------------------
echo '*' >$count
echo 1 >$fire
run ./sdtinfo top --prometheus -o totals.prom
is "$status:$out:$err" 0:: 'to a file'
is "$(samples sdt_probe_hits_total)" 'sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_ioctl",probe="ioctl-entry"} 0
sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_ioctl",probe="ioctl-return"} 0
sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_read",probe="read-entry"} 0
sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_read",probe="read-return"} 0
sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_write",probe="write-entry"} 0
sdt_probe_hits_total{provider="sdt",module="revdev",function="revdev_write",probe="write-return"} 0
sdt_probe_hits_total{provider="sdt",module="twice",function="fire",probe="step"} 11
sdt_probe_hits_total{provider="sdt",module="twice",function="other",probe="step"} 100' \
	'the hits of each probe, of all its sites, also of those without'
echo 2 >$fire
./sdtinfo top --prometheus -o totals.prom
is "$(samples sdt_probe_hits_total | sed -n 's/.*twice.* //p' | tr '\n' ' ')" '33 300 ' \
	'they grow from one run to the next'
valid totals.prom 'valid'
is "$(stat -c %a totals.prom)" 644 'everyone can read the file'
is "$(samples 'sdt_[a-z]*[^h]s')" 'sdt_modules 2
sdt_probes 8' 'modules and probes'
is "$(samples sdt_probes_enabled)$(samples sdt_modules_refused_total)" \
	'sdt_probes_enabled 8sdt_modules_refused_total 0' 'enabled ones, and refused modules'
run ./sdtinfo top --prometheus 'twice::' 'revdev::read-*'
printf '%s\n' "$out" >some.prom
is "$status:$err:$(samples sdt_probe_hits_total some.prom)" "0::$(samples sdt_probe_hits_total totals.prom | grep -E 'twice|read-')" \
	'patterns choose some of them'
run ./sdtinfo top --prometheus -o twice.prom 'nothing::' 'revdev::read-*'
is "$status:$(samples sdt_probe_hits_total twice.prom)" "3:$(samples sdt_probe_hits_total totals.prom | grep read-)" \
	'... also beside a pattern that matches none'
valid twice.prom '... which is valid'
valid some.prom '... valid as well'
line=$(./sdtinfo list -v twice: | sed -n 's/.*\(twice\.c:[0-9]*\).*/\1/p' | sed -n 1p)
run ./sdtinfo top --prometheus "@$line"
[ "$(printf '%s\n' "$out" | samples sdt_probe_hits_total - | sed 's/.* //')" -lt 33 ]
ok $? '... or a site'
echo 'revdev::' >$count
run ./sdtinfo top --prometheus -o twice.prom twice: read-entry
tells "$status:$(samples sdt_probe_hits_total twice.prom | wc -l):$err" '0:1:sdtinfo: top 2 3 sdt.ko parameter count' \
	'probes that are not counted: it says so'
run ./sdtinfo top --prometheus twice:
tells "$status:$err" '3:sdtinfo: top 2 sdt.ko parameter count' '... all of them'
run ./sdtinfo top --prometheus twcie:
tells "$status:$err" '3:sdtinfo: twcie: twice:' 'no such probe'
echo '*' >$count
rmmod twice && insmod twice.ko
cp victim.ko refused.ko
python3 -B ./patch.py refused.ko __sdt_table+0 4 0
insmod refused.ko
./sdtinfo top --prometheus -o totals.prom
is "$(samples sdt_probe_hits_total | sed -n 's/.*twice.* //p' | tr '\n' ' ')" '0 0 ' \
	'a module that is loaded again is counted from 0'
is "$(samples sdt_modules_refused_total)" 'sdt_modules_refused_total 1' 'a module was refused'

# -- a file is complete, or the old one -------------------------------------------------
mkdir small && mount -t tmpfs -o size=4k tmpfs small
echo old >small/totals.prom
run ./sdtinfo top --prometheus -o small/totals.prom
tells "$status:$err" '1:sdtinfo: small/totals.prom No space left on device' 'a full disk'
is "$(ls small):$(cat small/totals.prom)" totals.prom:old '... leaves the old file, and no other'
umount small
(
	i=0
	while [ $i -lt 30 ]; do
		./sdtinfo top --prometheus -o busy.prom
		i=$((i + 1))
	done
) &
writer=$!
wait_for 20 [ -e busy.prom ]
lines=$(wc -l <busy.prom)
bad=0
while kill -0 $writer 2>/dev/null; do
	[ "$(wc -l <busy.prom)" = "$lines" ] || bad=$((bad + 1))
done
wait $writer
is $bad 0 'who reads the file while it is written sees all of it'

# -- latency -------------------------------------------------------------------------------
if pkg-config --exists 'libtracefs >= 1.6' libtraceevent; then
	./sdtinfo latency --prometheus --output latency.prom -i 0.5 revdev: >got 2>errors &
	pid=$!
	wait_for 30 [ -e latency.prom ]
	ok $? 'latency: a file appears while it runs'
	valid latency.prom '... and is valid'
	to='{from="sdt:revdev:revdev_write:write-entry",to="sdt:revdev:revdev_write:write-return"}'
	count() { sed -n 's/^sdt_latency_seconds_count{.*:write-entry.* //p' latency.prom; }
	is "$(count)" 0 '... with a pair that has no hits'
	printf 'a\nb\n' | ./testrevdev >/dev/null
	count_is() { [ "$(count)" = "$1" ]; }
	wait_for 20 count_is 2
	ok $? '... is written again'
	printf 'c\n' | ./testrevdev >/dev/null
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	is "$status:$(cat got errors)" 0: '... until a signal'
	is "$(count)" 3 '... and once more at the end'
	like "$(cat latency.prom)" "^sdt_latency_open_calls$to 0\$" '... with what has not ended'
	like "$(cat latency.prom)" "^sdt_latency_lost_hits_total 0\$" '... and what was not measured'
	valid latency.prom '... valid'
	is "$(grep -c '^sdt_latency_seconds_bucket{.*write-entry' latency.prom)" 28 'a bucket for each power of two'
	like "$(cat latency.prom)" '^sdt_latency_seconds_bucket\{.*write-entry.*,le="0.001048575"\} [0-9]+$' \
		'... up to the nanosecond before it'
	run ./sdtinfo latency --prometheus -t 0.1 write-entry write-return
	is "$status:$err" 0: 'to standard output'
	printf '%s\n' "$out" >latency.prom
	valid latency.prom '... valid as well'
	run ./sdtinfo latency --prometheus --output /nosuch/file -i 0.1 write-entry write-return
	tells "$status:$err" '1:sdtinfo: /nosuch/file No such file or directory' \
		'a file that cannot be written ends it'
	is "$(ls $tracefs/instances)" '' '... and nothing is left behind'
else
	note 'no libtracefs 1.6 here: sdtinfo latency is not built'
fi

has_gate || rmmod revdev
rmmod sdt
ok $? 'sdt.ko goes, though it counts'
run ./sdtinfo top --prometheus -o totals.prom
is "$status:$(samples sdt_modules_refused_total)" '1:sdt_modules_refused_total 1' \
	'without it the old file stays'
no_complaints 'the kernel log'
done_testing
