#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# security.t - what docs/security.md says: who can see and do what
#
# What others than root can reach, what text shows of addresses, what lockdown leaves, what a
# handler can change.  The kernel hides addresses only without slab debugging, which
# tests/guest/start enables by default.
#
# needs: kmod/sdt.ko tests/vm/modules/secrets.ko tests/vm/modules/meddler.ko
# needs: tests/vm/modules/counter.ko tests/vm/modules/probed.ko tools/sdtinfo/sdtinfo
# needs: tests/vm/perf_count
# options: --timeout 600 --append slub_debug=-
. "$(dirname "$0")/../guest/guest.sh"

secrets=/sys/module/secrets/parameters
events=$tracefs/events/secrets
kptr_restrict=/proc/sys/kernel/kptr_restrict
paranoid=/proc/sys/kernel/perf_event_paranoid

mkdir -p /etc
echo 'user:x:1000:1000::/:/bin/sh' > /etc/passwd
echo 'user:x:1000:' > /etc/group
as_user() { su user -c "$1"; }

# Hashed addresses need random numbers, which are there once /dev/random is.
head -c 1 /dev/random > /dev/null

insmod sdt.ko && insmod secrets.ko && insmod counter.ko pattern=values &&
	insmod meddler.ko pattern=values
ok $? 'the modules load'
echo 1 > $events/enable

# -- other users than root -----------------------------------------------------
# Were the mounts open to all, what is in them must be closed by itself.
mount -o remount,mode=755 $debugfs
mount -o remount,mode=755 $tracefs
is "$(as_user id)" 'uid=1000(user) gid=1000(user) groups=1000(user)' 'there is another user'
as_user "ls $debugfs $tracefs" > /dev/null
ok $? 'debugfs and tracefs are mounted so that all can list them'

