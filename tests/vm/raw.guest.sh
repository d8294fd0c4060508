#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Programs see the hits of probes as raw tracepoints, while they are attached.
. "$(dirname "$0")/../guest/guest.sh"

# used NAME: how many references a module has
used() { cat "/sys/module/$1/refcnt"; }
# fire MODULE [TIMES]
fire() { echo "${2:-1}" >"/sys/module/$1/parameters/fire"; }

# loaded MODULE...
loaded()
{
	for module in "$@"; do
		insmod "$module.ko" || return
	done
}

loaded sdt probed && ./raw_user probed_fire:0 -- true >out
is "$(cat out)" 'probed_fire: No such file or directory' 'without sdt_raw.ko'
insmod sdt_raw.ko && loaded values kinds contexts translated
ok $? 'the modules load, before and after sdt_raw.ko'
is "$(used sdt_raw)" 0 'which nobody uses'

# -- arguments -------------------------------------------------------------------
./raw_user values_sysinfo_xcalls:0 kinds_shared:1 probed_fire:2 contexts_nested:3 kinds_low:8 \
	kinds_high:8 values_many:8 values_full:12 -- sh -c '
	echo 1 >/sys/module/values/parameters/fire
	echo 1 >/sys/module/kinds/parameters/fire
	echo 3 >/sys/module/probed/parameters/fire' >out
is "$(cat out)" 'values_sysinfo_xcalls 1
kinds_shared 2 2
probed_fire 3 2 3
contexts_nested 0 0 0 0
kinds_low 1 -128 0 -32768 0 -2147483648 0 -9223372036854775808 0
kinds_high 1 127 255 32767 65535 2147483647 4294967295 9223372036854775807 -1
values_many 1 1 2 3 4 5 6 7 -8
values_full 1 1 -2 3 4 5 6 -7 8 9 -9223372036854775792 -11 12' 'values of arguments'
is "$(./raw_user probed_fire:3 -- true)" 'probed_fire: Invalid argument' 'more arguments than there are'
is "$(./raw_user values_full:12 -- true)" 'values_full 0 0 0 0 0 0 0 0 0 0 0 0 0' '... the first 12'
is "$(./raw_user probed_none:0 -- true)" 'probed_none: No such file or directory' 'an unknown name'
is "$(./raw_user ' :0' -- true):$(./raw_user "$(printf '%128s' ''):0" -- true)" \
	" : No such file or directory:$(printf '%128s' ''): No such file or directory" 'blanks'
./raw_user translated_pair:1 -- sh -c 'echo 1 >/sys/module/translated/parameters/fire' >out
ok "$(grep -q '^translated_pair [1-9]' out; echo $?)" 'a translated argument is the native one' ||
	note "$(cat out)"

# -- programs --------------------------------------------------------------------
./raw_user probed_fire:1 probed_fire:2 probed_fire:0 -- sh -c '
	cat /sys/module/probed/parameters/enabled /sys/module/sdt_raw/refcnt
	taskset 1 sh -c "echo 100 >/sys/module/probed/parameters/fire" &
	taskset $(nproc) sh -c "echo 100 >/sys/module/probed/parameters/fire" &
	wait' >out
is "$(cat out)" '1
4
probed_fire 200 99
probed_fire 200 99 100
probed_fire 200' 'three programs, two CPUs'
is "$(cat /sys/module/probed/parameters/enabled):$(used sdt_raw)" 0:0 'detached: the site is disabled'
./raw_user probed_fire:0 -- sh -c './raw_user probed_fire:0 -- true >/dev/null
	echo 2 >/sys/module/probed/parameters/fire' >out
is "$(cat out)" 'probed_fire 2' 'one program of two leaves'

./raw_user probed_fire:0 -- sh -c '
	for cpu in 1 $(nproc); do
		taskset $cpu sh -c "for i in \$(seq 40); do
			echo 100 >/sys/module/probed/parameters/fire; done" &
	done
	for i in $(seq 25); do ./raw_user probed_fire:0 -- true; done >/dev/null
	wait' >out
is "$(cat out)" 'probed_fire 8000' 'a second one comes and goes under hits'
for _ in $(seq 5); do
	./raw_user probed_fire:0 -- sleep 0.2 >/dev/null &
	./raw_user probed_fire:0 -- sh -c 'for i in $(seq 40); do
		echo 50 >/sys/module/probed/parameters/fire; done'
	wait
done >out
is "$(sort -u out)" 'probed_fire 2000' 'the first one goes'

