#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# trace.t - sdtinfo trace prints hits as they happen, and leaves nothing behind
#
# What it prints of each hit, and when it ends.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/contexts.ko tests/vm/modules/kinds.ko tests/vm/modules/shown.ko
# needs: tests/vm/modules/native.ko tests/vm/modules/torture.ko tests/vm/modules/flood.ko tests/vm/modules/shown.c setpriv trace-cmd script
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --timeout 900
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
tells "$status:$out:$err" "1::sdtinfo: $sdt/tables sdt.ko" 'without sdt.ko'
insmod sdt.ko
trace 'revdev::'
tells "$status:$out:$err" '3::sdtinfo: probes' 'without probes'
insmod revdev.ko
for module in contexts kinds torture; do
	insmod $module.ko
done
insmod shown.ko
trace 'revdev::nothing'
tells "$status:$out:$err" '3::sdtinfo: revdev::nothing' 'no match'
trace read-entry write-entri
tells "$status:$out:$err" '3::sdtinfo: write-entri write-entry' \
	'... of one pattern of two: nothing is traced'
trace revdev:::write-entry
tells "$status:$out:$err" '3::sdtinfo: revdev:::write-entry revdev::write-entry' \
	'... a module in the place of the provider'
trace -t 1 'revdev::' sleep 1
tells "$status:$out:$err" "3::sdtinfo: '-- sleep'" "a command without '--'"
trace -t 1 sleep
tells "$status:$out:$err" "3::sdtinfo: 'sleep'" '... not in the place of the pattern'
trace -t 1 'revdev::' sleep -- ./fire
tells "$status:$out:$err" "3::sdtinfo: 'sleep'" '... nor beside a command'
./sdtinfo latency -t 1 'revdev::' sleep 1 >got 2>errors
tells "$?:$(cat errors)" "3:sdtinfo: '-- sleep'" '... of latency'
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

trace --size 9M 'revdev::read-*' -- sh -c "cat $tracefs/instances/sdtinfo-*/buffer_total_size_kb >size; ./fire"
size=$(sed 's/ .*//' size)
ok "$([ "$size" -ge 9216 ] && [ "$size" -lt 9300 ]; echo $?)" "buffers of another size: $size KB"
is "$status:$err:$(hits | grep -c read-)" 0::2 '... and the hits'
./sdtinfo latency --size 9M 'revdev::' -- sh -c "cat $tracefs/instances/sdtinfo-*/buffer_total_size_kb" >got
is "$(grep -c "^$size\>" got)" 1 '... of latency'
trace --size 8K 'revdev::' -- ./fire
tells "$status:$out:$err" '1::sdtinfo: --size' '... too small'
unchanged '... and nothing is left behind'

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
tells "$status:$err" '2:sdtinfo trace: --output --line' '... not in a file'

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
tells "$status:$out:$err" '1::sdtinfo: write_entry --filter m fp buf n COMMAND PID CPU' \
	'... of a field that the event does not have'
trace -f 'n > 4 && bux == 1' 'revdev::write-entry' -- ./fire
tells "$status:$out:$err" '1::sdtinfo: write_entry --filter bux buf' '... with a mistake'
trace -t 1 -f 'n > 4 && ret < 0' 'revdev::'
tells "$status:$out:$err" '1::sdtinfo: --filter 6 n write_entry ret read_return write_return' \
	'fields of different events'
trace -t 1 -f 'n > 4 && rett < 0' 'revdev::'
tells "$status:$out:$err" '1::sdtinfo: --filter 6 rett ret' '... the field that no event has'
trace -t 1 -f 'rett < 0 && 5' 'revdev::'
tells "$status:$out:$err" '1::sdtinfo: --filter missing' 'what is wrong for any event is said first'
# wrong FILTER WORDS
wrong()
{
	trace -f "$1" 'revdev::write-entry'
	tells "$status:$out:$err" "1::sdtinfo: --filter $2" "wrong: $1"
}
wrong '(n > 4' "')' end"
wrong 'n > 4)' "&& || ')'"
wrong 'n = 4' "== < '= 4'"
wrong 'n' '== < end'
wrong 'n > ' 'value end'
wrong 'n > 4 && ' 'field end'
wrong 'n > 4 n < 8' "&& || 'n < 8'"
wrong '&& n > 4' "field '&& n > 4'"
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
tells "$(filtered 'mode == MODE_RR')" '1:sdtinfo: flags --filter mode MODE_RR MODE_R' \
	'a name with a mistake'
