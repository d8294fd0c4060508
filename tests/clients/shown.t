#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shown.t - perf, trace-cmd and bpftrace handle formatted arguments as the kernel does
#
# Events with hexadecimal numbers, flags, functions, bytes and strings with a length are
# events like others to them, which they print as the kernel does.
#
# needs: tests/clients/clients.sh kmod/sdt.ko tests/vm/modules/shown.ko
# options: --append slub_debug=- --root / --smp 1 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

echo 'for all in 1 page; do echo $all >/sys/module/shown/parameters/fire; done' >fire

mount -t tmpfs tmpfs /lib/modules
mkdir -p "/lib/modules/$(uname -r)/extra"
cp ./*.ko "/lib/modules/$(uname -r)/extra"
insmod sdt.ko && insmod shown.ko
ok $? 'the modules load'
events=$(ls -d $tracefs/events/shown/*/ | wc -l)

# -- perf ----------------------------------------------------------------------
echo 1 >$tracefs/events/shown/enable
perf record -o perf.data -e 'shown:*' /bin/sh ./fire >log 2>&1
ok $? 'perf record' || note "$(cat log)"
echo 0 >$tracefs/events/enable
# perf takes 0 for the address of what begins a section of the module, its first cold code
# for example, whosever event it is.
perf --no-pager script -i perf.data 2>errors | hits |
	sed -E 's/ fn=([a-z_]*\.cold|data\.0|__this_module|__tracepoint_sdt[^ ]*)$/ fn=0x0/' >script.hits
hits <$tracefs/trace >trace.hits
is "$(cat errors)" '' 'perf script understands every event'
is "$(sed 's/:.*//' trace.hits | sort -u | wc -l)" "$events" 'tracefs has a hit of each'
is "$(cat script.hits)" "$(cat trace.hits)" 'perf script shows the text that tracefs shows'
perf record -o filter.data -e shown:flags --filter 'mode & 4' -e shown:hex --filter 'f == -1' \
	/bin/sh ./fire >log 2>&1
is "$(perf --no-pager script -i filter.data 2>&1 | grep -oE ' (mode|f)=[^ ]*' | sort | tr '\n' ' ')" \
	' f=0xffffffff  mode=MODE_X|MODE_R  mode=MODE_X|MODE_W|MODE_R|HIGHEST ' 'perf record --filter'

# -- trace-cmd -----------------------------------------------------------------
mkdir $tracefs/instances/beside
echo 1 >$tracefs/instances/beside/events/shown/enable
trace-cmd record -o trace.dat -e shown /bin/sh ./fire >log 2>&1
ok $? 'trace-cmd record' || note "$(cat log)"
trace-cmd report -i trace.dat 2>errors | hits >report.hits
is "$(cat errors)" '' 'trace-cmd report understands every event'
hits <$tracefs/instances/beside/trace >trace.hits
rmdir $tracefs/instances/beside
is "$(cat report.hits)" "$(cat trace.hits)" 'trace-cmd report shows the text that tracefs shows'

# -- bpftrace --------------------------------------------------------------------
bpftrace -e 'tracepoint:shown:* { @[probe] = count(); }' -c '/bin/sh ./fire' >out 2>&1
is "$(grep -c '^@\[tracepoint:shown:' out)" "$events" 'bpftrace takes every event' || note "$(cat out)"
is "$(bpftrace -lv 'tracepoint:shown:constants' | tr -s ' ' | tr -d ';')" "$(printf '%s\n' tracepoint:shown:constants \
	' const u8 * p_mac' ' u8 * p_last' ' const char* p_name' ' unsigned long __probe_ip' \
	' __data_loc u8[] p_mac_bytes' ' __data_loc u8[] p_last_bytes' ' __data_loc char[] p_name_str')" \
	'bpftrace -lv has their fields'
if why=$(no_bpftrace); then
	ok 0 "a program that reads arguments # SKIP $why"
	done_testing
	exit
fi
cat >shown.bt <<'BT'
tracepoint:shown:hex { printf("hex %x %x %llx\n", args->a, args->c, args->g); }
tracepoint:shown:flags { printf("flags %d %x\n", args->colour, args->mode); }
tracepoint:shown:function /args->fn != 0/ { printf("function %s\n", ksym(args->fn)); }
tracepoint:shown:constants /args->p_mac != 0/ {
	printf("constants %r\n", buf(args->p_mac, 6));
}
tracepoint:shown:constants /str(args->p_name_str) == "abc"/ { printf("copy abc\n"); }
tracepoint:shown:device { printf("device %d\n", args->dev); }
tracepoint:shown:lengths /args->n == 3/ { printf("lengths %r\n", buf(args->p_data, args->n)); }
BT
bpftrace shown.bt -c '/bin/sh ./fire' >out 2>errors
ok $? 'a program that reads arguments' || note "$(cat errors out)"

is "$(grep -E '^(hex|device|flags|function)' out)" "$(cat <<'WANTED'
hex 1f ffff ffffffffffffffff
device 8388625
flags 0 0
flags 3 5
flags 12 80000007
flags 16 40000000
function fire_functions
function fire_functions
function yield
function 0x1000
WANTED
)" '... numbers and functions'
is "$(grep -E '^(constants|lengths)' out | head -n 2)" "$(cat <<'WANTED'
constants \x02\x00\x00\x00\x00\x17
constants abcdef
WANTED
)" '... bytes'
like "$(cat out)" '^lengths .x02.x00.x00$' '... as many as there are'

rmmod shown && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
