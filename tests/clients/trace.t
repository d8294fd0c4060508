#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace.t - sdtinfo trace prints hits as they happen, and leaves nothing behind
#
# What it prints of each hit, and when it ends.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/contexts.ko tests/vm/modules/kinds.ko tests/vm/modules/shown.ko
# needs: tests/vm/modules/native.ko tests/vm/modules/torture.ko tests/vm/modules/shown.c setpriv trace-cmd
# options: --append slub_debug=- --timeout 900

[ "${IN_GUEST-}" ] || pkg-config --exists libtracefs libtraceevent || {
	echo '1..0 # skip no libtracefs here: sdtinfo trace is not built'
	exit
}
. "$(dirname "$0")/../guest/guest.sh"

sdt=$debugfs/sdt
params=/sys/module

# trace ARG...: runs it; sets $out, $err, $status
trace()
{
	status=0
	out=$(./sdtinfo trace "$@" 2>errors) || status=$?
	err=$(cat errors)
}

# hits: of its output, what does not change from run to run, a line for each hit
hits()
{
	printf '%s\n' "$out" | sed '1d; s/^ *[0-9.]* *[0-9]*  \([^ ]*\)  *[0-9]*  /\1 /; s/  */ /g'
}

# tracefs_state: all that trace could have changed
tracefs_state()
{
	(
		cd $tracefs || exit
		ls instances
		cat tracing_on set_event set_event_pid trace_clock buffer_size_kb trace_options
		cat kprobe_events dynamic_events synthetic_events 2>/dev/null
		grep -H . events/*/enable events/*/*/enable events/*/*/filter
		cat $sdt/probes
	) 2>&1
}

cat >fire <<'FIRE'
#!/bin/sh
printf 'hello\n' | ./testrevdev >/dev/null
FIRE
chmod +x fire

# -- nothing to trace ------------------------------------------------------------
trace 'revdev::'
is "$status:$out:$err" "1::sdtinfo: $sdt/tables: not found: load sdt.ko to see the running kernel's probes, or name a module's file" \
	'without sdt.ko'
insmod sdt.ko
trace 'revdev::'
is "$status:$out:$err" '3::sdtinfo: the running kernel: no probes in it' 'without probes'
insmod revdev.ko
for module in contexts kinds torture; do
	insmod $module.ko
done
insmod shown.ko
trace 'revdev::nothing'
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'revdev::nothing'" 'no match'
trace read-entry write-entri
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'write-entri'; did you mean 'write-entry'?" \
	'... of one pattern of two: nothing is traced'
trace revdev:::write-entry
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'revdev:::write-entry'; did you mean 'revdev::write-entry'?" \
	'... a module in the place of the provider'
trace -t 1 'revdev::' sleep 1
like "$status:$out:$err" "^3::sdtinfo: the running kernel: no probe matches 'sleep'; did you mean '-- sleep'\?" \
	"a command without '--'"
trace -t 1 sleep
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'sleep'" '... not in the place of the pattern'
trace -t 1 'revdev::' sleep -- ./fire
is "$status:$out:$err" "3::sdtinfo: the running kernel: no probe matches 'sleep'" '... nor beside a command'
./sdtinfo latency -t 1 'revdev::' sleep 1 >got 2>errors
like "$?:$(cat errors)" "^3:sdtinfo: the running kernel: no probe matches 'sleep'; did you mean '-- sleep'\?" '... of latency'
# The kernel makes its own buffer larger when the first event anywhere is enabled.
echo 1 >$tracefs/events/revdev/enable
echo 0 >$tracefs/events/revdev/enable
tracefs_state >before

# unchanged NAME: is it as it was?
unchanged()
{
	tracefs_state >after
	is "$(diff before after)" '' "$1"
}

# -- hits ------------------------------------------------------------------------
trace 'revdev::' -- ./fire
is "$status:$err" 0: 'a command is traced'
is "$(hits | sed 's/fp=0x[0-9a-f]* /fp=FP /')" 'testrevdev sdt:revdev:revdev_write:write-entry fp=FP buf="hello" n=5
testrevdev sdt:revdev:revdev_write:write-return text="hello" ret=5
testrevdev sdt:revdev:revdev_read:read-entry fp=FP text="hello"
testrevdev sdt:revdev:revdev_read:read-return text="olleh" ret=5' '... each hit, in order'
like "$(echo "$out" | sed -n 1p)" '^ *TIME +CPU +COMMAND +PID +PROBE +ARGUMENTS$' '... below a head'
unchanged '... and nothing is left behind'
is "$(echo "$out" | sed 1d | awk '{ print $1 }' | sort -n)" \
	"$(echo "$out" | sed 1d | awk '{ print $1 }')" '... times go up'

