#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# top-by.t - sdtinfo top counts by the values of arguments, by task, CPU and stack, and shows
# distributions and sums
#
# Hits are counted as they come, in a trace instance, which is gone afterwards.
#
# needs: kmod/sdt.ko tools/sdtinfo/sdtinfo examples/revdev/revdev.ko examples/revdev/testrevdev
# needs: tests/vm/modules/values.ko tests/vm/modules/kinds.ko tests/vm/modules/calls.ko script
# libraries: libtracefs >= 1.6 libtraceevent
# options: --append slub_debug=- --smp 1 --memory 1024 --timeout 900
. "$(dirname "$0")/../guest/guest.sh"

params=/sys/module
export TERM=dumb

# begin ARG...: top in the background, when it counts
mkfifo ready
exec 8<>ready
begin()
{
	./sdtinfo top --ready-fd 9 -i 100 "$@" 9>&8 >got 2>errors &
	pid=$!
	timeout 60 head -n 1 <&8 >/dev/null
}

# end: ends it; the rows without the rate into rows; sets $status
end()
{
	kill -INT $pid
	status=0
	wait $pid || status=$?
	sed '1,2d; s/^ *[0-9.]*  *\([0-9]*  \)/\1/; /^$/d' got >rows
}

top()
{
	status=0
	out=$(./sdtinfo top "$@" 2>errors) || status=$?
	err=$(cat errors)
}

writes() { seq "$1" | while read -r _; do printf '%b' "$2" >/dev/revdev; done; }
fire() { seq "$1" | while read -r _; do printf 'hello\n' | ./testrevdev >/dev/null; done; }

state()
{
	(
		cd $tracefs || exit
		ls instances
		cat set_event tracing_on
		grep -v '#' events/*/*/trigger
		grep -v 'users=0 ' $debugfs/sdt/probes
		sed 's/^\([^ ]* [0-9]* [0-9]*\) .*/\1/' /proc/modules
	) 2>&1
}

unchanged()
{
	state >after
	is "$(diff before after)" '' "$1"
}

insmod sdt.ko && insmod revdev.ko && insmod values.ko && insmod kinds.ko && insmod calls.ko
ok $? 'the modules load'
state >before

