#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What "sdtinfo gen --libbpf" wrote counts hits and reads the fields of records.
. "$(dirname "$0")/../guest/guest.sh"

cat >fire <<'FIRE'
#!/bin/sh
printf 'hello\nworld\nioctl\nioctl\n' | ./testrevdev >/dev/null
echo 1 >/sys/module/kinds/parameters/fire
FIRE
chmod +x fire

# refused FILE: what the loader says that cannot attach: a line and status 1
refused()
{
	"./$1" "$1.bpf.o" 1 >out 2>&1
	echo "$?:$(cat out)"
}

# told FILE: how often what fires while its programs are attached, by event; they are for
# two hits each on both CPUs
told()
{
	: >out	# of the last one, which says that it was attached
	"./$1" "$1.bpf.o" >out 2>errors &
	loader=$!
	wait_for 60 grep -q '^attached' out
	taskset 1 ./fire
	taskset 2 ./fire
	kill -INT $loader
	wait $loader
	echo "status $?"
	cat errors
	# What it printed last
	awk 'BEGIN { RS = "" } { last = $0 } END { print last }' out | awk '{ print $2, $1 }'
}

format=/sys/kernel/tracing/events/kinds/anonymous/format

# -- what is missing ---------------------------------------------------------------
is "$(refused hits)" "1:$format: No such file or directory: load the module, and sdt.ko without layout=dtrace" \
	'without the event'
insmod sdt.ko layout=dtrace && insmod kinds.ko && insmod revdev.ko
is "$(refused hits)" "1:$format: __probe_ip is at 0, not at 16: load sdt.ko without layout=dtrace" \
	'the other layout'
rmmod sdt && insmod sdt.ko
ok $? 'the layout linux'
./sdtinfo gen --libbpf 'kinds::' 'revdev::' >loaded.bpf.c
cmp -s loaded.bpf.c hits.bpf.c
ok $? 'what is made of loaded modules is what is made of their files'

# PREEMPT_RT of Linux 6.1 has one more common field.
size=8 other=fields12 fields=fields
if grep -q common_preempt_lazy_count $format; then
	size=12 other=fields fields=fields12
fi
like "$(refused $other)" "^1:$format: __probe_ip is at [0-9]+, not at [0-9]+: the module has changed, or see COMMON_SIZE$" \
	'other common fields'
is "$(./hits 2>&1; ./hits hits.bpf.o 0 2>&1)" 'usage: ./hits FILE.bpf.o [SECONDS]
usage: ./hits FILE.bpf.o [SECONDS]' 'usage'

# -- hits --------------------------------------------------------------------------
if [ $size = 8 ]; then
	cp fire file.bpf.o
	like "$(./hits file.bpf.o 1 2>&1)" '^file.bpf.o: cannot be loaded: ' 'not an object of BPF'
	told hits >got
	is "$(grep -E '^status|revdev:|kinds:(low|shared|function)' got)" 'status 0
kinds:function 2
kinds:low 2
kinds:shared 4
revdev:ioctl_entry 4
revdev:ioctl_return 4
revdev:read_entry 4
revdev:read_return 4
revdev:write_entry 4
revdev:write_return 4' 'hits are counted, on all CPUs'
	is "$(grep -c '^kinds:' got):$(awk '/^kinds:/ && $2 != 2' got)" '26:kinds:shared 4' '... of all events'
	wait_for 10 rmmod revdev
	ok $? '... until its end' && insmod revdev.ko
	is "$(./hits hits.bpf.o 2 | grep -c revdev:write_entry)" 2 'SECONDS: a table for each'
fi

# -- fields ------------------------------------------------------------------------
# 0x5280 is REVDEV_PARITY; 104, 119, 111, 100, 69 and 79 are h, w, o, d, E and O.
told $fields >got
is "$(grep -E '^status|revdev:|kinds:(low|high|own_level)' got)" "status 0
kinds:high 2
kinds:low 2
kinds:own_level -4
revdev:ioctl_entry $((2 * (2 * 0x5280 + 3 + 4)))
revdev:ioctl_return $((2 * (69 + 79)))
revdev:read_entry 4
revdev:read_return $((2 * (111 + 100)))
revdev:write_entry $((2 * (5 + 5)))
revdev:write_return $((2 * (6 + 6)))" 'programs read fields and copies'

# -- raw tracepoints --------------------------------------------------------------
like "$(refused raw | tail -n 1)" '^on_[a-z0-9_]+: cannot be attached: No such file or directory: load the module, and sdt_raw.ko$' \
	'without sdt_raw.ko'
insmod sdt_raw.ko
told raw >got
is "$(grep -E '^status|revdev:|kinds:(low|high|own_level|shared)' got)" "status 0
kinds:high 2
kinds:low 2
kinds:own_level -4
kinds:shared 4
revdev:ioctl_entry $((2 * (2 * 0x5280 + 3 + 4)))
revdev:ioctl_return 4
revdev:read_entry 4
revdev:read_return $((2 * (111 + 100)))
revdev:write_entry $((2 * (5 + 5)))
revdev:write_return 4" 'programs of raw tracepoints read arguments'
wait_for 10 rmmod sdt_raw
ok $? '... until their end'

# -- records -----------------------------------------------------------------------
set --
for module in words values families formats qualified shown translated; do
	insmod $module.ko || ok 1 "insmod $module"
done
for module in kinds revdev words values families formats qualified shown translated; do
	set -- "$@" $tracefs/events/$module/*/format
done
awk '/^\tfield:/ && !/ common_/ {
		n = split(FILENAME, path, "/")
		split($0, part, /[:;]/)
		for (i = 1; i in part; i++) {
			if (part[i] == "\toffset") offset = part[i + 1]
			if (part[i] == "\tsize") size = part[i + 1]
		}
		print path[n - 2], path[n - 1], offset, size
	}' "$@" | sort >formats
is "$(diff offsets$size formats)" '' 'structures are records, of all events'
ok "$([ "$(wc -l <formats)" -gt 400 ]; echo $?)" "... $(wc -l <formats) fields"

no_complaints 'the kernel log has no complaint'
done_testing