trace -j 'revdev::write-entry' -- ./fire
like "$out" '^\{"time":[0-9]+,"cpu":[01],"command":"testrevdev","pid":[0-9]+,"provider":"sdt","module":"revdev","function":"revdev_write","name":"write-entry","args":\{"fp":"0xfff[0-9a-f]{13}","buf":"hello","n":5\}\}$' \
	'as JSON'
trace 'revdev::write-entry' read-return -- ./fire
is "$(hits | awk '{ print $2 }')" 'sdt:revdev:revdev_write:write-entry
sdt:revdev:revdev_read:read-return' 'two patterns'

# Functions share an event.
trace 'kinds::shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(hits)" 'sh sdt:kinds:fire_here:shared n=1
sh sdt:kinds:fire_there:shared n=2' 'the functions of an event'
trace 'kinds:fire_there:shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(hits)" 'sh sdt:kinds:fire_there:shared n=2' '... of which one was chosen'
line=$(sed -n 's/^sdt:kinds:fire_here:shared@\([^ ]*\) .*/\1/p' $sdt/sites)
trace "@$line" -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(hits)" 'sh sdt:kinds:fire_here:shared n=1' '... by its line'
trace --line 'kinds:fire_here:shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(hits)" "sh sdt:kinds:fire_here:shared@$line n=1" '... and the line is shown'
trace -jl 'revdev::write-entry' -- ./fire
like "$out" '"name":"write-entry","file":"[^"]*rev_dev.c","line":[0-9]+,"args":' '... as JSON'
trace -l -o trace.dat 'revdev::write-entry'
is "$status:$(echo "$err" | sed -n 1p)" '2:sdtinfo trace: either --output or --line, not both (see '\''sdtinfo help trace'\'')' '... not in a file'

# All forms of values
trace 'shown::' -- sh -c "echo 1 >$params/shown/parameters/fire"
is "$(hits | sed -n 's/^sh sdt:shown:[a-z_]*:\(hex\|hex-zero\|flags\|function\) /\1: /p' | tr - _)" \
	"$(sed -n 's!.*/\* event: \(\(hex\|hex_zero\|flags\|function\): .*\) \*/!\1!p' shown.c)" \
	'values are shown as in the text of the event'
is "$(hits | sed -n 's/^sh sdt:shown:[a-z_]*:constants //p' | head -n 3)" \
	'p_mac=[02 00 00 00 00 17] p_last=[00 00 00 00] p_name="abc"
p_mac=[61 62 63 64 65 66] p_last=[62 63 64 65] p_name=""
p_mac=[] p_last=[] p_name=(null)' '... strings and bytes'

# -- stacks ----------------------------------------------------------------------
trace --stack 'revdev::write-entry' -- ./fire
is "$(echo "$out" | sed '1d; 2s/.*sdt:/sdt:/; 2s/ .*//' | sed -n '1,3p;$p')" \
	"$(printf 'sdt:revdev:revdev_write:write-entry\n\trevdev_write\n\tvfs_write\n\t%s' "$syscall_entry")" \
	'who called, from the function of the probe on'
trace -j --stack 'kinds:fire_there:shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
like "$out" '"args":\{"n":2\},"stack":\["fire_there","[a-z_]+",.*\]\}$' '... as JSON'
if has_nmi; then
	trace --stack 'contexts::nmi' -- sh -c "echo nmi >$params/contexts/parameters/fire"
	is "$(echo "$out" | grep -c ':contexts:'):$(echo "$out" | sed -n 3p)" \
		"100:$(printf '\tfire_in_nmi')" '... in an NMI'
fi
unchanged '... and nothing is left behind'

# -- filters ---------------------------------------------------------------------
trace -f 'n > 4 && comm == "testrevdev"' 'revdev::write-entry' -- ./fire
is "$(hits | awk '{ print $2 }')" sdt:revdev:revdev_write:write-entry 'a filter that is true'
trace -f 'n > 5' 'revdev::write-entry' -- ./fire
is "$status:$(hits)" 0: '... that is false'
trace -f 'm > 4' 'revdev::write-entry' -- ./fire
is "$status:$out:$err" "1::sdtinfo: write_entry: --filter: there is no 'm'; there are fp, buf, n, COMMAND, PID, CPU" \
	'... of a field that the event does not have'