# -- values ------------------------------------------------------------------------------------
begin -b n write-entry
writes 3 hello
writes 2 hi
end
is "$status:$(cat errors)" 0: 'by the value of an argument'
is "$(sed -n 2p got)" '    HITS/S          HITS  BY   PROBE' '... with a head'
is "$(cat rows)" '3  n=5  sdt:revdev:revdev_write:write-entry
2  n=2  sdt:revdev:revdev_write:write-entry' '... the most first'
unchanged '... and nothing is left behind'
begin --size 9M write-entry
size=$(sed 's/ .*//' $tracefs/instances/sdtinfo-*/buffer_total_size_kb)
writes 3 hello
end
ok "$([ "$size" -ge 9216 ] && [ "$size" -lt 9300 ]; echo $?)" "buffers of another size: $size KB"
is "$(sed 's/   *sdt.*//' rows)" '3' '... and the hits'
begin -b buf,comm write-entry
writes 2 'a, common_pid: x\n'
printf hello | ./testrevdev >/dev/null
end
is "$(sort rows | sed 's/   *sdt.*//')" '1  buf="hello" comm="testrevdev"
2  buf="a, common_pid: x\012" comm="top-by.t"' '... of a string and the name of the task'
cp testrevdev '} hitcount: 99'
begin -b n,comm write-entry
printf hello | './} hitcount: 99' >/dev/null
end
is "$(sed 's/   *sdt.*//' rows)" '1  n=5 comm="} hitcount: 99"' '... that looks like a number of hits'
begin -b buf,stack write-entry
printf '  a\000\000\000' >/dev/revdev
printf 'a\000\000\000' >/dev/revdev
end
is "$(grep -o '^1  *buf="[^"]*"' rows | sort)" '1  buf="  a"
1  buf="a"' '... with blanks before it'
begin -b text,bytes calls::values
echo values >$params/calls/parameters/fire
echo values >$params/calls/parameters/fire
end
is "$(sed 's/   *sdt:.*//' rows)" '2  text="a \"quoted\" \\ <text> & \377 \303\244" bytes=[de ad be ef]' \
	'... of bytes, and of text that is not ASCII'
LC_ALL=de_DE.UTF-8 begin -b text calls::values
echo values >$params/calls/parameters/fire
end
like "$(cat rows)" '^1  text="a .* & \\377 ä"  sdt' '... which a UTF-8 locale shows'
begin -j -b text,bytes calls::values
echo values >$params/calls/parameters/fire
end
like "$(cat got)" '"by":\{"text":"a \\"quoted\\" \\\\ <text> & � ä","bytes":"\[de ad be ef\]"\}' '... as JSON'
sizes() { seq "$1" | while read -r size; do head -c "$size" /dev/zero >/dev/revdev; done; }
begin -b n write-entry
sizes 120
end
is "$(grep -c write-entry rows):$(grep -o '20 more' rows)" '100:20 more' '... the first of many, and how many more there are'
begin -j -b n write-entry
sizes 120
end
is "$(grep -o '"by":{"n":' got | wc -l)" 120 '... all of them as JSON'
begin -b low,arg2,mode enums
echo 1 >$params/values/parameters/fire
end
is "$(cat rows)" '1  low=LOW arg2=0xffffffff mode=BUSY  sdt:values:enums:enums' '... enumerators by name'
begin -j -b s8_min,s64_min,u64_max memory
echo 1 >$params/values/parameters/fire
end
is "$(sed 's/"time":[0-9]*,"interval":[0-9]*/T/' got)" \
	'{T,"lost":0,"probes":[{"provider":"sdt","module":"values","function":"from_memory","name":"memory","hits":1,"total":1,"by":{"s8_min":-128,"s64_min":-9223372036854775808,"u64_max":18446744073709551615}}]}' \
	'... numbers with their signs, as JSON'
begin -b pid,cpu write-entry
taskset 1 sh -c 'echo hello >/dev/revdev; echo $$' >pid
end
is "$(cat rows)" "1  pid=$(cat pid) cpu=0  sdt:revdev:revdev_write:write-entry" '... by process and CPU'
begin -b stack,n write-entry
writes 2 hello
writes 1 hi
end
is "$(sed 's/   *sdt/ sdt/' rows | sed -n '1,3p')" '2  n=5 sdt:revdev:revdev_write:write-entry
	revdev_write
	vfs_write' '... by the stack'
is "$(grep -c revdev_write: rows)" 2 '... and something else'
restrict=$(cat /proc/sys/kernel/kptr_restrict)
echo 2 >/proc/sys/kernel/kptr_restrict
begin -b stack write-entry
writes 2 hello
end
echo "$restrict" >/proc/sys/kernel/kptr_restrict
tells "$(cat errors)" 'sdtinfo: --by stack kptr_restrict' '... which says if addresses are hidden'
is "$(grep -c write-entry rows)" 1 '... and that all stacks are one row'
begin -b n revdev:
writes 1 hello
end
tells "$(cat errors)" 'sdtinfo: top 5 6 field' 'events that lack a field are left out'
is "$(cat rows)" '1  n=5  sdt:revdev:revdev_write:write-entry' '... and the others are counted'

# -- distributions and sums ----------------------------------------------------------------------
begin -q n write-entry
writes 4 hello
writes 2 hi
end
is "$(tail -n 4 got | sed 's/@*$//; s/ *$//; /^$/d')" '        2 ..         4         2
        4 ..         8         4
count 6, sum 24, mean 4.0, p50 5, p90 5, p99 5, max 5' 'a distribution'
for field in s8_min:-128:-128..-64 u8_max:255:128..256 s16_min:-32768:-32768..-16384 \
	s32_min:-2147483648:-2147483648..-1073741824 u32_max:4294967295:2147483648..4294967296; do
	begin -q ${field%%:*} memory
	echo 1 >$params/values/parameters/fire
	end
	range=${field##*:}
	middle=${field#*:}
	is "$(sed -n 4p got | sed 's/ *@*$//; s/  */ /g; s/^ //')" "${range%..*} .. ${range#*..} 1" "... of $field"
	like "$(sed -n 5p got)" "^count 1, sum ${middle%:*}, " '... its sum'
done
begin -j -q s64_min memory
echo 1 >$params/values/parameters/fire
end
like "$(cat got)" '"sum":-9223372036854775808,.*"buckets":\[\{"from":-9223372036854775808,' '... of the smallest number'
begin -j -q u64_max memory
echo 1 >$params/values/parameters/fire
end
like "$(cat got)" '"sum":18446744073709551615,.*"count":1\}\]' '... of the largest'
begin -q n -b comm write-entry
writes 1 hello
fire 2
end
is "$(grep -c '^count' got):$(grep -c 'comm="testrevdev"' rows)" 2:1 '... for each task'
begin -S ret write-return
writes 3 hello
end
is "$(sed -n 2,3p got | sed 's/^ *[0-9.]* *//')" 'HITS/S          HITS             SUM  PROBE
3              15  sdt:revdev:revdev_write:write-return' 'a sum'
begin -S s32_min memory
echo 1 >$params/values/parameters/fire
end
like "$(sed -n 3p got)" ' -2147483648  sdt:values' '... of negative numbers'
begin -j -S u64_max memory
echo 1 >$params/values/parameters/fire
end
like "$(cat got)" '"sum":18446744073709551615' '... of large ones'
begin -f 'n > 4' write-entry
writes 3 hello
writes 2 hi
end
is "$(cat rows)" '3  sdt:revdev:revdev_write:write-entry' 'hits for which a filter is true'
begin -b n -f 'n < 5 && comm == "top-by.t"' write-entry
writes 3 hello
writes 2 hi
end
is "$(cat rows)" '2  n=2  sdt:revdev:revdev_write:write-entry' '... by a value'

# -- mistakes ------------------------------------------------------------------------------------
top -b nothing write-entry
tells "$status:$out:$err" '1::sdtinfo: write_entry --by nothing comm pid cpu stack fp buf n' \
	'a field that does not exist'
top -q buf write-entry
tells "$status:$out:$err" '1::sdtinfo: write_entry --quantize buf fp n' \
	'the distribution of a string'
for option in -b -q -S; do
	top $option N write-entry
	tells "$status:$out:$err" "1::sdtinfo: write_entry 'N' 'n'" \
		"$option: a field that is misspelled"
done
top -b COMM write-entry
tells "$status:$out:$err" "1::sdtinfo: write_entry 'COMM' 'comm'" '... in capitals'
top -b a,b,c,d write-entry
tells "$status:$err" '2:sdtinfo top: --by 3 fields' 'too many'
top -b n,n write-entry
tells "$status:$err" "2:sdtinfo top: --by 'n' twice" '... twice'
top -b 'a b' write-entry
tells "$status:$err" "2:sdtinfo top: --by 'a b' field" 'none'
top --sites -b n write-entry
tells "$status:$err" '2:sdtinfo top: --sites --by' 'by site and value'
top --sites --size 9M
tells "$status:$err" '2:sdtinfo top: --sites --size' '... and with buffers'
top -q n -S n write-entry
tells "$status:$err" '2:sdtinfo top: --quantize --sum' 'both'
unchanged 'nothing is left behind'

# -- the end -------------------------------------------------------------------------------------
begin -b n kinds:fire_here:shared
echo 1 >$params/kinds/parameters/fire
end
is "$(cat rows)" '1  n=1  sdt:kinds:fire_here:shared' 'a part of an event'
begin -b buf,stack,n write-entry
writes 1 hello
end
is "$(grep -c 'buf="hello" n=5' rows)" 1 'two strings and a number'
begin -b n write-entry
kill -KILL $pid
wait $pid
./sdtinfo trace -t 0.1 write-entry >/dev/null
unchanged 'what a killed run left behind, the next one removes'
./sdtinfo top -b n -i 0.1 -n 2 write-entry >/dev/full 2>errors
tells "$?:$(cat errors)" '1:sdtinfo: No space left on device' 'a full disk'
unchanged '... and nothing is left behind'
mkdir -p /dev/pts
mount -t devpts none /dev/pts
escape=$(printf '\033')
(timeout 60 head -n 1 <&8 >/dev/null; writes 3 'a long string that does not fit'; killall -INT sdtinfo) &
rows=8
[ "$(uname -m)" = x86_64 ] || rows=14	# a stack is ten functions on arm64, and the first row is whole
TERM=xterm NO_COLOR=1 script -qec 'stty cols 60 rows '$rows'; ./sdtinfo top --ready-fd 8 -i 100 -b buf,stack write-entry' /dev/null </dev/null |
	tr -d '\r' | sed "s/$escape\[[^m]//g" >got
wait
lines=$(wc -l <got)
is "$(awk 'length > 60' got | wc -l):$([ $lines -ge 3 ] && [ $lines -le $rows ] && echo fits)" 0:fits \
	"a terminal of 60 columns and $rows lines"
(
	timeout 60 head -n 1 <&8 >/dev/null
	wait_for 60 grep -q ' s: ' typed
	stty cols 70 -F "$(cat terminal)"
	wait_for 30 sh -c '[ "$(grep -o "[0-9.]* s: " typed | uniq -d)" ]'
	echo $? >drawn
	killall -INT sdtinfo
) &
TERM=xterm NO_COLOR=1 script -qfec 'tty >terminal; stty cols 60 rows 8; ./sdtinfo top --ready-fd 8 -i 15 -b n write-entry' \
	typed </dev/null >/dev/null
wait
is "$(cat drawn)" 0 '... that is resized is drawn again before the next round'

rmmod sdt
ok $? 'sdt.ko goes'
no_complaints 'the kernel log'
done_testing
