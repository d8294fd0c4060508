#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# lifecycle.t - modules and sdt.ko are loaded and unloaded in every order
#
# No hit is lost or invented.
#
# needs: kmod/sdt.ko examples/handler/handler.ko examples/revdev/revdev.ko
# needs: examples/revdev/testrevdev tests/vm/modules/probed.ko tests/vm/modules/counter.ko
# needs: tests/vm/modules/hog.ko tests/vm/modules/slow.ko
# options: --smp 2 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

probed=/sys/module/probed/parameters
counter=/sys/module/counter/parameters

hits() { cat $counter/hits; }

# -- without sdt.ko ----------------------------------------------------------
insmod probed.ko
ok $? 'a proprietary instrumented module loads without sdt.ko'
echo 1000 > $probed/fire
is "$(cat $probed/evaluated)" 0 'disabled: no argument is evaluated'
is "$(cat $probed/enabled)" 0 'disabled: DTRACE_PROBE_ENABLED says so'

# -- sdt.ko comes afterwards --------------------------------------------------
insmod sdt.ko
ok $? 'sdt.ko loads after it'
is "$(grep -c '^sdt:probed:' $debugfs/sdt/probes)" 4 'it finds the probes of the loaded module'
is "$(stat -c %a $debugfs/sdt/probes)" 400 'the list is readable by root only'
echo 1000 > $probed/fire
is "$(cat $probed/evaluated)" 0 'nobody listens: no argument is evaluated'

insmod counter.ko pattern=sdt:probed::fire
ok $? 'a handler is attached'
is "$(cat $probed/enabled)" 1 'enabled: DTRACE_PROBE_ENABLED says so'
echo 1000 > $probed/fire
is "$(hits)" 1000 'the handler is called for every hit'
is "$(cat $counter/sum)" 499500 'with the right argument'
is "$(cat $probed/evaluated)" 1000 'each argument is evaluated once'
rmmod sdt 2> /dev/null
ok $((! $?)) 'sdt.ko cannot be removed while a handler is attached'
rmmod counter
is "$(cat $probed/enabled)" 0 'without the handler the probe is disabled'
echo 1000 > $probed/fire
is "$(cat $probed/evaluated)" 1000 'and its argument is not evaluated any more'

# -- sdt.ko goes while the module stays ----------------------------------------
i=0
while has_gate && [ $i -lt 10 ]; do
	echo 1 > $tracefs/events/probed/fire/enable
	rmmod sdt 2> /dev/null && break
	echo 10 > $probed/fire
	echo 0 > $tracefs/events/probed/fire/enable
	rmmod sdt || break
	[ ! -d $tracefs/events/probed ] || break
	[ ! -d $debugfs/sdt ] || break
	echo 10 > $probed/fire
	insmod sdt.ko || break
	i=$((i + 1))
done
if needs_gate 'an event of a module that was there before'; then
	is $i 10 'sdt.ko: not removed while an event is in use, else removed and loaded again, 10 times'
	is "$(cat $probed/evaluated)" 1100 'the module has noticed just the enabled hits'
fi
rmmod probed

# -- probes in init and exit code ------------------------------------------------
insmod counter.ko pattern=sdt:probed:probed_init:init
insmod probed.ko
is "$(hits) $(cat $counter/sum)" '1 42' 'a probe in __init code fires'
rmmod counter
insmod counter.ko pattern=:probed::exit
rmmod probed
is "$(hits) $(cat $counter/sum)" '1 43' 'a probe in __exit code fires'
rmmod counter

# -- an inline function in init code and elsewhere: one site without the plugin --------
insmod counter.ko pattern=:slow::begin
insmod slow.ko init=10 exit=20
rmmod slow
is "$(hits) $(cat $counter/sum)" '2 30' 'a probe in both __init and __exit code fires in both'
rmmod counter
insmod slow.ko init=3000 exit=20 &
wait_for 10 grep -q :slow: $debugfs/sdt/probes
insmod counter.ko pattern=:slow::end
ok "$(grep -q '^slow .* Loading' /proc/modules; echo $?)" 'it is enabled while the init function runs'
wait $!
is "$(hits)" 1 '... which fires the probe at its end'
rmmod counter && insmod counter.ko pattern=:slow::
ok $? '... then disabled and enabled, without the init code'
rmmod slow
is "$(hits) $(cat $counter/sum)" '2 20' '... and fires in the exit function'
rmmod counter && rmmod sdt
insmod slow.ko exit=20 && insmod sdt.ko
insmod counter.ko pattern=:slow::
is "$(grep -c '^sdt:slow:.* symbol=\(slow_exit\|cleanup_module\)+0x' $debugfs/sdt/sites)" 2 \
	'... also if sdt.ko comes when the init code is gone: it has the address there'
rmmod slow
is "$(hits) $(cat $counter/sum)" '2 20' '... and fires'
rmmod counter

# -- a handler that runs into a probe ---------------------------------------------
insmod probed.ko
insmod counter.ko pattern='*:*:*:*'
before=$(stat_of drops_recursion)
echo 100 > $probed/fire
is "$(hits)" 100 'a handler that runs into a probe is not entered again'
is "$(($(stat_of drops_recursion) - before))" 100 '... and that is counted'
rmmod counter
rmmod probed

# -- an argument sleeps while sdt.ko goes ------------------------------------------
insmod probed.ko
insmod counter.ko pattern=slow
echo 10 > $probed/slow
is "$(hits) $(cat $counter/sum)" '1 10' 'an argument may sleep'
echo 3000 > $probed/slow &
slow=$!
sleep 0.5
rmmod counter && rmmod sdt
ok $? 'sdt.ko can go while a task sleeps in an argument'
wait $slow
ok $? '... which finds nothing to call and goes on'
rmmod probed

