#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# message.t - a DTRACE_PRINTF(): what the verbs show of it, and what gen makes of it
#
# tests/clients/messages.t tests what trace prints.

. "$(dirname "$0")/common.sh"

object drv.o <<'END'
probe sdt:drv_open:buffer-of-too-small drv.c:5 sites=2 'message=buffer %d of "%s" too small: %5zu < %-08llx*/ 100%%'
  arg i "int" "int" 4 integer signed
  arg name "const char *" "const char *" 8 string
  arg have "size_t" "size_t" 8 integer
  arg want "s64" "s64" 8 integer signed hex
probe sdt:drv_open:from drv.c:7 "message=%pM from %pI4:%hu, %*ph, %pa, %ps, %c"
  arg mac "u8 *" "u8 *" 8 bytes bound=6
  arg ip "__be32 *" "__be32 *" 8 bytes bound=4
  arg port "u16" "u16" 2 integer
  arg len "int" "int" 4 integer signed
  arg data "void *" "void *" 8 bytes bound=arg3
  arg phys "u64 *" "u64 *" 8 bytes bound=8
  arg fn "void *" "void *" 8 pointer
  arg c "char" "char" 1 integer signed
probe sdt:drv_open:plain drv.c:9
  arg n int int 4 integer signed
END
module drv.ko drv.o

text='"buffer %d of "%s" too small: %5zu < %-08llx*/ 100%%"'
run "$sdtinfo" dump drv.ko
is "$status:$err:$(echo "$out" | sed -n '4,10p')" "0::sdt       drv     drv_open  buffer-of-too-small
    message  $text
    arg0   i     int           4-byte signed integer
    arg1   name  const char *  8-byte string pointer
    arg2   have  size_t        8-byte unsigned integer
    arg3   want  s64           8-byte signed integer, hex
    site   drv_open+0x4   drv.c:5" "dump shows the text"
is "$(echo "$out" | grep -c '^    message ')" 2 "... of messages only"
run "$sdtinfo" list -v buffer-of-too-small drv.ko
is "$status:$(echo "$out" | sed -n 3p)" "0:    message  $text" "list -v, too"
run "$sdtinfo" list drv.ko
is "$status:$(echo "$out" | wc -l)" 0:4 "... but not list"
run "$sdtinfo" args buffer-of-too-small drv.ko
is "$status:$(echo "$out" | sed -n 1,2p)" "0:sdt:drv:drv_open:buffer-of-too-small, event drv:drv_open_buffer_of_too_small
    message  $text" "args"
for verb in list args dump; do
	"$sdtinfo" $verb -j drv.ko >document
	is "$(python3 -c '
import json
print([p.get("message") for p in json.load(open("document"))["modules"][0]["probes"]])')" \
		"['buffer %d of \"%s\" too small: %5zu < %-08llx*/ 100%%', '%pM from %pI4:%hu, %*ph, %pa, %ps, %c', None]" \
		"... and $verb as JSON"
done

# -- diff ------------------------------------------------------------------------------
for text in bytes BYTES; do
	object drv.$text.o <<END
probe sdt:drv_open:from drv.c:7 "message=%d $text from %d"
  arg n int int 4 integer signed
  arg m int int 4 integer signed
END
	mkdir $text
	module drv.ko drv.$text.o
	mv drv.ko $text
done
run "$sdtinfo" diff bytes/drv.ko BYTES/drv.ko
is "$status:$err:$(echo "$out" | sed 1,2d)" '4::! sdt:drv:drv_open:from
      - message "%d bytes from %d"
      + message "%d BYTES from %d"' "diff shows a text that has changed"
"$sdtinfo" diff -j bytes/drv.ko BYTES/drv.ko >document
is "$(python3 -c '
import json
for c in json.load(open("document"))["changes"]:
    print(c["change"], c["before"]["message"], "/", c["after"]["message"])')" \
	'changed %d bytes from %d / %d BYTES from %d' "... as JSON"
run "$sdtinfo" diff bytes/drv.ko bytes/drv.ko
is "$status:$out" 0: "... and nothing if it is the same"

# -- verify ----------------------------------------------------------------------------
module drv.ko drv.o
run "$sdtinfo" verify drv.ko
is "$status:$err" 0: "verify finds nothing wrong"
# broken OFFSET SIZE VALUE WANTED WHAT: this value at this offset, from the first probe on
broken()
{
	cp drv.ko bad.ko
	patch bad.ko __sdt_table+$((52 + $1)) "$2" "$3"
	run "$sdtinfo" verify bad.ko
	like "$status:$out" "^4:.*$4" "$5"
}
broken $((3 * 20 + 20 + 4)) 4 0x7fffffff 'extra 0: its message lies outside the strings' "... but a message that is not there"
broken 18 2 2 'probe 0: a message with flags 0x2' "... one of a probe that cannot have it"
broken 16 1 1 'probe 0: its message takes more than its 1 arguments' "... one with too few arguments"

# -- gen -------------------------------------------------------------------------------
"$sdtinfo" gen --bpftrace drv.ko >drv.bt
is "$(sed -n '/The message "buffer/,/^}/p' drv.bt)" ' * The message "buffer %d of "%s" too small: %5zu < %-08llx* / 100%%".
 * In drv_open().
 */
tracepoint:drv:drv_open_buffer_of_too_small
{
	printf("%s[%d] drv:drv_open_buffer_of_too_small i=%d name=0x%llx \"%s\" have=%llu want=0x%llx\n",
	       comm, pid,
	       args->i,
	       args->name,
	       (int64)args->name < 0 ? str(kptr(args->name)) : str(uptr(args->name)),
	       args->have,
	       (int64)args->want);
}' "a script for bpftrace has the author's text as a comment"
is "$(grep -c 'The message "' drv.bt)" 2 '... of each message'
is "$("$sdtinfo" gen --d drv.ko | grep -c 'The message "')" 2 '... and so has one for D'
"$sdtinfo" gen --libbpf drv.ko >drv.bpf.c
is "$(sed -n '/^struct record_drv_open_from/,/^}/p' drv.bpf.c | tr -s '\t' ' ')" 'struct record_drv_open_from {
 __u8 common_fields[COMMON_SIZE]; /* a program cannot read them */
 void *mac; /* u8 *, to 6 bytes */
 void *ip; /* __be32 *, to 4 bytes */
 __u16 port; /* u16 */
 __s32 len; /* int */
 void *data; /* void *, to len bytes */
 void *phys; /* u64 *, to 8 bytes */
 void *fn; /* void * */
 __s8 c; /* char */
 __u8 mac_bytes[6]; /* a copy */
 __u8 ip_bytes[4]; /* a copy */
 __u64 phys_bytes; /* a copy */
 __u64 __probe_ip; /* the address of the probe */
 __u32 data_bytes; /* COPY(record, data_bytes) */
};' "a structure for BPF has its fields as sdt.ko lays them out"
is "$(grep -c '^ \* The message "' drv.bpf.c)" 2 "... and its text"

done_testing
