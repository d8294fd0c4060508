#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# contexts.t - probes fire in every context, and in one that interrupts another's handler
#
# needs: kmod/sdt.ko tests/vm/modules/contexts.ko tests/vm/modules/witness.ko
# needs: tests/vm/modules/counter.ko tests/vm/perf_count
# options: --smp 2 --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

contexts=/sys/module/contexts/parameters
witness=/sys/module/witness/parameters
cpu1=/sys/devices/system/cpu/cpu1/online

# seen PROBE: what the handler saw of it
seen() { sed -n "s/^$1 //p" $witness/seen; }
hits() { seen "$1" | sed 's/hits=\([0-9]*\).*/\1/'; }

# The longest that an NMI may take without a message of the kernel, in ns: here it
# is emulated.  Nor does perf, which arm64's NMIs are from, have fewer of them then.
[ ! -e $debugfs/x86 ] || echo 10000000000 > $debugfs/x86/nmi_longest_ns
echo 0 > /proc/sys/kernel/perf_cpu_time_max_percent

# -- without a handler ----------------------------------------------------------
insmod contexts.ko
ok $? 'a module with probes in all contexts loads'

case $(uname -v) in
*PREEMPT_RT*) rt=1 ;;
*) rt=0 ;;
esac

# The places of contexts.c, what the handler is to see of each, and what the trace
# is to show: interrupts, context, depth of preemption (for tasks).
# A kernel that does not count preemption says of no context that it is preemptible.
preemptible=,preemptible depth=1
if [ "$(cat $contexts/counts_preemption)" = N ]; then
	note 'this kernel does not count preemption'
	preemptible='' depth=.
fi
# On PREEMPT_RT a softirq can be preempted, as can who holds a spinlock, and
# spin_lock_irq() leaves interrupts on.
if [ $rt = 1 ]; then
	note 'PREEMPT_RT: softirqs are preemptible, spinlocks are mutexes'
	softirq=softirq,preemptible spinlock=task,preemptible
	spinlock_irq=task,preemptible
	spinlock_trace='...' spinlock_irq_trace='...'
	bh_off=task,preemptible
else
	softirq=softirq spinlock=task spinlock_irq=task,irqs-off
	spinlock_trace="..$depth" spinlock_irq_trace="d.$depth"
	bh_off=task
fi
# Some kernels show that softirqs are off.
bh_off_trace='...'
! grep -q BH-disabled $tracefs/trace || bh_off_trace='b..'
places="
task		task$preemptible	...
preempt_off	task			..$depth
irqs_off	task,irqs-off		d..
bh_off		$bh_off			$bh_off_trace
spinlock	$spinlock		$spinlock_trace
spinlock_irq	$spinlock_irq		$spinlock_irq_trace
raw_spinlock	task			..$depth
rcu		task$preemptible	...
srcu		task$preemptible	...
kthread		task$preemptible	...
workqueue	task$preemptible	...
softirq		$softirq		.s
timer		$softirq		.s
hardirq		hardirq,irqs-off	dh
ipi		hardirq,irqs-off	dh
"
has_nmi=0
if ! has_nmi; then
	note 'a module of this kernel can have no NMI'
else
	has_nmi=1
	places="$places
nmi		nmi,irqs-off		dZ
nmi_irqs_off	nmi,irqs-off		dZ
"
fi
each_place() { echo "$places" | sed '/^$/d'; }

# traced EVENT: how many are in the trace, the sum of their first arguments, and
# what the columns of flags say.  The head of the trace names the columns; some
# kernels have more of them.  What an interrupt interrupts is not told apart (H: a
# softirq, D: code with softirqs off).
traced()
{
	awk -v event=" $1: " '
	/^#.*=> / { sub(".*=> ", ""); column[$1] = ++nr; next }
	/^#/ || !index($0, event) { next }
	{
		sub(".*\\[[0-9]*\\] ", "")
		irqs = substr($1, column["irqs-off/BH-disabled"] + column["irqs-off"], 1)
		context = substr($1, column["hardirq/softirq"], 1)
		if (context == "H")
			context = "h"
		if (context == "h" && irqs == "D")
			irqs = "d"
		depth = context == "." ? substr($1, column["preempt-depth"], 1) : ""
		flags[irqs context depth] = 1
		sub(".* n=", "")
		n++
		sum += $1
	}
	END {
		printf "%d %d", n, sum
		for (f in flags)
			printf " %s", f
	}' $tracefs/trace
}