trace -f 'n > 4 && bux == 1' 'revdev::write-entry' -- ./fire
is "$status:$out:$err" "1::sdtinfo: write_entry: --filter: there is no 'bux'; did you mean 'buf'?" '... with a mistake'
trace -t 1 -f 'n > 4 && ret < 0' 'revdev::'
is "$status:$out:$err" "1::sdtinfo: --filter: none of 6 events has all of its fields: 'n' is in write_entry; 'ret' is in read_return, write_return" \
	'fields of different events'
trace -t 1 -f 'n > 4 && rett < 0' 'revdev::'
is "$status:$out:$err" "1::sdtinfo: --filter: none of 6 events has 'rett'; did you mean 'ret'?" \
	'... the field that no event has'
trace -t 1 -f 'rett < 0 && 5' 'revdev::'
like "$status:$out:$err" "^1::sdtinfo: --filter: .* missing" 'what is wrong for any event is said first'
# wrong FILTER MESSAGE
wrong()
{
	trace -f "$1" 'revdev::write-entry'
	is "$status:$out:$err" "1::sdtinfo: --filter: $2" "wrong: $1"
}
wrong '(n > 4' "a ')' is missing at the end"
wrong 'n > 4)' "&& or || is missing before ')'"
wrong 'n = 4' "a comparison such as == or < is missing before '= 4'"
wrong 'n' 'a comparison such as == or < is missing at the end'
wrong 'n > ' 'a value is missing at the end'
wrong 'n > 4 && ' 'a field is missing at the end'
wrong 'n > 4 n < 8' "&& or || is missing before 'n < 8'"
wrong '&& n > 4' "a field is missing before '&& n > 4'"
trace -f 'n < 5 || n > 4 && !(n == 3) && (((PID > 1)))' 'revdev::write-entry' -- ./fire
is "$status:$err:$(hits | wc -l)" 0::1 'a long one'

# Names of enumerators, as trace prints them
# filtered FILTER [PATTERN...]: the values of the fields that it names, of each hit of shown.ko
filtered()
{
	filter=$1
	shift
	trace -f "$filter" "${@:-shown::flags}" -- sh -c "echo 1 >$params/shown/parameters/fire"
	printf '%s' "$status:$err"
	for field in colour mode small wide minus; do
		case " $filter" in *[\ \(]$field\ *) hits | grep -o " $field=[^ ]*" | tr -d '\n' ;; esac
	done
}
is "$(filtered 'colour == NO_COLOUR')" '0: colour=NO_COLOUR' 'a filter with the name of an enumerator'
is "$(filtered 'colour == "NO_COLOUR"')" '0: colour=NO_COLOUR' '... in quotes'
is "$(filtered "colour == 'NO_COLOUR'")" '0: colour=NO_COLOUR' '... in the other ones'
is "$(filtered 'colour != NO_COLOUR')" '0: colour=RED|GREEN colour=BLUE|0x8 colour=0x10' '... !='
is "$(filtered 'colour == RED|GREEN')" '0: colour=RED|GREEN' '... several bits'
is "$(filtered 'colour == "RED | GREEN"||colour == BLUE|0x8')" '0: colour=RED|GREEN colour=BLUE|0x8' \
	'... as they are printed, beside the operator ||'
is "$(filtered 'mode & MODE_R')" '0: mode=MODE_X|MODE_R mode=MODE_X|MODE_W|MODE_R|HIGHEST' '... &'
is "$(filtered '!(mode & MODE_RWX) && small == LOW || mode & HIGHEST')" \
	'0: mode=MODE_X|MODE_W|MODE_R|HIGHEST small=TOP|0x2' '... in a longer filter'
is "$(filtered 'wide == BIT_63')" '0: wide=0x8000000000000000' '... of 64 bits'
is "$(filtered 'minus <= MINUS|ONE && minus != MINUS')" '0: minus=MINUS|ONE minus=0x80000000' '... negative ones'
is "$(filtered 'mode == MODE_R' shown::light)" '0: mode=MODE_R' 'another event with a name of the same spelling'
is "$(filtered 'mode == MODE_R|MODE_X' shown::flags shown::light)" '0: mode=MODE_X|MODE_R mode=MODE_R|MODE_X' '... has its own numbers'
trace -f 'comm == "NO_COLOUR" || comm ~ "s*" && colour == 3' shown::flags -- sh -c "echo 1 >$params/shown/parameters/fire"
is "$status:$err:$(hits | grep -o 'colour=[^ ]*')" '0::colour=RED|GREEN' 'strings and numbers stay as they are'
is "$(filtered 'mode == MODE_RR')" "1:sdtinfo: flags: --filter: 'mode' has no value 'MODE_RR'; did you mean 'MODE_R'?" \
	'a name with a mistake'