tells "$(filtered 'colour == "GREEN|purple"')" \
	'1:sdtinfo: flags --filter colour purple RED GREEN YELLOW BLUE NO_COLOUR BLACK' \
	'... that the enum does not have'
tells "$(filtered 'mode == HIGHEST' shown::flags shown::light)" '1:sdtinfo: light --filter mode HIGHEST MODE_R MODE_X' \
	'... that one of two events does not have'
trace -f 'n == MANY' 'revdev::write-entry'
tells "$status:$out:$err" '1::sdtinfo: write_entry --filter n integer' \
	'... of a field that is not an enum'
trace -t 1 -f 'common_nothing == 4' 'revdev::write-entry'
tells "$status:$out:$err" "1::sdtinfo: write_entry --filter 'common_nothing == 4' Field not found" \
	'what the kernel does not take is shown as it got it'
# hits_of FILTER: the status, how many hits of read and write, and errors
hits_of()
{
	trace -f "$1" 'revdev::read-*' 'revdev::write-*' -- ./fire
	echo "$status:$(hits | wc -l):$err"
}
tells "$(hits_of 'buf == "hello"')" '0:1:sdtinfo: --filter 1 4 buf' \
	'a string by the name of its argument'
tells "$(hits_of 'buf_str == "hello"')" '0:1:sdtinfo: --filter 1 4 buf_str' \
	'... by that of its copy'
tells "$(hits_of 'text ~ "h*"')" '0:2:sdtinfo: --filter 3 4 text' '... by a pattern'
tells "$(hits_of 'text == olleh && COMMAND == testrevdev')" '0:1:sdtinfo: --filter 3 4 text' \
	'... a word without quotes'
tells "$(hits_of 'ret < 0')" '0:0:sdtinfo: --filter 2 4 ret' 'a number that only some events have'
is "$(hits_of 'PID == 1')" 0:0: 'a process'
is "$(hits_of 'CPU >= 0 && comm != "x"')" 0:4: 'the CPU, the command'
unchanged '... and nothing is left behind'

# -- the end ---------------------------------------------------------------------
trace -n 2 'revdev::' -- ./fire
is "$status:$err:$(hits | wc -l)" 0::2 'two hits'
trace -f ' 0' 'revdev::'
tells "$status:$err" "2:sdtinfo trace: --filter ' 0'" 'a filter that the kernel takes for none'
start=$(date +%s)
trace -t 1.5 'revdev::'
is "$status:$err:$(hits)" 0:: '1.5 seconds, without a hit'
[ $(($(date +%s) - start)) -ge 1 ]
ok $? '... pass'
trace -t 3 'revdev::write-entry' -- sh -c './fire; sleep 600'
is "$status:$err:$(hits | wc -l)" 0::1 '... count from when the command starts'
trace -t 0.3 'revdev::' -- sh -c 'trap "" TERM; while sleep 1; do :; done'
is "$status:$err" 0: 'a command that ignores SIGTERM is killed'
trace 'revdev::' -- ./missing
tells "$status:$(hits):$err" '1::sdtinfo: ./missing No such file or directory' 'no such command'
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

# all_told TOTAL: passes if so many hits are in got, or said there to be lost
all_told()
{
	lost=$(awk '$1 == "lost" { n += $2 } END { print n + 0 }' got)
	shown=$(grep -c ' sdt:' got)
	is $((shown + lost)) "$1" "... of $1 hits $shown are shown, $lost are said to be lost"
}

