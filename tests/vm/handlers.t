#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# handlers.t - the interface for handler modules, <linux/sdt_handler.h>
#
# What it promises to them, and what debugfs shows of it.
#
# needs: kmod/sdt.ko tests/vm/modules/client.ko tests/vm/modules/twice.ko
# needs: tests/vm/modules/probed.ko tests/vm/modules/twice.c tools/sdtinfo/sdtinfo
. "$(dirname "$0")/../guest/guest.sh"

line() { sed -n "/$1 \*\/$/=" twice.c; }
first=$(line FIRST) second=$(line SECOND) third=$(line THIRD)
client=/sys/module/client/parameters
twice=/sys/module/twice/parameters
sdt=$debugfs/sdt

hits() { cat $client/hits; }
list() { echo "$1" > $client/list && cat $client/list; }
users() { sed -n "s/^sdt:twice:$1:step .*users=\([0-9]*\).*/\1/p" $sdt/probes; }
# refused COMMAND...: says what the shell says of it, without the shell's words
refused() { eval "$*" 2>&1 | sed 's/.*: //'; }

insmod sdt.ko && insmod client.ko && insmod twice.ko
ok $? 'the modules load'

# -- looking up -----------------------------------------------------------------
is "$(list 'sdt:twice:fire:step' | sed 's/+0x[^ ]*//')" "\
sdt:twice:fire:step@twice.c:$first fire [twice]
sdt:twice:fire:step@twice.c:$second fire [twice]" 'the sites of a probe, by name, place and symbol'
is "$(list 'step' | wc -l)" 3 'a name alone'
is "$(list ':tw?ce:o*:' | sed 's/ .*//')" "sdt:twice:other:step@twice.c:$third" '* and ?'
is "$(list "@twice.c:$second" | sed 's/ .*//')" "sdt:twice:fire:step@twice.c:$second" 'a place alone'
is "$(list "step@tw*.?:$first" | wc -l)" 1 '* and ? in the name of a file'
is "$(list 'step@wice.c')" '' 'a part of its name'
is "$(list "step@twice.c" | wc -l)" 3 'a file without a line'
is "$(list "step@twice.c:1")" '' 'a line without a site'
for pattern in 'a:b:c:d:e' '@' '@twice.c:' '@twice.c:0' '@twice.c:x' '@:7' 'step@twice.c:-1' ''; do
	is "$(refused "list '$pattern'")" 'Invalid argument' "the pattern '$pattern' is refused"
done
like "$(dmesg)" "sdt: 'a:b:c:d:e' .*pattern.*PROVIDER:MODULE:FUNCTION:NAME" \
	'... and the log says why'
echo 'sdt:twice:other:step' > $client/args
is "$(cat $client/args)" "\
step Private/Private/ISA
n|unsigned int|unsigned int|unsigned int|4|1|0
arg1|const char *|const char *|const char *|8|6|0" "arguments' descriptors, and the stability"

is "$(refused "echo none > $client/get")" 'No such file or directory' 'no such probe'
is "$(refused "echo step > $client/get")" 'Name not unique on network' 'more than one'
echo other: > $client/get
is $? 0 'one probe is taken'
rmmod twice 2> /dev/null
ok $((! $?)) '... and keeps its module'
echo > $client/put
is "$(cat $client/news)" '2 0' 'told of two probes that came'
rmmod twice
ok $? '... until it is given back'
is "$(cat $client/news)" '2 2' '... and of two that went'
insmod probed.ko && insmod twice.ko
is "$(cat $client/news)" '8 2' '... and of six more'
rmmod client && insmod client.ko
is "$(cat $client/news)" '6 0' 'who comes later is told of what is there'