is "$(filtered 'colour == "GREEN|purple"')" "1:sdtinfo: flags: --filter: 'colour' has no value 'purple'; it has RED, GREEN, YELLOW, BLUE, NO_COLOUR, BLACK" \
	'... that the enum does not have'
is "$(filtered 'mode == HIGHEST' shown::flags shown::light)" "1:sdtinfo: light: --filter: 'mode' has no value 'HIGHEST'; it has MODE_R, MODE_X" \
	'... that one of two events does not have'
trace -f 'n == MANY' 'revdev::write-entry'
is "$status:$out:$err" "1::sdtinfo: write_entry: --filter: 'n' is an integer: compare it with a number" \
	'... of a field that is not an enum'
trace -t 1 -f 'common_nothing == 4' 'revdev::write-entry'
like "$status:$out:$err" "^1::sdtinfo: write_entry: --filter 'common_nothing == 4': Field not found" \
	'what the kernel does not take is shown as it got it'
# hits_of FILTER: how many hits of read and write
hits_of()
{
	trace -f "$1" 'revdev::read-*' 'revdev::write-*' -- ./fire
	echo "$status:$err:$(hits | wc -l)"
}
is "$(hits_of 'buf == "hello"')" "0:sdtinfo: --filter: 1 of 4 events have the field 'buf': only these are watched:1" \
	'a string by the name of its argument'
is "$(hits_of 'buf_str == "hello"')" "0:sdtinfo: --filter: 1 of 4 events have the field 'buf_str': only these are watched:1" \
	'... by that of its copy'
is "$(hits_of 'text ~ "h*"')" "0:sdtinfo: --filter: 3 of 4 events have the field 'text': only these are watched:2" \
	'... by a pattern'
is "$(hits_of 'text == olleh && COMMAND == testrevdev')" \
	"0:sdtinfo: --filter: 3 of 4 events have the field 'text': only these are watched:1" '... a word without quotes'
is "$(hits_of 'ret < 0')" "0:sdtinfo: --filter: 2 of 4 events have the field 'ret': only these are watched:0" \
	'a number that only some events have'
is "$(hits_of 'PID == 1')" 0::0 'a process'
is "$(hits_of 'CPU >= 0 && comm != "x"')" 0::4 'the CPU, the command'
unchanged '... and nothing is left behind'

# -- the end ---------------------------------------------------------------------
trace -n 2 'revdev::' -- ./fire
is "$status:$err:$(hits | wc -l)" 0::2 'two hits'
trace -f ' 0' 'revdev::'
is "$status:$(echo "$err" | sed 's/ (.*//')" "2:sdtinfo trace: --filter: ' 0' is not a condition" \
	'a filter that the kernel takes for none'
start=$(date +%s)
trace -t 1.5 'revdev::'
is "$status:$err:$(hits)" 0:: '1.5 seconds, without a hit'
[ $(($(date +%s) - start)) -le 10 ]
ok $? '... pass'
trace -t 0.3 'revdev::write-entry' -- sh -c './fire; sleep 60'
is "$status:$err:$(hits | wc -l)" 0::1 '... count from when the command starts'
start=$(date +%s)
trace -t 0.3 'revdev::' -- sh -c 'trap "" TERM; while sleep 1; do :; done'
is "$status:$err" 0: 'a command that ignores SIGTERM'
[ $(($(date +%s) - start)) -le 15 ]
ok $? '... is killed'
trace 'revdev::' -- ./missing
is "$status:$err:$(hits)" '1:sdtinfo: ./missing: No such file or directory:' 'no such command'
trace 'revdev::' -- sh -c 'exit 3'
is "$status:$err:$(hits)" 0:: 'a command that fails'
unchanged '... and nothing is left behind'

# begin OUT ARG...: runs it in the background, until it has begun; sets $pid
begin()
{
	begin_out=$1
	rm -f "$begin_out"
	shift
	./sdtinfo trace "$@" >"$begin_out" 2>errors &
	pid=$!
	until grep -q TIME "$begin_out" 2>/dev/null || ! kill -0 $pid 2>/dev/null; do
		usleep 100000
	done
}

# eventually COMMAND...: waits for it to succeed
eventually()
{
	for _ in $(seq 100); do
		if "$@"; then return; fi
		usleep 100000
	done
	return 1
}

for signal in INT TERM HUP; do
	begin got 'revdev::'
	./fire
	kill -$signal $pid
	wait $pid
	is "$?:$(grep -c revdev got):$(cat errors)" 0:4: "SIG$signal: all hits until then, exit code 0"
