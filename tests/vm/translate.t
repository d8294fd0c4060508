#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# translate.t - translated arguments: handlers, translators, events
#
# What a handler gets with translators and without, translators that come and go, and the
# events of such probes.
#
# needs: kmod/sdt.ko tests/vm/modules/translated.ko tests/vm/modules/translator.ko
# needs: tests/vm/modules/asker.ko
# options: --timeout 600
. "$(dirname "$0")/../guest/guest.sh"

translated=/sys/module/translated/parameters
translator=/sys/module/translator/parameters
asker=/sys/module/asker/parameters
events=$tracefs/events/translated
sdt=$debugfs/sdt

# ask PATTERN: what a handler of the probe was told at the last of its hits
ask()
{
	insmod asker.ko pattern="$1"
	echo 2 > $translated/fire
	cat $asker/said
	rmmod asker
}
# refused TEXT: how a translator is refused
refused() { (echo "$1" > $translator/register) 2>&1 | sed 's/.*: //'; }
# text: the records of the trace, without addresses and where they fired
text()
{
	sed -n 's/.* [0-9.]*: \(.*\)/\1/p' $tracefs/trace |
		sed -E 's/ \([a-z.0-9]*\+0x[^)]*\)//; s/0x[0-9a-f]{6,}/*/g'
}

insmod sdt.ko && insmod translated.ko
ok $? 'the modules load'

# -- without a translator --------------------------------------------------------
is "$(ask second:pair)" \
	'pair; struct sum * sum * error -2; struct diff * diff * error -2; string_t text * error -2; -34' \
	'without translators: errors, and the native values'
is "$(ask numbers)" 'numbers; u8 byte 1 error -2; total_t total -1 error -2; -34' \
	'... of numbers'
is "$(ask none)" 'none; -34' 'a probe of whose arguments nothing is to be seen'

# -- with translators ---------------------------------------------------------------
insmod translator.ko
ok $? 'a module with translators loads'
for text in '0  :struct sum *' '0 int:' "0 $(printf 'i\tt'):int"; do
	is "$(refused "$text")" 'Invalid argument' "no translator: '$text'"