# eventually COMMAND...: waits for it to succeed
eventually()
{
	for _ in $(seq 300); do
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
is "$(cat status errors)" 141 'a closed pipe ends it, without a word'
mkdir -p /dev/pts
mount -t devpts none /dev/pts
TERM=xterm NO_COLOR=1 script -qec "./sdtinfo trace 'revdev::' -- ./fire" /dev/null </dev/null | tr -d '\r' >got
is "$(sed 's/^ *[0-9.]*  *[0-9]*  [^ ]*  *[0-9]*  //; s/^.* PROBE/PROBE/; s/  .*//' got | sort -u)" 'PROBE of revdev
revdev_read:read-entry
revdev_read:read-return
revdev_write:write-entry
revdev_write:write-return' 'on a terminal, the head has the module'
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
all_told $((task + softirq + hardirq + toggled))
grep -q '^lost' got || is "$(grep -c ':softirq  ' got) $(grep -c ':hardirq  ' got)" \
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
[ "$(awk 'hit && $1 ~ /^[0-9]/ { n++ } { hit = /:torture:/ } END { print n + 0 }' got)" -le $((5 + $(grep -c '^lost' got))) ]
ok $? '... if the kernel recorded one'
[ "$(grep -c ':torture:' got)" -gt 0 ]
ok $? '... and there are hits'

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
eventually grep -q pipe_write /proc/$pid/wchan
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
grep -q '^lost' got
ok $? 'hits that were lost are counted'
all_told $((task + softirq + hardirq + toggled))
tells "$(cat errors)" "sdtinfo: trace lost $lost buffer" '... at the end, too'

# A page that is full of records has no room for the number of those lost before it.
insmod flood.ko
for probe in empty narrow wide; do
	begin got "flood::$probe"
	for _ in 1 2; do
		kill -STOP $pid
		echo 300000 >/sys/module/flood/parameters/$probe
		kill -CONT $pid
		sleep 1
	done
	kill -INT $pid
	wait $pid
	grep -q '^lost' got
	ok $? "$probe: hits were lost"
	all_told 600000
done
rmmod flood

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
tells "$(cat errors)" 'sdtinfo: kinds removed 1' 'a module that is removed while it is watched'
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
tells "$?:$(sed 1d errors)" '0:sdtinfo: revdev removed 6' '... until a signal ends it'
tracefs_state | sort >after
is "$(sort before | diff - after)" '' '... and nothing is left behind'
./sdtinfo trace 'revdev::' -- ./fire >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
cp sdtinfo libs* /tmp 2>/dev/null
tells "$(/bin/setpriv --reuid 65534 --clear-groups ./sdtinfo trace 'revdev::' 2>&1)" \
	'sdtinfo: permission denied root CAP_DAC_OVERRIDE' 'for root only'

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
	is "$?:$(grep -v -e 'waiting' -e 'removed' errors)" 0: \
		'... without an error'
}
coming_and_going
coming_and_going --stack -f 'CPU >= 0'
tracefs_state | sort >after
is "$(sort before | diff - after)" '' '... and nothing is left behind'

# -- events that are not those of probes -------------------------------------------
# native.ko has a TRACE_EVENT with the name of a probe, both.
native="echo 1 >$params/native/parameters/fire"
# The words of the message about it
foreign='sdtinfo: native event both name'
insmod native.ko
trace 'native::' -- sh -c "$native"
tells "$status:$(hits):$err" "0:sh sdt:native:fire_set:probe arg0=1:$foreign" \
	"a TRACE_EVENT with a probe's name is left out, the others are watched"
./sdtinfo gen --bpftrace 'native::' >script 2>errors
tells "$?:$(cat errors)" "1:$foreign" '... as are others in a script'
trace 'native::both' -- sh -c "$native"
tells "$status:$out:$err" "1::$foreign" '... which is an error, if it is the only one'
mkdir -p /run
./sdtinfo record 'native::' >got 2>errors
sh -c "$native"
tells "$?:$(cat errors)" "0:$foreign" '... by record'
is "$(./sdtinfo record --show 2>&1 | grep -o 'sdt:native:.*' | tr -s ' ')" 'sdt:native:fire_set:probe arg0=1' \
	'... which records the other'