each_place | while read -r place rest; do
	echo "$place" > $contexts/fire || echo "$place"
done > failed
is "$(cat failed)" '' 'all places are reached without sdt.ko'
rmmod contexts

# -- one handler, ftrace and perf at every probe -----------------------------------
insmod sdt.ko
insmod witness.ko pattern=sdt:contexts::
insmod contexts.ko
is "$(seen init)" 'hits=1 sum=0 depth=1 context=task'$preemptible' wrong=0' \
	"init: in the module's init code"
# An idle CPU would see to an IPI's work without an interrupt.
for cpu in 1 2; do
	taskset $cpu sh -c 'while [ ! -e stop ]; do :; done' &
done
each_place > list
while read -r place context flags; do
	probe=$(echo "$place" | tr _ -)
	event=$tracefs/events/contexts/$place
	echo > $tracefs/trace
	echo 1 > "$event/enable"
	counted=$(./perf_count "$(cat "$event/id")" \
		sh -c "echo $place > $contexts/fire")
	echo 0 > "$event/enable"
	is "$(seen "$probe")" "hits=100 sum=4950 depth=1 context=$context wrong=0" \
		"$place: the handler is called in that context, for each hit"
	is "$(traced "$place")" "100 4950 $flags" "$place: each hit is in the trace, with its flags"
	is "$counted" 100 "$place: perf counts each"
done < list
touch stop
wait
rm stop

# -- processors come and go ------------------------------------------------------
i=0
while [ $i -lt 10 ]; do
	echo 0 > $cpu1 || break
	echo 1 > $cpu1 || break
	i=$((i + 1))
done
is $i 10 'CPU 1 goes offline and comes back 10 times'
for probe in dead prepare online offline; do
	is "$(seen $probe)" 'hits=10 sum=10 depth=1 context=task'$preemptible' wrong=0' \
		"$probe: in a callback of CPU hotplug"
done
is "$(stat_of drops_recursion)" 0 'so far no hit was dropped'

# A processor that was offline when a probe was switched on
echo 0 > $cpu1
echo 1 > $tracefs/events/contexts/online/enable
echo > $tracefs/trace
echo 1 > $cpu1
like "$(cat $tracefs/trace)" '\[001\].* online: .* n=1' \
	'an event is enabled while CPU 1 is offline: it fires there afterwards'
echo 0 > $tracefs/events/contexts/online/enable

# -- contexts in handlers ------------------------------------------------------------
# nested PLACE HITS SUM DEPTH CONTEXTS NAME
nested()
{
	rmmod witness
	insmod witness.ko pattern=nested
	echo > $tracefs/trace
	echo 1 > $tracefs/events/contexts/nested/enable
	echo "$1" > $contexts/fire
	echo 0 > $tracefs/events/contexts/nested/enable
	is "$(seen nested)" "hits=$2 sum=$3 depth=$4 context=$5 wrong=0" "$6"
	is "$(grep -c ' nested: ' $tracefs/trace)" "$2" '... all are in the trace'
}

# with_task CONTEXTS: these and that of a task, in the handler's order
with_task()
{
	if [ "$preemptible" ]; then
		echo "$1+task$preemptible"
	else
		echo "task+$1"
	fi
}

# Where there is no NMI, each has one context less: 100 hits, with the argument 3.
inner=hardirq,irqs-off nmi=
[ $has_nmi = 0 ] || inner=nmi,irqs-off+$inner nmi=', NMI'
if [ $rt = 1 ]; then
	note 'PREEMPT_RT: no softirq comes while preemption is off, so none in a handler'
	nested nested_in_softirq $((200 + 100 * has_nmi)) $((300 + 300 * has_nmi)) \
		$((2 + has_nmi)) "$inner+softirq,preemptible" \
		"softirq, hard irq$nmi, each in the handler of the one before"
else
	nested nested $((300 + 100 * has_nmi)) $((300 + 300 * has_nmi)) $((3 + has_nmi)) \
		"$(with_task "softirq+$inner")" \
		"task, softirq, hard irq$nmi, each in the handler of the one before"
	nested nested_in_softirq $((200 + 100 * has_nmi)) $((300 + 300 * has_nmi)) \
		$((2 + has_nmi)) "softirq+$inner" "softirq, hard irq$nmi likewise"