done
echo '0  struct   native_pair*:struct sum  *' > $translator/register
ok $? 'a translator is registered'
is "$(refused '1 struct native_pair *:struct sum*')" 'File exists' 'another for the same types is refused'
is "$(refused '1 struct native_pair *:structsum *')" '' 'other types are other types'
echo 1 > $translator/unregister
is "$(cat $sdt/translators)" ' struct   native_pair* : struct sum  * [translator]' 'it is listed'
for type in 'int(  * )( char const*,u8 ):int (*)(char const *, u8)' 'a :a' ' a b  * *:a b **' \
	'const char *const:const char * const' 'u8 [ 6 ]:u8[6]'; do
	echo "3 ${type%%:*}:struct sum *" > $translator/register
	is "$(refused "1 ${type#*:}:struct sum *")" 'File exists' "${type%%:*} is ${type#*:}"
	echo 3 > $translator/unregister
done
is "$(ask first:pair)" \
	'pair; struct sum * sum * is 42; struct diff * diff * error -2; string_t text * error -2; -34' \
	'a translated argument is made, the others are not'
echo '1 struct native_pair *:struct diff *' > $translator/register
echo '2 short int:total_t' > $translator/register
echo '3 const char *:string_t' > $translator/register
is "$(ask first:pair)" \
	'pair; struct sum * sum * is 42; struct diff * diff * is 18; string_t text * error -74; -34' \
	'two are made of one, and a translator can fail'
is "$(ask numbers)" 'numbers; u8 byte 1 error -2; total_t total -1 is 0; -34' \
	"the compiler's name of the native type"
echo 2 > $translator/unregister
echo '2 short:total_t' > $translator/register
is "$(ask numbers)" 'numbers; u8 byte 1 error -2; total_t total -1 is 0; -34' "the author's"

rmmod translated && insmod translated.ko
is "$(ask first:pair | cut -d\; -f2)" ' struct sum * sum * is 42' 'a module that comes later'
if has_nmi; then
	insmod asker.ko pattern=:translated::nmi
	echo 100 > $translated/nmi
	is "$(cat $asker/said) $(cat $asker/hits) $(cat $asker/made)" \
		'nmi; struct sum * sum * is 42; -34 100 100' 'in NMIs'
	rmmod asker
fi

# -- they come and go -----------------------------------------------------------------
rmmod translator 2> /dev/null
ok $((! $?)) 'a module cannot go while it has a translator'
for n in 0 1 2 3; do echo $n > $translator/unregister; done
is "$(cat $sdt/translators)" '' 'all are unregistered'
is "$(ask first:pair | cut -d\; -f2)" ' struct sum * sum * error -2' '... and nothing is translated'
insmod asker.ko pattern=:translated::pair
echo 200 > $translator/slow
(while [ ! -e stop ]; do echo 20 > $translated/fire; done) &
fire1=$!
(while [ ! -e stop ]; do echo 20 > $translated/fire; done) &
fire2=$!
taskset -p 2 $fire2 > /dev/null
taskset -p 1 $fire1 > /dev/null
i=0
while [ $i -lt 10 ]; do
	echo 20 > $translator/toggle
	i=$((i + 1))
done
touch stop
wait $fire1 $fire2
echo 0 > $translator/slow
note "$(cat $asker/hits) hits, $(cat $asker/made) translated"
ok "$([ "$(cat $asker/made)" -gt 100 ] && [ "$(cat $asker/made)" -lt "$(cat $asker/hits)" ]; echo $?)" \
	'a translator comes and goes while probes fire on two CPUs'
is "$(cat $asker/wrong) $(cat $translator/late)" '0 0' \
	'... what is made is right, and nobody is in a translator that is gone'
rmmod translator
ok $? 'the module can go'
insmod translator.ko at_init=1
echo 1 > $translated/fire
is "$(cat $asker/said | cut -d\; -f2)" ' struct sum * sum * is 42' 'one that registers in its init function'
rmmod translator
ok $? '... can be removed'
rmmod translated
insmod translator.ko at_news=1 && insmod translated.ko
is "$(cat $sdt/translators)" 'struct native_pair * : struct sum * [translator]' \
	'one that registers when a notifier is told of a probe'
echo 1 > $translated/fire
is "$(cat $asker/said | cut -d\; -f2)" ' struct sum * sum * is 42' '... before the probe fires'
rmmod translator
ok $? '... can be removed'
insmod translator.ko at_init=1 leave=1
rmmod translator
like "$(dmesg)" 'sdt: translator: .* unregistered' \
	'one that forgets to unregister is told so'
echo 1 > $translated/fire
is "$(cat $asker/said | cut -d\; -f2)$(cat $sdt/translators)" ' struct sum * sum * error -2' \
	'... and nothing is left of it'
rmmod asker
unlike "$(dmesg)" 'registered what is none' 'no function, or no type, is no translator'

# -- events ------------------------------------------------------------------------------
is "$(fields translated/pair)" \
	'struct native_pair * sum 8;struct native_pair * diff 8;const char* text 8;unsigned long __probe_ip 8;__data_loc char[] text_str 4;' \
	'the fields are the translated arguments, with the native types'
is "$(fields translated/numbers)" 'u8 byte 1;short int total 2;unsigned long __probe_ip 8;' '... of numbers'
is "$(fields translated/none)" 'unsigned long __probe_ip 8;' '... and none'
echo 1 > $events/enable
echo 2 > $translated/fire
echo 0 > $events/enable
is "$(text)" "\
pair: sum=* diff=* text=* text_str=\"one\"
pair: sum=* diff=* text=* text_str=\"two\"
none:
numbers: byte=0 total=0
pair: sum=* diff=* text=* text_str=\"one\"
pair: sum=* diff=* text=* text_str=\"two\"
none:
numbers: byte=1 total=-1" 'their records'
echo > $tracefs/trace
echo 'total == -3' > $events/numbers/filter
echo 'text_str == "two"' > $events/pair/filter
echo 1 > $events/numbers/enable
echo 1 > $events/pair/enable
echo 5 > $translated/fire
is "$(text | sort | uniq -c | tr -s ' ')" ' 1 numbers: byte=3 total=-3
 5 pair: sum=* diff=* text=* text_str="two"' 'filters'
if echo 'hist:keys=total:vals=byte' > $events/numbers/trigger; then
	echo 0 > $events/numbers/filter
	echo 3 > $translated/fire
	like "$(cat $events/numbers/hist)" '\{ total: *[0-9]* \} hitcount: *1  byte: *2' 'a histogram'
	echo '!hist:keys=total:vals=byte' > $events/numbers/trigger
fi
echo 0 > $events/pair/filter
echo 0 > $events/enable
is "$(grep ':pair ' $sdt/probes)" "\
sdt:translated:first:pair sites=1 users=0 event=1 handlers=0 counters=0 ftrace=0 perf=0
sdt:translated:second:pair sites=1 users=0 event=1 handlers=0 counters=0 ftrace=0 perf=0" 'two functions, one event, two probes'

rmmod sdt && insmod sdt.ko layout=dtrace
is "$(fields translated/pair)" 'struct native_pair * sum 8;struct native_pair * diff 8;const char* text 8;' \
	'layout=dtrace'
echo > $tracefs/trace
echo 1 > $events/numbers/enable
echo 2 > $translated/fire
echo 0 > $events/enable
is "$(text)" "numbers: byte=0 total=0
numbers: byte=1 total=-1" '... and its records'

rmmod translated && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
