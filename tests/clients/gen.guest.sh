#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The scripts of "sdtinfo gen" have each argument's value, as what it is.
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

for module in words twice; do
	echo "echo 1 >/sys/module/$module/parameters/fire" >>fire
done

# What each probe prints, of kinds.c and words.c, with addresses as @
cat >wanted <<'WANTED'
kinds:low s8=-128 u8=0 s16=-32768 u16=0 s32=-2147483648 u32=0 s64=-9223372036854775808 u64=0
kinds:high s8=127 u8=255 s16=32767 u16=65535 s32=2147483647 u32=4294967295 s64=9223372036854775807 u64=18446744073709551615
kinds:words s8=127 arg1=-128 u8=255 s16=-32768 u16=65535 s32=-2147483648 s64=-9223372036854775808 u64=18446744073709551615
kinds:words2 u32=4294967295 s64=-9223372036854775808 u64=18446744073709551615 arg3=18446744073709551615 u8=255 s32=-2147483648 arg6=-2147483648 arg7=-9223372036854775808
kinds:shared n=1
kinds:shared n=2
kinds:kernel yes=1 pid_type=3 u64=18446744073709551615 arg3=3264 u16=65535 u32=4095:1048575 fp=@ pos=@ current=@ own=@ arg10=@ text=@
kinds:strings text=@ "a text" arg1=@ "a text" user=@ (null) arg3=@ (null) texts=@ arg5=@
kinds:own_level level=-2
kinds:own_tiny tiny=0
kinds:own_size size=1
kinds:own_string text=@ "a text"
kinds:function fire_own=@ fire_own
words:nothing
words:printf plain=3
words:letters a$b=1 caf_=2 plain=3
words:builtins pid=1 tid=2 uid=3 comm=4 args=5 retval=6 func=7 probe=8 nsecs=9 cpu=10 curtask=11 rand=12 elapsed=13 username=14 ctx=15 numaid=16
words:functions str=1 printf=2 count=3 hist=4 ksym=5 join=6 buf=7 time=8 cat=9 exit=10 print=11 sum=12 min=13 max=14 delete=15 path=16
words:keywords string=1 int8=2 uint64=3 unroll=4 let=5 import=6 config=7 macro=8 fn=9 perf=10 self=11 BEGIN=12 offsetof=13 stack=14 buffer=15 inet=16
words:enums low=-2 high=7 arg2=-1 largest=255 huge=9223372036854775808 hundred=99 arg6=98 arg7=100 arg8=-2 arg9=-2 arg10=-2 arg11=-2 arg12=-2 arg13=-2 arg14=-2 arg15=7
words:addresses text=@ "a text" command=@ "fire" arg2=@ (null) ERR_PTR=@ (null) arg4=@ (null) arg5=@ (null) arg6=@ (null) user=@ "fire" arg8=@ (null) arg9=@ (null)
words:full text=@ "a text" huge=9223372036854775808 arg2=9223372036854775808 arg3=9223372036854775808 arg4=9223372036854775808 arg5=9223372036854775808 arg6=9223372036854775808 arg7=9223372036854775808 arg8=9223372036854775808 arg9=9223372036854775808 arg10=9223372036854775808 arg11=9223372036854775808 arg12=9223372036854775808 arg13=9223372036854775808 arg14=9223372036854775808 arg15=9223372036854775808
words:half text=@ "a text" huge=9223372036854775808 arg2=9223372036854775808 arg3=9223372036854775808 arg4=9223372036854775808 arg5=9223372036854775808 arg6=9223372036854775808 arg7=@ "text"
words:strings text=@ "a text" arg1=@ " text" arg2=@ "text" arg3=@ "ext" arg4=@ "xt" arg5=@ "t" arg6=@ "a text" arg7=@ " text" arg8=@ "text" arg9=@ "ext" arg10=@ "xt" arg11=@ "t" arg12=@ "a text" arg13=@ " text" arg14=@ "text" arg15=@ (null)
revdev:write_entry fp=@ buf=@ "hello" n=5
revdev:write_entry fp=@ buf=@ "world" n=5
revdev:write_return text=@ "hello" ret=5
revdev:write_return text=@ "world" ret=5
revdev:read_entry fp=@ text=@ "hello"
revdev:read_entry fp=@ text=@ "world"
revdev:read_return text=@ "olleh" ret=5
revdev:read_return text=@ "dlrow" ret=5
revdev:ioctl_entry fp=@ cmd=21120 arg=3
revdev:ioctl_entry fp=@ cmd=21120 arg=4
revdev:ioctl_return parity=@ "Even"
revdev:ioctl_return parity=@ "Odd"
WANTED