fi
nested nested_in_task $((200 + 100 * has_nmi)) $((200 + 300 * has_nmi)) $((2 + has_nmi)) \
	"$(with_task "$inner")" "task, hard irq$nmi likewise"
is "$(stat_of drops_recursion)" 0 'no hit was dropped'

# -- a handler that runs into a probe ---------------------------------------------------
rmmod witness
insmod witness.ko pattern='*:*:*:*'
while read -r place rest; do
	before=$(stat_of drops_recursion)
	echo "$place" > $contexts/fire
	[ $(($(stat_of drops_recursion) - before)) = 100 ] &&
		[ "$(hits "$(echo "$place" | tr _ -)")" = 100 ] || echo "$place"
done < list > failed
is "$(cat failed)" '' 'in no context is a handler entered again that runs into a probe; each is counted'
before=$(stat_of drops_recursion)
echo nested_in_task > $contexts/fire
nested=$((200 + 100 * has_nmi))
is "$(hits nested) $(($(stat_of drops_recursion) - before))" "$nested $nested" \
	'... nor in contexts in its handlers'
is "$(hits witnessed)" '' 'the probe in the handler was never delivered'

# -- a handler that may be entered again ------------------------------------------------
rmmod witness
insmod witness.ko pattern='*:*:*:*' reentrant=1
before=$(stat_of drops_recursion) entered=0
while read -r place rest; do
	echo "$place" > $contexts/fire
	entered=$((entered + 400))
	[ "$(hits "$(echo "$place" | tr _ -)") $(hits witnessed)" = "100 $entered" ] || echo "$place"
done < list > failed
is "$(cat failed)" '' 'a reentrant handler that runs into a probe is entered again, in every context'
is "$(seen witnessed | grep -o 'depth=.')" 'depth=5' '... until it stops to do so'
is $(($(stat_of drops_recursion) - before)) 0 '... and no hit is dropped'
insmod counter.ko pattern='*:*:*:*'
before=$(stat_of drops_recursion)
echo task > $contexts/fire
# The other handler has a probe, too, which the reentrant one is entered for.
entered=$((entered + 800))
is "$(hits task) $(hits witnessed)" "200 $entered" 'with another handler beside it, likewise'
is "$(cat /sys/module/counter/parameters/hits) $(($(stat_of drops_recursion) - before))" '100 900' 	'... which is not entered again, and each of its hits is counted as dropped'
rmmod counter && rmmod witness
insmod witness.ko pattern='*:*:*:*'

rmmod contexts
is "$(seen exit)" 'hits=1 sum=0 depth=1 context=task'$preemptible' wrong=0' \
	"exit: in the module's exit code"

# -- an idle processor -----------------------------------------------------------------
# The processors go idle in contexts.ko.  The counts run while they are read.
# between A B C: A <= B <= C, but for one hit under way on each processor
between() { [ "$1" -gt 100 ] && [ "$1" -le $(($2 + 2)) ] && [ "$2" -le $(($3 + 2)) ]; }
rmmod witness
insmod witness.ko pattern=idle
before=$(stat_of drops_rcu)
insmod contexts.ko idle=1
is "$(cat /sys/devices/system/cpu/cpuidle/current_driver)" contexts 'contexts.ko is the cpuidle driver'
sleep 0.5
first=$(cat $contexts/idled)
dropped=$(($(stat_of drops_rcu) - before))
last=$(cat $contexts/idled)
between "$first" $dropped "$last"
ok $? "idle, RCU not watching: no hit is delivered, all are counted"
note "$first <= $dropped <= $last"
is "$(hits idle)" '' '... the handler was not called'
rmmod contexts
before=$(stat_of drops_rcu)
insmod contexts.ko idle=2
sleep 0.5
first=$(cat $contexts/idled)
seen=$(hits idle)
last=$(cat $contexts/idled)
between "$first" "$seen" "$last"
ok $? 'idle, RCU watching: the handler is called'
note "$first <= $seen <= $last"
like "$(seen idle)" ' depth=1 context=task,irqs-off wrong=0$' '... in that context'
is $(($(stat_of drops_rcu) - before)) 0 '... no hit is dropped'

rmmod contexts && rmmod witness && rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