./sdtinfo record --stop 2>/dev/null >&2
./sdtinfo top -b comm -n 1 -i 0.1 'native::' >got 2>errors
tells "$?:$(cat errors)" "0:$foreign" '... by top'
./sdtinfo latency -t 0.1 native::probe native::probe >got 2>errors
is "$?:$(cat errors)" 0: '... by latency, another one'
./sdtinfo latency -t 0.1 native::probe native::both >got 2>errors
tells "$?:$(cat got errors)" "1:$foreign" '... both'
tells "$(./sdtinfo gen --bpftrace 'native::' 2>errors | grep ^tracepoint; cat errors)" \
	"tracepoint:native:probe $foreign" '... by gen'
echo 1 >$tracefs/events/native/enable
like "$(./sdtinfo report | tr -s ' \n' ' ')" ' instance: top level enabled: 1 ' '... by report'
echo 0 >$tracefs/events/native/enable
rmmod native
if echo 'p:native/probe vfs_read' >$tracefs/kprobe_events; then
	insmod native.ko
	trace 'native::' -- sh -c "$native"
	tells "$status:$out:$err" "1::$foreign probe" \
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

# has_pages: the files of the CPUs, which have no names, are not all empty
has_pages()
{
	for fd in "/proc/$pid/fd"/*; do
		case $(readlink "$fd") in
		*file.dat.cpu.*) ! [ -s "$fd" ] || return 0 ;;
		esac
	done
	return 1
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
tells "$status:$err" '1:sdtinfo: ./nothing No such file or directory' \
	'a command that does not exist'
is "$(recorded | wc -l)" 4 '... does not replace a file'
trace -o file.dat 'kinds:fire_there:shared'
tells "$status:$err" '1:sdtinfo: shared sites' 'some sites of an event'
trace -o /dev/null 'revdev::'
tells "$status:$err" '1:sdtinfo: /dev/null regular file' 'no file'
[ -c /dev/null ]
ok $? '... stays what it is'
ln -s other file.link
trace -o file.link 'revdev::'
tells "$status:$err" '1:sdtinfo: file.link regular file' 'a symbolic link'
rm file.link
trace -o -file.dat 'revdev::' -- ./fire
is "$status:$err:$(echo -- -file*)" '0::-- -file.dat' 'a name like an option'
rm -- -file.dat
trace -o nowhere/file.dat 'revdev::'
tells "$status:$err" '1:sdtinfo: nowhere/file.dat No such file or directory' 'no folder'
mkdir small
mount -t tmpfs -o size=15M none small
echo 1 >$torture/run
trace -t 60 -o small/file.dat 'torture::'
tells "$status:$(ls small):$err" '1::sdtinfo: small/file.dat No space left on device' \
	'a full disk: nothing is left'
dd if=/dev/zero of=small/fill bs=64k 2>/dev/null
trace -t 60 -o small/file.dat 'torture::'
tells "$status:$(ls small):$err" "1:fill:sdtinfo: small/file.dat No space left on device" \
	'... also if it was full before'
echo 0 >$torture/run
umount small

# A module that goes takes with it what its buffers hold, but not what was read before.
record kinds/shared 'revdev::' 'kinds::shared'
echo 1 >$params/kinds/parameters/fire
wait_for 10 has_pages
rmmod kinds
kill -INT $pid
wait $pid
tells "$?:$(cat errors)" '0:sdtinfo: kinds removed 1' 'a module goes before the end'
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
tells "$status:$out:$err" '1::sdtinfo: shared kptr_restrict=2 CAP_SYSLOG' \
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
tells "$status:$out:$err" '1::sdtinfo: shared layout=dtrace sites' \
	'... so that one alone cannot be watched'

is "$(ls $tracefs/instances)" '' 'no instance is left'
rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