done
(
	trap '' HUP
	begin got 'revdev::'
	kill -HUP $pid
	./fire
	eventually grep -q read-return got
	kill -INT $pid
	wait $pid
)
is "$?:$(grep -c revdev got)" 0:4 'nohup'
begin got 'revdev::'
./fire
eventually grep -q read-return got
ok $? 'a hit is shown while it goes on'
kill -INT $pid
wait $pid
sh -c './sdtinfo trace "revdev::" 2>errors; echo $? >status' | { read -r _; exec <&-; ./fire; sleep 1; ./fire; }
eventually test -e status
is "$(cat status errors)" 1 'a closed pipe ends it, without a word'
unchanged '... and nothing is left behind'

# -- several, and one that was killed --------------------------------------------
begin other 'revdev::read-entry'
other=$pid
begin killed 'revdev::write-entry'
kill -KILL $pid
wait $pid
is "$(ls $tracefs/instances | wc -l)" 2 'one that was killed leaves its instance'
trace 'revdev::write-entry' -- ./fire
is "$status:$err:$(hits | wc -l)" 0::1 'the next one'
is "$(ls $tracefs/instances)" "sdtinfo-$other-1" '... removes that, and not that of another'
kill -INT $other
wait $other
is "$?:$(grep -c read-entry other)" 0:1 '... which has its own hits'
unchanged '... and nothing is left behind'
begin got 'revdev::' -- sleep 60
./fire
kill -TERM $pid
wait $pid
is "$?:$(grep -c revdev got)" 0:0 'hits of others are not those of the command, which ends as well'
is "$(pidof sleep)" '' '... at once'
trace 'revdev::' -- sh -c '(./fire); ./fire & wait'
is "$(hits | wc -l)" 8 'hits of the children of the command'

# -- many hits, from tasks, softirqs and hard irqs --------------------------------
torture=$params/torture/parameters
begin got 'torture::'
echo 1 >$torture/run
usleep 300000
echo 0 >$torture/run
kill -INT $pid
wait $pid
is "$?" 0 'a driver that fires in tasks, softirqs and hard irqs'
read -r task softirq hardirq toggled <$torture/passed
lost=$(awk '$1 == "lost" { n += $2 } END { print n + 0 }' got)
is "$(grep -c ':torture:' got)" $((task + softirq + hardirq + toggled - lost)) \
	"... each of $((task + softirq + hardirq + toggled)) hits is shown, or said to be lost: $lost"
[ "$lost" -gt 0 ] || is "$(grep -c ':softirq  ' got) $(grep -c ':hardirq  ' got)" \
	"$softirq $hardirq" '... in softirqs and hard irqs, too'

is "$(awk '/:torture:/ { if ($1 + 0.1 < last) n++; last = $1 } END { print n + 0 }' got)" 0 \
	'... in the order of their times'

# Interrupts fire between a hit and its stack.
begin got --stack 'torture::'
echo 1 >$torture/run
usleep 300000
echo 0 >$torture/run
kill -INT $pid
wait $pid
is "$(awk 'name && $1 !~ /^[0-9]/ && $1 != name && $1 != "lost" { print name, $1 } { name = "" }
	/:torture:/ { name = $0; sub(".*torture:", "", name); sub(":.*", "", name) }' got)" '' \
	'each hit has its own stack'
# But for the last one before others that were lost, and for one that the kernel recorded none of
[ "$(awk 'hit && $1 ~ /^[0-9]/ { n++ } { hit = /:torture:/ } END { print n + 0 }' got)" -le 5 ]
ok $? '... if the kernel recorded one'
[ "$(grep -c ':torture:' got)" -gt 1000 ]
ok $? '... of many hits'

# A CPU that never ceases to fire holds up neither the other nor the end.
begin got 'torture::' 'revdev::'
echo 1 >$torture/run
usleep 500000
./fire
eventually grep -q read-return got
ok $? 'other hits are shown while many come'
kill -INT $pid
wait $pid
is $? 0 '... and a signal ends it'
echo 0 >$torture/run

# Its reader does not read: output is blocked.
mkfifo pipe
sh -c "sleep 100" <pipe &
sleeper=$!
./sdtinfo trace 'torture::' >pipe 2>errors &
pid=$!
eventually test -d $tracefs/instances/sdtinfo-$pid-1
echo 1 >$torture/run
sleep 2
echo 0 >$torture/run
kill -INT $pid
eventually grep -q 0 $tracefs/instances/sdtinfo-$pid-1/tracing_on
ok $? 'a signal turns tracing off while output is blocked'
sleep 1
kill -INT $pid
eventually test ! -d $tracefs/instances/sdtinfo-$pid-1
ok $? '... another one ends it'
kill $sleeper $pid 2>/dev/null
wait $pid $sleeper