# -- several handlers, several sites ------------------------------------------------
echo "0 step@twice.c:$second" > $client/attach
is "$(cat $twice/enabled)" 1 'a handler at one site: the probe is enabled'
echo 1 > $twice/fire
is "$(hits)" '10 0 0 0' '... and called for that one'
echo '1 sdt:twice::' > $client/attach
echo '2 fire:step' > $client/attach
echo 1 > $twice/fire
is "$(hits)" '20 111 11 0' 'several handlers, each for its own'
is "$(users fire) $(users other)" '3 1' 'users are counted'
if needs_gate 'the event of a proprietary module'; then
	echo 1 > $tracefs/events/twice/step/enable
	is "$(users fire) $(users other)" '4 2' '... events among them'
	is "$(sed -n 's/^sdt:twice:.* event=1 //p' $sdt/probes)" 'handlers=3 counters=0 ftrace=1 perf=0
handlers=1 counters=0 ftrace=1 perf=0' '... by their kind'
fi
is "$(cat $sdt/handlers)" "step@twice.c:$second [client]
sdt:twice:: [client]
fire:step [client]" 'the handlers, with their patterns and modules'
echo 0 > $client/detach
echo 1 > $twice/fire
is "$(hits)" '20 222 22 0' 'one is detached, the others go on'
! has_gate || is "$(grep -c ': step: ' $tracefs/trace)" 111 '... and the event'
echo 1 > $client/detach
! has_gate || echo 0 > $tracefs/events/twice/step/enable
echo 1 > $twice/fire
is "$(hits)" '20 222 33 0' 'and the others'
is "$(grep -c 'sdt:twice:fire:.*kind=fire enabled=1' $sdt/sites)" 2 'just its sites are on'
is "$(grep -c 'sdt:twice:other:.*enabled=1' $sdt/sites)" 0 '... and no others'
rmmod twice && insmod twice.ko
echo 1 > $twice/fire
is "$(hits)" '20 222 44 0' 'a handler is there for a module that comes back'
echo 2 > $client/detach
is "$(users fire) $(users other) $(stat_of enabled) $(cat $twice/enabled)" '0 0 0 0' \
	'all are detached: nothing is on'
unlike "$(dmesg)" 'sdt: client: no probe of a loaded module' 'so far every pattern has matched something'
echo '3 sdt:twice:fire:stop' > $client/attach
like "$(dmesg)" "sdt: client: .*'sdt:twice:fire:stop'" \
	'a pattern that matches nothing is told of'
echo 3 > $client/detach
echo "3 step@twice.c:1" > $client/attach
like "$(dmesg)" "sdt: client: .*'step@twice.c:1'" '... or one whose place does not'
echo 3 > $client/detach
is "$(refused "echo 3 a:b:c:d:e > $client/attach")" 'Invalid argument' 'a bad pattern is refused'

# -- a module whose handler is attached ------------------------------------------------
echo '0 step' > $client/attach
rmmod client 2> /dev/null
ok $((! $?)) 'it cannot be removed if it attached while it lived'
echo 0 > $client/detach
rmmod client
ok $? '... until it has detached'
insmod client.ko at_init=step
echo 1 > $twice/fire
is "$(hits)" '111 0 0 0' 'one that attaches in its init function'
rmmod client
ok $? '... can be removed, its exit function detaches'
insmod client.ko at_init=step leave=1
rmmod client
ok $? 'one that forgets to detach can be removed'
like "$(dmesg)" 'sdt: client: .*handler.* detached' '... and is told so'
like "$(dmesg)" 'sdt: client: .*notifier.* unregistered' \
	'... of its notifier, too'
echo 1 > $twice/fire
is "$(users fire) $(stat_of enabled)" '0 0' '... and nothing is left of it'

# -- a notifier that attaches ---------------------------------------------------------
rmmod twice
insmod client.ko at_news=sdt:twice:fire:step
insmod twice.ko
like "$(dmesg)" 'client: got a probe that comes: -16$' 'a probe whose module is coming cannot be taken'
echo 1 > $twice/fire
is "$(hits)" '0 11 0 0' 'a notifier may attach'
is "$(cat $client/news)" '6 0' '... and whatever it returns, all are told of'
rmmod client
ok $? '... and its module can be removed'
unlike "$(dmesg)" 'registered a notifier twice' 'a notifier is registered once'