# -- what modules without probes have to do with it -------------------------------------
# calls_of FUNCTION COMMAND: how often insmod and rmmod in it call a function of the
# kernel
calls_of()
{
	echo "$1" > $tracefs/set_ftrace_filter
	echo > $tracefs/trace
	echo function > $tracefs/current_tracer
	eval "$2"
	grep -cE '^ *(insmod|rmmod)-' $tracefs/trace
	echo nop > $tracefs/current_tracer
	echo > $tracefs/set_ftrace_filter
}
come_and_go='insmod hog.ko; rmmod hog'
reload='rmmod sdt; insmod sdt.ko'
if grep -qw function $tracefs/available_tracers; then
	alone=$(calls_of cpus_read_lock "$come_and_go")
	insmod sdt.ko
	is "$(calls_of cpus_read_lock "$come_and_go")" $alone \
		"a module without probes does not make sdt.ko hold off CPU hotplug ($alone times, as without it)"
	ok "$([ "$alone" -gt 0 ]; echo $?)" '... which is counted'
	insmod probed.ko && insmod revdev.ko
	is "$(cat $tracefs/options/record-cmd)" 1 'the core is to record the names of tasks'
	if needs_gate 'sdt.ko goes while modules have events'; then
		is "$(calls_of 'tracepoint_probe_*' "$reload; rmmod revdev; insmod revdev.ko")" 0 \
			'sdt.ko and modules with probes come and go, and it does not begin to'
		is "$(calls_of perf_event_create_kernel_counter "$reload")" 4 \
			'... with one use of the gate for the events of all modules, and one for itself'
	fi
	rmmod probed && rmmod revdev && rmmod sdt
else
	note 'this kernel has no function tracer'
fi

# -- a task that does not sleep --------------------------------------------------------
# In a kernel that cannot preempt it, all others would wait for it, too.
preempt=$debugfs/sched/preempt
if [ -e $preempt ] || uname -v | grep -q PREEMPT; then
	if [ -e $preempt ]; then
		mode=$(sed 's/.*(\(.*\)).*/\1/' $preempt)
		echo full > $preempt
	fi
	insmod hog.ko && insmod sdt.ko && insmod probed.ko
	taskset 2 sh -c 'echo 18000 > /sys/module/hog/parameters/spin' &
	hog=$!
	sleep 0.5
	taskset 1 rmmod sdt &
	removal=$!
	wait_for 3 grep -q '^sdt .* Unloading' /proc/modules
	sleep 1
	taskset 1 insmod revdev.ko && taskset 1 rmmod revdev && taskset 1 rmmod probed
	ok $? 'modules come and go while rmmod sdt waits for a task that does not sleep'
	ok "$(kill -0 $hog; echo $?)" '... which is still running'
	ok "$(kill -0 $removal; echo $?)" '... and so is rmmod sdt'
	kill $hog
	wait $removal
	is "$? $(grep -c '^sdt ' /proc/modules)" '0 0' '... and then sdt.ko is gone'
	wait $hog 2> /dev/null
	rmmod hog
	[ ! -e $preempt ] || echo "$mode" > $preempt
else
	note 'this kernel cannot preempt a task that does not sleep'
fi

# -- sdt.ko comes and goes while modules fail to load ----------------------------------
touch failing
while [ -e failing ]; do
	insmod probed.ko fail=1 2> /dev/null && rm failing
done &
i=0
while [ $i -lt 20 ] && insmod sdt.ko && rmmod sdt; do
	i=$((i + 1))
done
rm failing
wait
is $i 20 'sdt.ko loads and unloads 20 times while a module fails to'
insmod sdt.ko

# -- 100 times -----------------------------------------------------------------------
insmod counter.ko pattern=sdt:revdev::write-entry
i=0
while [ $i -lt 100 ]; do
	insmod revdev.ko || break
	echo 1 > $tracefs/events/revdev/enable || break
	printf 'abc\nabcd\n' | ./testrevdev > out || break
	[ "$(sed -n 's/.*Read: //p' out | tr '\n' ' ')" = 'cba dcba ' ] || break
	[ "$(grep -c ' write_entry: ' $tracefs/trace)" = 2 ] || break
	rmmod revdev || break
	i=$((i + 1))
done
is $i 100 'revdev: insmod, enable, use, rmmod, 100 times, each write one event'
is "$(hits)" 200 'the handler calls equal the writes: 200'
is "$(cat $counter/sum | grep -c '^0$')" 0 'each had an argument'
rmmod counter

# -- two CPUs fire while handlers and events come and go ----------------------------
insmod probed.ko
insmod counter.ko pattern=sdt:probed::fire
echo 0 > $tracefs/tracing_on
for cpu in 1 2; do
	taskset $cpu sh -c "while [ ! -e stop ]; do
		echo 1000 > $probed/fire
		echo 1000 >> fired.$cpu
	done" &
done
rounds=0
while [ $rounds -lt 10 ]; do
	insmod handler.ko pattern=sdt:probed::none
	echo 1 > $tracefs/events/probed/fire/enable
	echo 0 > $tracefs/events/probed/fire/enable
	rmmod handler
	rounds=$((rounds + 1))
done
touch stop
wait
fired=$(cat fired.1 fired.2 | awk '{ n += $1 } END { print n }')
note "events and handlers were switched $rounds times during $fired hits on" \
     "two CPUs, $(wc -l < fired.1) and $(wc -l < fired.2) thousand"
ok "$([ -s fired.1 ] && [ -s fired.2 ]; echo $?)" 'both CPUs fired'
is "$(hits)" "$fired" 'every hit on two CPUs counts while events are switched'
is "$(cat $probed/evaluated)" "$fired" '... once'
rmmod counter
rmmod probed
rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