# While it is stopped, the buffers fill up.
begin got 'torture::'
kill -STOP $pid
echo 128 >$tracefs/instances/sdtinfo-$pid-1/buffer_size_kb
echo 1 >$torture/run
sleep 1
echo 0 >$torture/run
kill -CONT $pid
kill -INT $pid
wait $pid
read -r task softirq hardirq toggled <$torture/passed
lost=$(awk '$1 == "lost" { n += $2 } END { print n + 0 }' got)
shown=$(grep -c ':torture:' got)
note "$shown hits shown, $lost lost"
[ "$lost" -gt 0 ]
ok $? 'hits that were lost are counted'
like "$(cat errors)" "^sdtinfo: trace: hits lost: $lost\+?; the buffer of a CPU was full\$" '... at the end, too'
# A plus is there if the kernel did not say of all how many they were.
if grep -q '+;' errors; then
	ok $((shown + lost > task + softirq + hardirq + toggled)) '... and no hit is shown twice'
else
	is $((shown + lost)) $((task + softirq + hardirq + toggled)) '... and no other is missing'
fi

for place in softirq hardirq $(has_nmi && echo nmi); do
	begin got "contexts::$place"
	echo $place >$params/contexts/parameters/fire
	kill -INT $pid
	wait $pid
	is "$(grep -c ":$place  " got)" 100 "100 hits in a $place"
done

# -- what goes away --------------------------------------------------------------
begin got 'revdev::' 'kinds::shared'
rmmod kinds
eventually grep -q kinds errors
is "$(cat errors)" 'sdtinfo: kinds: the module was removed, with 1 traced event' 'a module that is removed while it is watched'
./fire
eventually grep -q read-return got
ok $? '... the others go on'
rmmod revdev
eventually grep -q revdev errors
insmod revdev.ko
attached() { grep -qs 1 "$tracefs/instances/sdtinfo-$pid-1/events/$1/enable"; }
eventually attached revdev/write_return
: >got
./fire
eventually grep -q read-return got
ok $? '... and it goes on when none is left: a module that is there again is watched'
insmod kinds.ko
eventually attached kinds/shared
echo 1 >$params/kinds/parameters/fire
eventually grep -q 'fire_there:shared' got
ok $? '... each of them'
kill -INT $pid
wait $pid
is "$?:$(sed 1d errors)" '0:sdtinfo: revdev: the module was removed, with 6 traced events' \
	'... until a signal ends it'
tracefs_state | sort >after
is "$(sort before | diff - after)" '' '... and nothing is left behind'
./sdtinfo trace 'revdev::' -- ./fire >/dev/full 2>errors
is "$?:$(cat errors)" '1:sdtinfo: standard output: cannot write: No space left on device' 'a full disk'
cp sdtinfo libs* /tmp 2>/dev/null
like "$(/bin/setpriv --reuid 65534 --clear-groups ./sdtinfo trace 'revdev::' 2>&1)" \
	'^sdtinfo: .*: permission denied: become root, or get the capability CAP_DAC_OVERRIDE$' 'for root only'

# coming_and_going ARG...: trace -w while revdev comes and goes, which then is there and fires
coming_and_going()
{
	rmmod revdev
	./sdtinfo trace -w "$@" 'revdev::' >got 2>errors &
	pid=$!
	for delay in 0 10000 30000 60000 100000 200000; do
		insmod revdev.ko
		usleep $delay
		rmmod revdev
	done
	insmod revdev.ko
	eventually attached revdev/write_return
	./fire
	eventually grep -q read-return got
	is "$?" 0 "trace -w $*: a module that comes and goes, at last is watched"
	kill -INT $pid
	wait $pid
	is "$?:$(grep -v -e 'waiting: no probe matches' -e 'the module was removed, with ' errors)" 0: \
		'... without an error'
}
coming_and_going
coming_and_going --stack -f 'CPU >= 0'
tracefs_state | sort >after
is "$(sort before | diff - after)" '' '... and nothing is left behind'