# -- a notifier that takes long -------------------------------------------------------
rmmod twice && rmmod probed && insmod client.ko
echo 1 > $client/slow
insmod probed.ko &
slow=$!
# Then it keeps others at the beginning.  One that has begun before cannot be killed any more.
wait_for 10 grep -qx '1 0' $client/news
insmod twice.ko &
waiting=$!
wait_for 10 grep -q '^twice .* Loading' /proc/modules
sleep 0.5
is "$(timeout 2 cat /sys/module/sdt/parameters/enable; echo $?)" "
0" 'a parameter can be read while a module is being loaded'
kill -KILL $waiting
wait $waiting 2> /dev/null
is "$? $(grep -c '^twice ' /proc/modules)" '137 0' '... and an insmod that waits for it can be killed'
ok "$(kill -0 $slow; echo $?)" '... which still takes its time'
echo 0 > $client/slow
wait $slow
is "$? $(cat $client/news)" '0 4 0' '... and comes to its end'
rmmod client && insmod twice.ko
ok $? 'the other can be loaded then'

# -- counting ---------------------------------------------------------------------
# counts PATTERN: what is counted by it when "fire" is written
counts()
{
	exec 3<>$sdt/counters
	echo "$1" >&3
	echo 1 > $twice/fire
	sed 's/.* hits=//' <&3 | tr '\n' ' '
	exec 3<&- 3>&-
}
is "$(counts ':twice:fire:')" '1 10 ' 'hits are counted by site'
is "$(counts "step@twice.c:$third")" '100 ' '... of one place'
unlike "$(dmesg)" 'sdt: counters: ' 'patterns that match are not told of'
is "$(counts ':twice::stop')" '' 'one that matches nothing is in force'
like "$(dmesg)" "sdt: counters: .*':twice::stop'" \
	'... and told of'
exec 3<>$sdt/counters
is "$(refused "echo a:b:c:d:e >&3")" 'Invalid argument' 'a bad one is refused'
echo 'step' >&3
echo >&3
is "$(cat <&3)$(stat_of enabled)" 0 'an empty one ends it'
exec 3<&- 3>&-

# -- debugfs ------------------------------------------------------------------------
is "$(stat -c '%a %n' $sdt/* | sed "s,$sdt/,," | tr '\n' ' ')" \
	'400 counted 600 counters 400 handlers 400 probes 200 publish 400 refused 400 sites 400 stats 755 tables 400 translators ' 'all files are for root only'
is "$(cat $sdt/handlers)" '' 'no handler is left'
like "$(cat $sdt/sites)" "^sdt:twice:fire:step@[^ ]*twice.c:$first kind=fire enabled=0 symbol=fire\+0x[^ ]* \[twice\]$" \
	'the form of a line in sites'
is "$(stat_of sites)" "$(sed -n 's/.* sites=\([0-9]*\).*/\1/p' $sdt/probes | awk '{ n += $1 } END { print n }')" \
	'sites in stats: the sum of sites= in probes'
is "$(stat_of sites) $(stat_of is_enabled_sites)" \
	"$(grep -c kind=fire $sdt/sites) $(grep -c kind=is-enabled $sdt/sites)" '... and the lines in sites'
# sdtinfo's "2 probes, 3 sites, 1 is-enabled" of both modules, summed up
is "$(stat_of sites) $(stat_of is_enabled_sites)" \
	"$(./sdtinfo verify probed.ko twice.ko | awk '{
		for (i = 2; i <= NF; i++)
			if ($i ~ /^sites?,?$/)
				fire += $(i - 1)
			else if ($i == "is-enabled")
				enabled += $(i - 1)
	} END { print fire + 0, enabled + 0 }')" "... and what sdtinfo says of the modules' files"
is "$(cut -d' ' -f1 $sdt/stats | tr '\n' ' ')" \
	'modules probes sites enabled refused drops_recursion drops_rcu is_enabled_sites abi ' 'the keys of stats'
rmmod twice && rmmod probed && rmmod sdt
ok $? 'all is unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
