#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dtrace.t - DTrace 2.x uses the probes, with layout=dtrace
#
# Names, types and values of arguments, what it cannot have, counts, modules that are to go;
# and scripts written for it.  Needs dtrace, which the systems of "make check-debian" have.
#
# needs: tests/clients/clients.sh kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko
# needs: examples/revdev/testrevdev examples/revdev/traceflow.d examples/revdev/traceflow.expected
# needs: tests/vm/modules/contexts.ko tests/vm/modules/kinds.ko tests/vm/modules/probed.ko
# needs: tests/vm/modules/qualified.ko tests/vm/modules/twice.ko tests/vm/modules/values.ko
# needs: tests/vm/modules/victim.ko tests/clients/values.d tests/clients/faults.d
# options: --append slub_debug=- --root / --timeout 1500

if ! command -v dtrace >/dev/null; then
	echo '1..0 # SKIP no dtrace: make check-debian RELEASE=13'
	exit
fi
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

if why=$(no_dtrace); then
	echo "1..0 # SKIP $why"
	exit 0
fi

printf 'hello\nworld\nioctl\nioctl\nexit\n' > input

# dtrace has events of its own for each run.  With another of a task's, the
# scheduler's code is not patched at each (guest.sh tells why that matters).
perf stat -e task-clock -p $$ sleep 10000 2> /dev/null &
perf=$!

# program NAME: a program for dtrace -c, which takes no quotes; its text is read
program()
{
	{ echo '#!/bin/sh'; cat; } > "$1"
	chmod +x "$1"
}

insmod sdt.ko layout=dtrace
for module in contexts kinds probed twice values victim revdev; do
	insmod $module.ko
done

# -- listing ---------------------------------------------------------------------
# listed: what dtrace -l says of sdt probes
listed() { awk '$2 == "sdt" { print $2 ":" $3 "::" $4 }' | sort | tr '\n' ' '; }
is "$(dtrace -l -m revdev | listed)" \
	'sdt:revdev::ioctl-entry sdt:revdev::ioctl-return sdt:revdev::read-entry sdt:revdev::read-return sdt:revdev::write-entry sdt:revdev::write-return ' \
	"dtrace -l: the six probes, by Oracle's names"

# providers, and functions that their author named
insmod qualified.ko
is "$(dtrace -l -m qualified | listed)" \
	'sdt:qualified::io-start sdt:qualified::proc-exec-success sdt:qualified::vfs-create-entry sdt:qualified::vfs-entry sdt:qualified::vfs-lookup-entry ' \
	'... those of other providers have that in their names'
program fire_qualified << 'END'
echo 42 > /sys/module/qualified/parameters/fire
END
is "$(dtrace -q -c ./fire_qualified -n 'sdt:qualified::io-start { printf("%d\n", arg0); }')" 42 \
	'... they fire, and have arguments'
rmmod qualified
ok $? '... and the module can go'

dtrace -lv -m sdt:revdev,sdt:victim,sdt:kinds > types 2> errors
ok $? 'dtrace -lv tells the types of all arguments'
is "$(cat errors)" '' '... without a complaint'
# types NAME [MODULE]: those of the probe
types()
{
	awk -v name="$1" -v module="${2:-revdev}" \
		'/^ *[0-9]+ / { on = $NF == name && $3 == module }
		on && /args\[/ { sub(/.*\]: /, ""); printf "%s;", $0 }
		on && /^\t*None/ { printf "none;" }' types
}
is "$(types read-entry)$(types read-return)" 'struct file *;char *;char *;ssize_t;' \
	'those of revdev_read'
is "$(types write-entry)$(types write-return)" 'struct file *;char *;size_t;char *;ssize_t;' \
	'... of revdev_write'
is "$(types ioctl-entry)$(types ioctl-return)" \
	'struct file *;unsigned int;unsigned long;char *;' '... of revdev_ioctl'
is "$(types none victim)" 'none;' '... of none'

# attributes: how far one can rely on the names and on the arguments, of a probe
attributes()
{
	awk '/read-entry$/ { on = 1 } on && /Attributes|: [A-Z][A-Za-z]*$/ { print $0 }
		/Dependency Class: ISA/ { on = 0 }'
}
like "$(attributes <types)" 'Dependency Class: ISA' 'the stability of a probe'
is "$(./sdtinfo dump -v revdev.ko | attributes)" "$(attributes <types)" \
	'... which sdtinfo dump -v shows as well'

# -- values ----------------------------------------------------------------------
program fire <<-'EOF'
	for module in kinds values victim twice; do
		echo 1 > /sys/module/$module/parameters/fire
	done
	exec ./testrevdev < input > /dev/null
EOF
dtrace -qs values.d -c ./fire > out 2> errors
ok $? 'a script with all kinds of arguments runs'
is "$(cat errors)" '' '... without a complaint'
# told WORDS NAME: the line of that script that begins with the first word
told() { is "$(grep -- "^${1%% *} " out)" "$1" "$2"; }
told 'low -128 0 -32768 0 -2147483648 0 -9223372036854775808 0' 'eight arguments: the lowest values'
told 'high 127 255 32767 65535 2147483647 4294967295 9223372036854775807 18446744073709551615' \
	'... and the highest'