# -- events that are not those of probes -------------------------------------------
# native.ko has a TRACE_EVENT with the name of a probe, both.
native="echo 1 >$params/native/parameters/fire"
foreign='sdtinfo: native: left out: event both is not the probe'"'"'s, but another one of that name: rename one of them'
insmod native.ko
trace 'native::' -- sh -c "$native"
is "$status:$err:$(hits)" "0:$foreign:sh sdt:native:fire_set:probe arg0=1" \
	"a TRACE_EVENT with a probe's name is left out, the others are watched"
trace 'native::both' -- sh -c "$native"
is "$status:$out:$err" "1::$foreign" '... which is an error, if it is the only one'
mkdir -p /run
./sdtinfo record 'native::' >got 2>errors
sh -c "$native"
is "$?:$(cat errors):$(sed 's/ in .*//' got):$(./sdtinfo record --show 2>&1 | grep -o 'sdt:native:.*' | tr -s ' ')" \
	"0:$foreign:recording 1 events:sdt:native:fire_set:probe arg0=1" '... by record'
./sdtinfo record --stop 2>/dev/null >&2
./sdtinfo top -b comm -n 1 -i 0.1 'native::' >got 2>errors
is "$?:$(cat errors)" "0:$foreign" '... by top'
./sdtinfo latency -t 0.1 native::probe native::probe >got 2>errors
is "$?:$(cat errors)" 0: '... by latency, another one'
./sdtinfo latency -t 0.1 native::probe native::both >got 2>errors
is "$?:$(cat got errors)" "1:$foreign" '... both'
is "$(./sdtinfo gen --bpftrace 'native::' 2>errors | grep ^tracepoint; cat errors)" \
	"tracepoint:native:probe
$foreign" '... by gen'
echo 1 >$tracefs/events/native/enable
like "$(./sdtinfo report)" '  top level +1 events of probes enabled' '... by report'
echo 0 >$tracefs/events/native/enable
rmmod native
if echo 'p:native/probe vfs_read' >$tracefs/kprobe_events; then
	insmod native.ko
	trace 'native::' -- sh -c "$native"
	is "$status:$out:$err" "1::$(echo "$foreign" | sed 's/event both/event both, probe/')" \
		'a kprobe with the name of a probe'
	rmmod native
	echo >$tracefs/kprobe_events
fi

# -- a file ------------------------------------------------------------------------
# recorded: how often each function fired in file.dat
recorded()
{
	trace-cmd report -i file.dat | sed -n 's/.* (\(fire_[a-z]*\)+.*/\1/p' | sort | uniq -c |
		awk '{ print $2, $1 }'
}

# record EVENT PATTERN...: begins a file in the background; sets $pid
record()
{
	event=$1
	shift
	./sdtinfo trace -o file.dat "$@" >got 2>errors &
	pid=$!
	wait_for 30 grep -qs 1 "$tracefs/instances/sdtinfo-$pid-1/events/$event/enable"
}

trace -o file.dat 'revdev::' -- ./fire
is "$status:$out:$err" 0:: 'a trace.dat is written'
is "$(ls -l file.dat | cut -c 1-10):$(echo file.dat*)" '-rw-r--r--:file.dat' '... and nothing beside it'
is "$(trace-cmd report -i file.dat | sed -n 's/fp=[^ ]* //; s/ buf=[^ ]*//; s/text=0x[^ ]* //
	s/^ *\(testrevdev\)-.*: *\([a-z_]*: .*\)/\1 \2/p' | sed 's/  */ /g; s/+0x[0-9a-f]*//')" \
	'testrevdev write_entry: (revdev_write) n=5 buf_str="hello"
testrevdev write_return: (revdev_write) ret=5 text_str="hello"
testrevdev read_entry: (revdev_read) text_str="hello"
testrevdev read_return: (revdev_read) ret=5 text_str="olleh"' '... which trace-cmd reads'
record torture/toggled 'torture::'
echo 1 >$torture/run
usleep 300000
echo 0 >$torture/run
kill -INT $pid
wait $pid
is "$?:$(cat got errors)" 0: '... until a signal comes'
read -r task softirq hardirq toggled <$torture/passed
is "$(recorded)" "fire_hardirq $hardirq
fire_softirq $softirq
fire_task $task
fire_toggled $toggled" '... with every hit of tasks, softirqs and hard irqs'
record torture/toggled 'torture::'
echo 1 >$torture/run
usleep 100000
echo 0 >$torture/run
kill -INT $pid
wait $pid
trace -o file.dat 'revdev::' -- ./nothing
is "$status:$err" '1:sdtinfo: ./nothing: No such file or directory' 'a command that does not exist'
is "$(recorded | wc -l)" 4 '... does not replace a file'
trace -o file.dat 'kinds:fire_there:shared'
is "$status:$err" '1:sdtinfo: shared: a file has the hits of all its sites: watch them all' \
	'some sites of an event'