# -- beside events -----------------------------------------------------------------
if needs_gate 'an event and a program on one probe'; then
	echo 1 >$tracefs/events/probed/fire/enable
	echo >$tracefs/trace
	./raw_user probed_fire:1 -- sh -c 'echo 5 >/sys/module/probed/parameters/fire' >out
	fire probed 2
	is "$(cat out):$(lines fire)" 'probed_fire 5 4:7' 'an event and a program on one probe'
	echo 0 >$tracefs/events/probed/fire/enable
fi

# -- modules that come and go ------------------------------------------------------
is "$(./raw_user probed_init:1 probed_exit:1 probed_fire:1 -- sh -c '
	rmmod probed && insmod probed.ko && echo 4 >/sys/module/probed/parameters/fire
	cat /sys/module/probed/parameters/enabled; rmmod sdt_raw 2>/dev/null; rmmod sdt 2>/dev/null')" \
	'1
probed_init 1 42
probed_exit 1 43
probed_fire 4 3' 'unloaded and loaded again, in use: hits of init and exit code'
ok "$([ -d /sys/module/sdt_raw ] && [ -d /sys/module/sdt ]; echo $?)" '... sdt_raw.ko and sdt.ko stay'
like "$(./raw_user probed_init:1 -- sh -c 'rmmod probed; insmod probed.ko fail=1 2>/dev/null')" \
	'^probed_init [12] 42$' 'init code that fails: busybox tries twice'
is "$(./raw_user probed_init:1 probed_fire:1 -- insmod probed.ko)" 'probed_init 1 42
probed_fire 0 0' 'attached while the module is not loaded'
./raw_user probed_fire:1 -- sh -c 'rmmod probed' >out
is "$(cat out):$(used sdt_raw)" 'probed_fire 0 0:0' 'detached without the module'
loaded probed

# -- unload in use -------------------------------------------------------------------
(while [ ! -e stop ]; do
	insmod probed.ko 2>/dev/null
	echo 50 >/sys/module/probed/parameters/fire 2>/dev/null
	rmmod probed 2>/dev/null
done) &
for _ in $(seq 20); do
	./raw_user probed_fire:1 probed_init:0 -- true >/dev/null
	rmmod sdt_raw && insmod sdt_raw.ko
done >log 2>&1
touch stop
wait
is "$(cat log)" '' 'all of them come and go at once'
rm stop
insmod probed.ko 2>/dev/null
is "$(./raw_user probed_fire:1 -- sh -c 'echo 1 >/sys/module/probed/parameters/fire')" \
	'probed_fire 1 0' '... and work'

# -- by number of arguments ----------------------------------------------------------
insmod m/counts.ko
./raw_user counts_n0:0 counts_n1:1 counts_n2:2 counts_n3:3 counts_n4:4 counts_n5:5 counts_n6:6 \
	counts_n7:7 counts_n8:8 counts_n9:9 counts_n10:10 counts_n11:11 counts_n12:12 \
	counts_n13:12 -- sh -c 'echo 1 >/sys/module/counts/parameters/fire' >out
for n in $(seq 0 13); do
	echo "counts_n$n 1 $(seq -s ' ' $((n < 12 ? n : 12)))"
done | sed 's/ $//' >expected
is "$(cat out)" "$(cat expected)" '0 to 12 arguments, and the first 12 of 13'

# -- two events, one pattern ----------------------------------------------------------
alike='alike_same 1 2 3
alike_named_same 1 1
alike_io_start 1 4
alike_io_io_start 1 5
alike_io_done 1 6
alike_io_io_done 1 7 8'
alike_programs='alike_same:2 alike_named_same:1 alike_io_start:1 alike_io_io_start:1 alike_io_done:1
	alike_io_io_done:2'
insmod m/alike.ko
is "$(./raw_user $alike_programs -- sh -c 'echo 1 >/sys/module/alike/parameters/fire')" "$alike" \
	'events that one pattern matches'
rmmod alike
is "$(./raw_user $alike_programs -- sh -c 'insmod m/alike.ko
	echo 1 >/sys/module/alike/parameters/fire')" "$alike" '... loaded later'
rmmod sdt_raw
insmod sdt_raw.ko names=alike_same,alike_io_io_done
rmmod alike
is "$(./raw_user alike_same:2 alike_io_io_done:2 -- sh -c 'insmod m/alike.ko
	echo 1 >/sys/module/alike/parameters/fire')" 'alike_same 1 2 3
alike_io_io_done 1 7 8' '... of which not all have a raw tracepoint'
is "$(./raw_user alike_io_start:1 -- true):$(./raw_user probed_fire:0 -- true)" \
	'alike_io_start: No such file or directory:probed_fire: No such file or directory' 'names='
rmmod alike sdt_raw