told 'raw 128 0 32768 0 2147483648 0 -9223372036854775808 0' 'argN have no sign'
told 'own_level -2' "an enum that no BTF knows"
told 'own_tiny 0' '... of one byte'
told 'own_size 1' '... without a name'
told 'own_u32 4294967295' "a typedef of the module's own"
told 'own_long -9223372036854775808' '... with a sign'
told 'own_struct 1 2' "a structure of the module's own, cast"
told 'own_pointer 1 2' '... behind a typedef'
told 'own_number 4294967295' 'a pointer that is followed'
told 'strings a text a text' 'strings: stringof'
told 'full 1 -2 3 4 5 6 -7 8 9 1' 'of 32 arguments the first ten'
is "$(grep '^write-entry ' out)" 'write-entry hello hello revdev 2 5
write-entry world world revdev 2 5' "a string in the program's memory, members of structures"
is "$(awk '/^fired / { n += $NF } END { print n }' out)" \
	"$(grep -Ec '^[a-z]+:(kinds|values):' $debugfs/sdt/probes)" \
	'every probe of two modules fired once'
is "$(grep '^step ' out | sort | tr '\n' ' ')" 'step a 1 step b 10 step other 100 ' \
	'one name in two functions and three places: all of them'
is "$(grep -E '^(sum|most) ' out | tr '\n' ' ')" 'sum 4995 most 99 ' 'aggregations'

# -- stacks ------------------------------------------------------------------------
dtrace -q -n 'sdt:contexts::task, sdt:contexts::softirq, sdt:contexts::hardirq
	{ @[probename, stack(1)] = count(); }' -c ./fire_contexts > out 2>&1
ok $? 'a script with stack() runs' || note "$(cat out)"
is "$(tr -s ' \n' ' ' < out | sed 's/ 100 /&\n/g' |
	sed -nE 's/^ *([a-z]+) .*contexts`([a-z_]+)(\.cold)?\+.* 100 $/\1 \2/p' | sort)" "$in_contexts" \
	'stack() begins in the functions of the probes' || note "$(cat out)"

# -- what it cannot have -----------------------------------------------------------
dtrace -qs faults.d -c ./fire > out 2>&1
ok $? 'a script that asks for the impossible runs'
is "$(grep -c '^error$' out)" 2 '... with errors that D can handle'
is "$(grep -E '^(eleventh|null|bad|none) ' out | sort | tr '\n' ' ')" 'bad "" none 0 ' \
	'... no eleventh argument, no string at 0, an empty one at 8'
dtrace -q -n 'sdt:values::full { trace(arg10); }' > out 2>&1
is "$?$(grep -c 'Unknown variable name' out)" 11 'arg10 is refused'
dtrace -q -n 'rawtp:revdev::read-entry { trace(arg0); }' > out 2>&1
is "$?$(grep -c 'No such file' out)" 11 'as a raw tracepoint: refused'

# -- counts, and modules in use ------------------------------------------------------
# The shell's own wait does not return: dtrace has its programs run with SIGCHLD blocked.
program busy <<-'EOF'
	probed=/sys/module/probed/parameters
	wanted=$(($(cat $probed/evaluated) + 10000))
	for cpu in 0 1; do
		taskset -c $cpu sh -c 'for i in 1 2 3 4 5; do
			echo 1000 > /sys/module/probed/parameters/fire
		done' &
	done
	until [ "$(cat $probed/evaluated)" -ge $wanted ]; do
		sleep 0.1
	done
	rmmod probed 2> /dev/null
	echo "rmmod probed $?"
	rmmod sdt 2> /dev/null
	echo "rmmod sdt $?"
	echo "enabled $(cat $probed/enabled)"
EOF
dtrace -q -n 'sdt:probed::fire { @ = count(); @sum = sum(args[0]); }' -c ./busy > out 2>&1
is "$(grep -E '^(rmmod|enabled) ' out | tr '\n' ' ')" 'rmmod probed 1 rmmod sdt 1 enabled 1 ' \
	'modules whose probes dtrace has on cannot be unloaded'
is "$(grep -E '^ +[0-9]+$' out | sort -n | tr -s '\n' ' ' | tr -s ' ')" ' 10000 4995000 ' \
	'each of 10,000 hits on two CPUs counts'
is "$(cat /sys/module/probed/parameters/evaluated)" 10000 '... once'
is "$(cat /sys/module/probed/parameters/enabled)" 0 'afterwards the probe is off'
rmmod probed && insmod probed.ko
ok $? '... and the module can be unloaded'
dtrace -q -n 'sdt:probed::fire { @ = count(); }' -c ./busy > out 2>&1
is "$(grep -E '^ +[0-9]+$' out | tr -d ' ')" 10000 '... and traced again'

# -- scripts -----------------------------------------------------------------------
./traceflow.d -c ./testrevdev -o flow < input > out 2>&1
ok $? 'traceflow.d runs'
is "$(grep . flow)" "$(cat traceflow.expected)" '... and shows the flow'
is "$(head -n 2 out)" "$(printf 'Write: hello\n Read: olleh')" '... of the program, which has its input'

# -- the other layout --------------------------------------------------------------
rmmod sdt && insmod sdt.ko
dtrace -q -n 'sdt:revdev::write_entry { printf("%d %d\n", args[2], arg3 == args[3]); sym(args[3]); }' \
	-c ./fire > out 2>&1
ok $? 'layout=linux: names have underscores'
like "$(cat out)" '^5 1$' '... the arguments are the same'
like "$(cat out)" 'revdev`revdev_write' '... and behind them is where the probe is'
dtrace -q -n 'sdt:kinds::, sdt:values::, sdt:victim:: { @[probename] = count(); }' -c ./fire > out 2>&1
ok $? '... all arguments are dealt with'

kill $perf
wait $perf 2> /dev/null
for module in contexts kinds probed twice values victim revdev sdt; do
	rmmod $module || ok 1 "rmmod $module"
done
no_complaints 'the kernel log has no complaint'
done_testing