trace -o /dev/null 'revdev::'
is "$status:$err" '1:sdtinfo: /dev/null: cannot write: it is not a regular file' 'no file'
[ -c /dev/null ]
ok $? '... stays what it is'
ln -s other file.link
trace -o file.link 'revdev::'
is "$status:$err" '1:sdtinfo: file.link: cannot write: it is not a regular file' 'a symbolic link'
rm file.link
trace -o -file.dat 'revdev::' -- ./fire
is "$status:$err:$(echo -- -file*)" '0::-- -file.dat' 'a name like an option'
rm -- -file.dat
trace -o nowhere/file.dat 'revdev::'
is "$status:$err" '1:sdtinfo: nowhere/file.dat: cannot write: No such file or directory' 'no folder'
PATH=/nowhere ./sdtinfo trace -o file.dat 'revdev::' 2>errors
is "$?:$(cat errors)" '1:sdtinfo: trace-cmd: not found: install it, it is what makes trace.dat files' \
	'without trace-cmd'
mkdir small
mount -t tmpfs -o size=15M none small
echo 1 >$torture/run
trace -t 60 -o small/file.dat 'torture::'
is "$status:$err:$(ls small)" '1:sdtinfo: small/file.dat: cannot write: No space left on device:' \
	'a full disk: nothing is left'
dd if=/dev/zero of=small/fill bs=64k 2>/dev/null
trace -t 60 -o small/file.dat 'torture::'
is "$status:$err:$(ls small)" \
	"1:sdtinfo: small/file.dat: cannot write: 'trace-cmd restore': No space left on device:fill" \
	'... also if it was full before'
echo 0 >$torture/run
umount small

# A module that goes takes with it what its buffers hold, but not what was read before.
record kinds/shared 'revdev::' 'kinds::shared'
echo 1 >$params/kinds/parameters/fire
wait_for 10 sh -c '[ -n "$(find file.dat.* -name "cpu*" -size +0)" ]'
rmmod kinds
kill -INT $pid
wait $pid
is "$?:$(cat errors)" '0:sdtinfo: kinds: the module was removed, with 1 traced event' \
	'a module goes before the end'
is "$(recorded)" 'fire_here 1
fire_there 1' '... its hits are in the file'
insmod kinds.ko
is "$(echo file.dat*)" file.dat 'nothing is left beside the file'

# -- what the kernel hides -------------------------------------------------------
echo 2 >/proc/sys/kernel/kptr_restrict
trace 'revdev::write-entry' -- ./fire
is "$(hits)" 'testrevdev sdt:revdev:revdev_write:write-entry fp=0x0 buf="hello" n=5' \
	'kptr_restrict=2 hides addresses'
trace 'kinds:fire_there:shared' -- ./fire
is "$status:$out:$err" '1::sdtinfo: shared: kptr_restrict=2, or a lack of CAP_SYSLOG, hides which of its sites fired: watch them all' \
	'... and which function of an event fired'
trace 'kinds::shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(hits)" 'sh sdt:kinds::shared n=1
sh sdt:kinds::shared n=2' '... so it is not shown'
echo 0 >/proc/sys/kernel/kptr_restrict

rmmod sdt
insmod sdt.ko layout=dtrace
trace 'revdev::' -- ./fire
is "$(hits | sed 's/=0x[0-9a-f]*/=P/g')" 'testrevdev sdt:revdev:revdev_write:write-entry fp=P buf=P n=5
testrevdev sdt:revdev:revdev_write:write-return text=P ret=5
testrevdev sdt:revdev:revdev_read:read-entry fp=P text=P
testrevdev sdt:revdev:revdev_read:read-return text=P ret=5' 'the layout dtrace has no copies of strings'
trace -j 'kinds::shared' -- sh -c "echo 1 >$params/kinds/parameters/fire"
is "$(echo "$out" | sed 's/.*"provider"/"provider"/')" \
	'"provider":"sdt","module":"kinds","function":null,"name":"shared","args":{"n":1}}
"provider":"sdt","module":"kinds","function":null,"name":"shared","args":{"n":2}}' \
	'... and does not tell which function of an event fired'
trace 'kinds:fire_there:shared' -- ./fire
is "$status:$out:$err" '1::sdtinfo: shared: with layout=dtrace, an event does not tell which of its sites fired: watch them all' \
	'... so that one alone cannot be watched'

is "$(ls $tracefs/instances)" '' 'no instance is left'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