# -- other arguments ---------------------------------------------------------------
insmod m/old.ko && insmod sdt_raw.ko
dmesg -c >/dev/null
./raw_user changed_count:3 changed_write_entry:3 changed_order:1 -- sh -c '
	echo 1 >/sys/module/changed/parameters/fire
	rmmod changed; insmod m/changed.ko
	echo 1 >/sys/module/changed/parameters/fire
	./raw_user changed_count:1 changed_write_entry:1 -- sh -c "
		echo 1 >/sys/module/changed/parameters/fire"
	./raw_user changed_count:3 -- true
	rmmod changed; insmod m/old.ko
	echo 1 >/sys/module/changed/parameters/fire' >out
is "$(cat out)" 'changed_count 1 11
changed_write_entry 1 14
changed_count: Invalid argument
changed_count 2 1 2 3 (now (changed_count))
changed_write_entry 2 4 5 6 (now (changed_write_entry))
changed_order 4 7' 'changed, and changed back: programs see the hits that they are for'
is "$(dmesg | sed -n 's/.*sdt_raw: \([a-z_]*\): .* changed: .*/\1/p')" 'changed_count
changed_write_entry' '... is logged'

# -- a program that does not come ---------------------------------------------------
rmmod sdt_raw; insmod sdt_raw.ko names=probed_fire
insmod m/unbalanced.ko
is "$? $(used sdt_raw)" '0 1' 'a first program is announced, and does not come'
for _ in 1 2; do
	is "$(./raw_user probed_fire:1 -- sh -c 'echo 1 >/sys/module/probed/parameters/fire')" \
		'probed_fire 1 0' '... but another one'
done
rmmod probed && insmod probed.ko
rmmod unbalanced && rmmod sdt_raw
is "$? $(cat $debugfs/sdt/handlers)" '0 ' '... and nothing is left'
insmod sdt_raw.ko

# -- names that others have ----------------------------------------------------------
dmesg -c >/dev/null
insmod m/twin.ko && insmod m/twin_foo.ko
is "$(./raw_user twin_both:2 twin_foo_bar:1 -- sh -c '
	echo 1 | tee /sys/module/twin/parameters/fire /sys/module/twin_foo/parameters/fire >/dev/null')" \
	'twin_both 1 3 4
twin_foo_bar 1 5' 'the tracepoint of a module that is loaded later'
rmmod sdt_raw && insmod sdt_raw.ko
is "$(./raw_user twin_both:2 -- sh -c 'echo 1 >/sys/module/twin/parameters/fire')" \
	'twin_both 1 3 4' '... or earlier'
rmmod twin
is "$(./raw_user twin_both:2 -- true)" 'twin_both: No such file or directory' '... and removed'
is "$(dmesg | sed -n 's/.*sdt_raw: \(.*\): no raw tracepoint: .*\(module twin .* twin_foo_bar\|with this name\)$/\1 \2/p')" \
	'twin_foo:bar module twin has one named twin_foo_bar
twin_both with this name
twin_foo:bar module twin has one named twin_foo_bar' '... is logged'
rmmod twin_foo
insmod m/thief.ko fail=1 2>/dev/null
is "$(./raw_user probed_fire:1 -- sh -c 'echo 1 >/sys/module/probed/parameters/fire')" \
	'probed_fire 1 0' 'a module with the name that has failed to load'
is "$(./raw_user probed_fire:1 -- sh -c 'insmod m/thief.ko
	echo 1 >/sys/module/probed/parameters/fire')" 'probed_fire 1 0' \
	'... that comes under a program'
like "$(./raw_user probed_fire:1 -- sh -c 'echo 1 >/sys/module/probed/parameters/fire')" \
	'^probed_fire 0 0' '... and has the name while it is loaded'
rmmod thief
is "$(./raw_user probed_fire:1 -- sh -c 'echo 1 >/sys/module/probed/parameters/fire')" \
	'probed_fire 1 0' '... and has gone'

# -- more than there are slots --------------------------------------------------------
rmmod sdt_raw && insmod m/few.ko && insmod sdt_raw.ko names='no,many_*'
name=$(sed -n 's/^sdt:many_probes:.*:\([^ ]*\) .*/\1/p' $debugfs/sdt/probes | head -n 1 | tr - _)
dmesg -c >/dev/null
rmmod many_probes && insmod m/more.ko
is "$(dmesg | grep -c 'sdt_raw: many_probes_[^ ]*: no raw tracepoint: all 1024 .* names=')" \
	1 'more probes than slots'
is "$(./raw_user "many_probes_$name:0" -- true)" "many_probes_$name 0" '... the first ones are there'

rmmod sdt_raw
has_gate || rmmod $(ls $debugfs/sdt/tables)
rmmod sdt
ok $? 'all can be removed'
no_leaks 'no memory is lost'
no_complaints 'the kernel log has no complaint'
done_testing