# reach FOLDER...: which files in there the other user can read or write, each
# relative to its folder.  (Folders of tracefs have the mount's mode on some kernels.)
reach()
{
	for folder; do
		find "$folder" -type f | as_user "while read -r file; do
			[ ! -r \"\$file\" ] || echo \"r \$file\"
			[ ! -w \"\$file\" ] || echo \"w \$file\"
		done" | sed "s:$folder::"
	done
}
tells "$(reach /sys/module/secrets | grep refcnt)" 'r refcnt' 'he can read what is open to all'
is "$(reach $debugfs/sdt)" '' 'nothing in debugfs sdt/ can be read or written by him'
as_user "ls $debugfs/sdt/tables" > /dev/null 2>&1
ok $((! $?)) '... nor listed'
# permissions FOLDER: its files that others may use
permissions() { find "$1" -type f \( -perm -1 -o -perm -2 -o -perm -4 \); }
# Before 5.16, the kernel's own events have such files, too, in a folder that he cannot enter.
[ "$(permissions $tracefs/events/sched)" ] || is "$(permissions $events)" '' \
	'no file of the events has a permission for him'
is "$(reach $events)" '' '... or can be read or written by him'
is "$(find $debugfs/sdt $events \! -user 0)" '' 'all of it belongs to root'
# Linkers keep the notes of properties only if all objects have some.
of_any() { reach "/sys/module/$1" | grep -v 'parameters\|\.note\.gnu\.property'; }
is "$(of_any secrets)" "$(of_any meddler)" \
	'of an instrumented module sysfs has what it has of any'
is "$(reach /sys/module/secrets | grep sections/)" '' '... and its sections are closed'
symbols=$(as_user 'grep "\[secrets\]$" /proc/kallsyms')
if grep -q ' [bBdD] .*\[sdt\]$' /proc/kallsyms; then
	like "$symbols" '^0+ d ' 'this kernel has symbols of data'
fi
like "$symbols" '^0+ t fire_values' 'the names of its functions are among its symbols'
unlike "$symbols" '__sdt_probe' '... but not those of its probes'
unlike "$symbols" '^0*[1-9a-f]' '... the addresses are hidden from him'

id=$(cat $events/values/id)
sched_id=$(cat $tracefs/events/sched/sched_switch/id)
# Level 3 is Debian's own.  With -t only to count where an event is never hit.
for level in 3 2 1 0 -1; do
	echo $level > $paranoid
	for how in '' -t; do
		got=$(as_user "./perf_count $how $id true")
		is "$got" "$(as_user "./perf_count $how $sched_id true" | sed 's/^[1-9][0-9]*$/0/')" \
			"perf_event_paranoid=$level: he may do with an event what he may with others: $got"
	done
done
is "$(as_user "./perf_count $id true")" 0 '-1 lets him read all'
echo 0 > $paranoid
like "$(as_user "./perf_count $id true")" '^perf_event_open: ' '... and 0 does not'

users() { sed -n 's/^sdt:secrets:fire_values:values .*users=\([0-9]*\).*/\1/p' $debugfs/sdt/probes; }
echo 2 > $paranoid
before=$(users)
as_user "./perf_count -t $id sleep 5" > /dev/null &
wait_for 5 eval '[ "$(users)" -gt "$before" ]'
ok $? '2: whoever counts an event where it is never hit has it enabled'
wait
is "$(users)" "$before" '... while he does'

# A group that tracefs is opened for may read, not write.
mount -o remount,gid=1000,mode=750 $tracefs
is "$(reach $events | sort)" "$(reach $events | grep '^r' | sort)" \
	'tracefs mounted for a group: its members can write nothing'
as_user "cat $events/enable" > /dev/null
is $? "$(as_user "cat $tracefs/events/sched/enable" > /dev/null; echo $?)" \
	'... and read as much as of other events'
is "$(reach $debugfs/sdt)" '' '... debugfs sdt/ stays closed'
mount -o remount,gid=0,mode=700 $tracefs
mount -o remount,mode=700 $debugfs

# -- addresses in text ----------------------------------------------------------
echo 1 > $secrets/fire
# field NAME: of the last hit of "pointers", in hexadecimal without leading zeros
field()
{
	sed -n "s/.* pointers: .* $1=\(0x\)\{0,1\}\([^ ]*\).*/\2/p" $tracefs/trace |
		tail -n 1 | sed 's/^0*\(.\)/\1/'
}
address=$(printf %x "$(sed -n 's/.* pointers: .* arg1=\([0-9]*\).*/\1/p' $tracefs/trace)")
like "$address" '^ffff[0-9a-f]{12}$' 'the address is known: an argument of integer type shows it'

echo 0 > $kptr_restrict
like "$(field object)" '^[0-9a-f]{1,8}$' 'kptr_restrict=0: an address of the kernel is hashed'
is "$(field low) $(field arg3)" '12345678 0' '... one that is none is shown'
unlike "$(grep -v ' unreadable: ' $tracefs/trace)" 'ffff[0-9a-f]{12}' \
	'... no address of the kernel is in the trace'
like "$(cat $tracefs/trace)" ' error=0xf{15}b ' '... ERR_PTR(-EIO), which is none, is'
like "$(cat $tracefs/trace)" ' pointers: \(fire_pointers\+0x[0-9a-f]*\) ' \
	'... the place is shown by name'
echo 1 > $kptr_restrict
is "$(field object)" "$address" '1: root sees the address'
is "$(field low) $(field arg3)" '12345678 0' '... others as before'
echo 2 > $kptr_restrict
is "$(field object) $(field fire_pointers) $(field text)" '0 0 0' '2: nobody sees it'
is "$(field low) $(field arg3)" '12345678 0' '... others as before'
if [ -e $tracefs/options/fields ]; then
	echo 1 > $tracefs/options/fields
	# Linux 7 prints the symbol of an address, and its low half as a number.
	half=$(((0x${address#ffff????} ^ 0x80000000) - 0x80000000))
	like "$(grep ' pointers: ' $tracefs/trace)" "arg1=(0x$address|[^ ]+ [^ ]+ \($half\)) " \
		'... but with the option "fields" the kernel prints the values of all fields'
	echo 0 > $tracefs/options/fields
fi

echo 1 > $kptr_restrict
# all_of_sdt: what all files of debugfs sdt/ have; of tables it is the text that is
# looked at, the bytes are those of the module's file (tables.t)
all_of_sdt() { find $debugfs/sdt -type f -exec cat {} +; }
unlike "$(all_of_sdt)" '0x[0-9a-f]{6}|[0-9a-f]{12}' 'debugfs sdt/ shows no address'
unlike "$(dmesg | grep sdt:)" '0x|[0-9a-f]{12}' 'sdt.ko tells none in the log'

# -- strings ---------------------------------------------------------------------
like "$(cat $tracefs/trace)" \
	' unreadable: .* none_str="\(null\)" error_str="\(fault\)" nowhere_str="\(fault\)"$' \
	'a string that cannot be read is none; those of user space and devices are not read'
like "$(cat $tracefs/trace)" ' open: .* page_str="x{63}" open_str="\(fault\)"$' \
	'one without an end: 63 bytes of it, nothing if memory ends before'
like "$(cat $tracefs/trace)" ' edge: .* edge_str="edge"$' '... unless it ends there, too'

# -- a handler that writes to the arguments -----------------------------------------
is "$(cat $secrets/kept)" 1 'a handler writes to the arguments: the function keeps its values'
first=$(cat /sys/module/counter/parameters/sum)
echo 0 > $events/enable
rmmod counter && rmmod meddler
insmod meddler.ko pattern=values && insmod counter.ko pattern=values
echo 1 > $events/enable
echo 1 > $secrets/fire
is "$(cat $secrets/kept)" 2 '... again'
is "$(printf '%s\n' "$first" "$(cat /sys/module/counter/parameters/sum)" | sort -n)" \
	"$(printf '7\n1001')" '... a handler that is called after it sees what it wrote, one before does not'

# -- lockdown ------------------------------------------------------------------------
mount -t securityfs securityfs /sys/kernel/security
sched=$tracefs/events/sched/sched_switch
# opens EVENT-FOLDER: which of the event's files can be read and written
opens()
{
	for file in id format enable filter trigger hist; do
		(: < "$1/$file") 2> /dev/null && echo "r $file"
		[ $file = id ] || [ $file = format ] || [ $file = hist ] ||
			{ (: >> "$1/$file") 2> /dev/null && echo "w $file"; }
	done
}
is "$(opens $events/values)" "$(opens $sched)" 'no lockdown: the files of the events open as others'
like "$(opens $events/values)" 'w enable' '... all of them'
before=$(cat /sys/module/counter/parameters/hits)

echo confidentiality > /sys/kernel/security/lockdown
like "$(cat /sys/kernel/security/lockdown)" '\[confidentiality\]' 'lockdown is raised'
insmod probed.ko 2> /dev/null
ok $((! $?)) 'a module without signature is refused'
is "$(opens $events/values)" "$(opens $sched)" 'the files of the events open as others do'
is "$(opens $events/values)" "$(printf 'r id\nr format')" '... they tell but what an event looks like'
cat $tracefs/trace > /dev/null 2>&1
ok $((! $?)) 'the trace cannot be read'
# shellcheck disable=SC2086	# words
for args in 'trace values' 'latency values probed'; do
	! ./sdtinfo $args 2>&1 | grep -q 'built without it' || continue
	tells "$(./sdtinfo $args 2>&1; echo $?)" 'sdtinfo: tracefs locked confidentiality 1' \
		"sdtinfo $args says why"
done
./perf_count "$id" true > /dev/null
is $? "$(./perf_count "$sched_id" true > /dev/null; echo $?)" \
	'perf is allowed to as much as with another event'
like "$(cat $debugfs/sdt/probes)" '^sdt:secrets:fire_values:values sites=1 users=3 event=1 ' \
	'debugfs, where what can only be read stays open: probes'
like "$(cat $debugfs/sdt/stats)" '^enabled 5$' '... stats'
is "$(head -c 4 $debugfs/sdt/tables/secrets)" SDTT '... tables'
unlike "$(all_of_sdt)" '0x[0-9a-f]{6}|[0-9a-f]{12}' '... which show no address'
echo 1 > $secrets/fire
is "$(cat /sys/module/counter/parameters/hits)" $((before + 1)) 'handlers that are there are called'
echo secrets:values >/sys/module/sdt/parameters/count
echo 1 > $secrets/fire
like "$(cat $debugfs/sdt/counted)" '^sdt:secrets:fire_values:values@.* hits=1$' '... and hits are counted by the parameter count'
./sdtinfo top --prometheus >metrics
like "$?:$(cat metrics)" '^sdt_probe_hits_total.*values"} 1$' '... for sdtinfo top --prometheus, too'
./sdtinfo report >report
like "$?:$(cat report)" '^  lockdown: confidentiality$' '... and sdtinfo report works'
like "$(tr -s ' \n' ' ' <report)" ' - where: top level what: the kernel is locked down' '... but what buffers lost is not known'
rmmod sdt 2> /dev/null
ok $((! $?)) 'sdt.ko is still in use'
rmmod counter && rmmod meddler
ok $? 'handlers can go'
rmmod secrets
ok $? 'an instrumented module can go, whose events are enabled'
rmmod sdt
ok $? 'sdt.ko can go'
no_complaints 'the kernel log has no complaint'
done_testing