# flat: each argument in a line of its own, behind its event, in any order: a script
# prints some events in several lines
flat()
{
	sed -E 's/^([^ ]*)-([^ ]*) /\1_\2 /; s/=0x[0-9a-f]+( |$)/=@\1/g; s/ ([^ ="]+=)/\n\1/g' |
		awk '/^[a-z]+:[^ ]*$/ { event = $0; print; next } { print event, $0 }' | sort -u
}

# some: of what was printed on the input, without who fired it, the events of a file
some()
{
	sed -nE 's/^.*(sh|testrevdev|fire)\[[0-9]+\] //p' |
		awk -v file="$1" 'BEGIN { while ((getline line < file) > 0) { split(line, word, " "); is[word[1]] = 1 } }
		{ event = $1; gsub(/-/, "_", event) } event in is'
}

# ten: of the wanted lines the first ten arguments
ten()
{
	sed -E 's/ [^ ]+=[^ ]+( "[^"]*")?/\n&/g' |
		awk '/^[a-z]/ { if (line) print line; line = $0; n = 0; next } n++ < 10 { line = line $0 } END { print line }'
}

# told OUTPUT NAME: whether a client's output has what is in ./want
told()
{
	flat <want >want_flat
	some want <"$1" | flat >got_flat
	is "$(diff got_flat want_flat)" '' "$2: every argument as what it is"
}

load && insmod words.ko && insmod twice.ko
ok $? 'the modules load'

# -- bpftrace --------------------------------------------------------------------
note "$(bpftrace --version)"
if why=$(no_bpftrace); then
	ok 0 "bpftrace runs the script # SKIP $why"
else
	bpftrace hits.bt -c '/bin/sh ./fire' >out 2>&1
	ok $? 'bpftrace runs the script' || note "$(head -n 20 out)"
	is "$(grep -E 'WARNING|ERROR|Lost|^@' out)" '' '... without a complaint'
	sed -E 's/\(null\)/""/g
		s/ a\$b=1//; s/ (string|int8|uint64|unroll|buffer|inet)=[0-9]+//g' wanted >want
	told out 'bpftrace'
fi

# -- DTrace ----------------------------------------------------------------------
if why=$(no_dtrace); then
	ok 0 "dtrace: every argument as what it is # SKIP $why"
else
	# Its own events are not to patch the scheduler's code again and again.
	perf stat -e task-clock -p $$ sleep 10000 2>/dev/null &
	perf=$!
	rmmod sdt && insmod sdt.ko layout=dtrace
	dtrace -s hits.d -c ./fire >out 2>errors
	ok $? 'dtrace runs the script' || note "$(head -n 20 out errors)"
	is "$(grep -v 'words::addresses): invalid address' errors)" '' '... without a complaint, but of bad addresses'
	sed 's/(null)/""/g; s/fire_own$/kinds`fire_own/' wanted | grep -v '^words:addresses' | ten >want
		told out 'dtrace'
	kill $perf
	wait $perf 2>/dev/null
fi

for module in words twice kinds revdev sdt; do
	rmmod $module || ok 1 "rmmod $module"
done
no_complaints 'the kernel log has no complaint'
done_testing
