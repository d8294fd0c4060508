#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# gen.t - sdtinfo gen: the scripts that it writes; tests/clients/gen.t runs some.  libbpf.t
# has what is for libbpf.

. "$(dirname "$0")/common.sh"

revdev_object
module revdev.ko rev_dev.o

# -- bpftrace ------------------------------------------------------------------
cat >want <<'WANTED'
/*
 * Prints probes of these modules as they fire, with all arguments:
 *
 *	revdev
 *
 * Run it as root, with "bpftrace FILE"; Ctrl-C ends it.  The modules must be loaded,
 * and sdt.ko with layout=linux, its default.  A string that cannot be read is empty.
 * Made by "sdtinfo gen --bpftrace".
 */

/*
 * In revdev_read().
 */
tracepoint:revdev:io_done
{
	printf("%s[%d] revdev:io_done\n",
	       comm, pid);
}

/*
 * In revdev_read() and revdev_seek().
 * st: 4-byte signed enum {IDLE, BUSY = -1, ALSO = -1}
 */
tracepoint:revdev:read_entry
{
	printf("%s[%d] revdev:read_entry buf=0x%llx \"%s\" ubuf=0x%llx \"%s\" st=%d cb=0x%llx %s\n",
	       comm, pid,
	       args->buf,
	       (int64)args->buf < 0 ? str(kptr(args->buf)) : str(uptr(args->buf)),
	       args->ubuf, str(uptr(args->ubuf)),
	       args->st,
	       args->cb, ksym(args->cb));
}
WANTED
run "$sdtinfo" gen --bpftrace revdev.ko
is "$status:$err:$out" "0::$(cat want)" 'for bpftrace'
run "$sdtinfo" gen --bpftrace revdev_seek:read-entry revdev.ko
like "$status:$out" '^ \* In revdev_read\(\) and revdev_seek\(\)\.$' 'an event is what fires in other functions, too'
unlike "$out" 'io_done' '... nothing but what was asked for'

# -- D -------------------------------------------------------------------------
cat >want <<'WANTED'
/*
 * Prints probes of these modules as they fire, with all arguments:
 *
 *	revdev
 *
 * Run it as root, with "dtrace -s FILE"; Ctrl-C ends it.  The modules must be loaded,
 * and sdt.ko with layout=dtrace.  Made by "sdtinfo gen --d".
 */
#pragma D option quiet

/*
 * In revdev_read().
 */
sdt:revdev::io-done
{
	printf("%s[%d] revdev:io-done\n",
	       execname, pid);
}

/*
 * In revdev_read() and revdev_seek().
 * st: 4-byte signed enum {IDLE, BUSY = -1, ALSO = -1}
 */
sdt:revdev::read-entry
{
	printf("%s[%d] revdev:read-entry buf=0x%x \"%s\" ubuf=0x%x \"%s\" st=%d cb=0x%x %a\n",
	       execname, pid,
	       arg0, arg0 ? stringof((char *)arg0) : "",
	       arg1, arg1 ? stringof((char *)arg1) : "",
	       (int)arg2,
	       arg3, arg3);
}
WANTED
run "$sdtinfo" gen --d revdev.ko
is "$status:$err:$out" "0::$(cat want)" 'for DTrace'

# -- how values are shown, and bytes of a length ----------------------------------
object formats.o <<'END'
probe sdt:f:formats a.c:1
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  arg neg "s8" "s8" 1 integer signed hex
  arg text "char *" "char *" 8 string bound=arg3
  arg len int int 4 integer signed
  arg data "u8 *" "u8 *" 8 bytes bound=arg5 user
  arg size u16 u16 2 integer
  arg bits "enum e" "enum e" 4 bitmask names=NONE=0,URGENT=1,LAST=2,BOTH=3,TOO=3
  arg comm "char *" "char *" 8 string bound=100
probe io:f:view a.c:2
  arg data "u8 *" "u8 *" 8 bytes bound=arg1
  arg len size_t size_t 8 integer
  arg text "char *" "char *" 8 string bound=arg3
  arg n int int 4 integer signed hex
  xlate "" "u8 *" 0
  xlate "" "char *" 2
  xlate "" int 3
END
module formats.ko formats.o
cat >want <<'WANTED'
tracepoint:formats:formats
{
	printf("%s[%d] formats:formats mac=0x%llx \"%r\" neg=0x%llx text=0x%llx \"%s\" len=%d\n",
	       comm, pid,
	       args->mac,
	       buf(kptr(args->mac), 6),
	       (int64)args->neg & 0xff,
	       args->text,
	       (int64)args->text < 0 ? str(kptr(args->text), (int64)args->len > 0 ? (int64)args->len : 0) : str(uptr(args->text), (int64)args->len > 0 ? (int64)args->len : 0),
	       args->len);
	printf("%s[%d] formats:formats data=0x%llx \"%r\" size=%u bits=0x%llx comm=0x%llx \"%s\"\n",
	       comm, pid,
	       args->data,
	       buf(uptr(args->data), (int64)args->size & 0xffff),
	       args->size,
	       args->bits,
	       args->comm,
	       (int64)args->comm < 0 ? str(kptr(args->comm), 64) : str(uptr(args->comm), 64));
}
WANTED
run "$sdtinfo" gen --bpftrace formats::formats formats.ko
is "$status:$(printf '%s\n' "$out" | sed -n '/^tracepoint/,$p')" "0:$(cat want)" 'bpftrace: bytes, lengths of 64 bits, hexadecimal'
like "$out" '^ \* bits: 4-byte unsigned bitmask \{.*URGENT = 1, LAST = 2, BOTH = 3' '... the names of bits'
run "$sdtinfo" gen --bpftrace view formats.ko
like "$out" 'io_view data=0x%llx text=0x%llx \\"%s\\" n=0x%llx.n",$' '... no bytes where the length is no field'
like "$out" 'str\(kptr\(args->text\), \(int64\)args->n > 0 \? ' '... a length that is one, under its own name'
cat >want <<'WANTED'
sdt:formats::formats
{
	printf("%s[%d] formats:formats mac=0x%x neg=0x%x text=0x%x \"%s\" len=%d data=0x%x size=%u bits=0x%x comm=0x%x \"%s\"\n",
	       execname, pid,
	       arg0,
	       (unsigned char)arg1,
	       arg2,
	       arg2 && (int)arg3 > 0 ? substr(stringof((char *)arg2), 0, (int)arg3) : "",
	       (int)arg3,
	       arg4,
	       (unsigned short)arg5,
	       (unsigned int)arg6,
	       arg7, arg7 ? substr(stringof((char *)arg7), 0, 100) : "");
}

sdt:formats::formats
/arg0/
{
	tracemem(arg0, 6);
}

sdt:formats::formats
/arg4 && (unsigned short)arg5 > 0/
{
	tracemem(arg4, 256, (unsigned short)arg5);
}
WANTED
run "$sdtinfo" gen --d formats::formats formats.ko
is "$status:$(printf '%s\n' "$out" | sed -n '/^sdt/,$p')" "0:$(cat want)" 'D: the same'
run "$sdtinfo" gen --d view formats.ko
is "$(echo "$out" | grep -c tracemem):$(echo "$out" | grep -c 'arg1 && (int)arg2 > 0')" "0:1" '... of a view, by the numbers of its fields'

# -- what a language cannot say ------------------------------------------------
{
	echo 'probe sdt:f:many a.c:1'
	for i in $(seq 0 31); do
		echo "  arg s$i 'char *' 'char *' 8 string"
	done
	echo 'probe sdt:f:words a.c:2'
	echo '  arg string int int 1 integer'
	echo '  arg a$b int int 2 integer'
	echo '  arg pid int int 4 integer signed'
	echo 'probe sdt:f:a$b a.c:3'
	echo 'probe sdt:f:a-b a.c:4'
	echo 'probe sdt:f:a_b_2 a.c:4'
	echo 'probe sdt:f:aéb a.c:5'
	echo 'probe sdt:f:big a.c:6'
	printf '  arg e "enum e" "enum e" 1 enum names=N0=0'
	i=1
	while [ $i -lt 255 ]; do
		printf ',N%u=%u' $i $i
		i=$((i + 1))
	done
} | object odd.o
module odd.ko odd.o
run "$sdtinfo" gen --bpftrace odd.ko
is "$status:$(printf '%s\n' "$out" | grep -c ' odd:many ')" '0:32' 'bpftrace: one text at a time beside many arguments'
like "$out" '^ \* e: 1-byte unsigned enum \{N0, .*, \.\.\. 247 more\}$' '... the first names of an enum'
like "$out" '^	       args->pid\);' "... a field with a builtin's name"
is "$(printf '%s\n' "$out" | grep Without)" "\
/* Without odd:a\$b, which bpftrace cannot name. */
/* Without odd:aéb, which bpftrace cannot name. */
 * Without string, which bpftrace cannot name.
 * Without a\$b, which bpftrace cannot name." '... what it cannot name is left out, and said'
run "$sdtinfo" gen --d odd.ko
like "$out" "^ \* Without $(seq -f s%g -s ', ' 10 31): DTrace has 10 arguments\.\$" 'D: ten arguments'
like "$out" 's9=0x%x .*"%s.*n"' '... all of those'
is "$(printf '%s\n' "$out" | grep 'Without.*name')" "\
/* Without odd::a\$b, which D cannot name. */
/* Without odd::aéb, which D cannot name. */" '... names'
like "$out" 'words string=%u a\$b=%u pid=%d' '... those of arguments are mere text'
run "$sdtinfo" gen --libbpf odd.ko
is "$(printf '%s\n' "$out" | sed -n 's/^int on_\([^(]*\)(.*/\1/p' | sort)" "\
a__b
a_b
a_b_2
a_b_3
big
many
words" 'C: names that are identifiers, each once'
run "$sdtinfo" gen --bpftrace 'a$b' odd.ko
tells "$status:$out:$err" '1::sdtinfo: standard output bpftrace events' \
	'nothing that has a name: no script'

# -- wrong usage ---------------------------------------------------------------
run "$sdtinfo" gen revdev.ko
tells "$status:$out:$err" '2::sdtinfo gen: --bpftrace --d --libbpf' 'no language'
run "$sdtinfo" gen --d --bpftrace revdev.ko
is "$status:$errs:$out" '2:1:' 'two languages'
run "$sdtinfo" gen --bpftrace --raw revdev.ko
tells "$status:$out:$err" '2::sdtinfo gen: --raw --libbpf' '--raw'
run "$sdtinfo" gen --d -j revdev.ko
is "$status:$errs:$out" '2:1:' 'no JSON'
run "$sdtinfo" gen --d nothing -o none.d revdev.ko
is "$status:$errs:$(ls none.d 2>&1 | grep -c cannot)" '3:1:1' 'no probe matches: exit code 3, no file'
object none.o </dev/null
ld -r -o none.ko none.o
run "$sdtinfo" gen --d none.ko
is "$status:$errs:$out" '3:1:' 'no probes'
cp revdev.ko same.ko
run "$sdtinfo" gen --d -o same.ko revdev.ko
tells "$status:$out:$err" '2::sdtinfo gen: output same.ko' 'an output that is named as a module'
cmp -s revdev.ko same.ko
ok $? '... is left as it is'
run "$sdtinfo" gen --d -o new.ko.xz revdev.ko
is "$status:$errs:$(ls new.ko.xz 2>&1 | grep -c cannot)" '2:1:1' '... a packed one, that is not there'
run "$sdtinfo" gen --d -o /nowhere/x.d revdev.ko
is "$status:$errs" '1:1' 'an output that cannot be written'
families_object
module families.ko families.o
run "$sdtinfo" gen --bpftrace start families.ko
is "$(printf '%s\n' "$out" | sed -n '/^tracepoint/,$p')" 'tracepoint:families:io_start
{
	printf("%s[%d] families:io_start bp=0x%llx dev=0x%llx name=0x%llx \"%s\" st=%u\n",
	       comm, pid,
	       args->bp,
	       args->dev,
	       args->name,
	       (int64)args->name < 0 ? str(kptr(args->name)) : str(uptr(args->name)),
	       args->st);
}' "bpftrace: translated names, native types"
run "$sdtinfo" gen --d families:: families.ko
like "$out" '^sdt:families::io-lookup-read-done$' "D: a qualified probe of another provider"
like "$out" '^sdt:families::io-start$' "D: another provider"
like "$(echo "$out" | tr -d '\n')" 'st=%u.*\(unsigned int\)arg3\);' "D: the number is that of the translated argument"

done_testing
