#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shown.t - the text of formatted arguments in the trace
#
# The text of hexadecimal numbers, flags, functions, bytes and strings with a length is what
# is written in shown.c.
#
# needs: kmod/sdt.ko tests/vm/modules/shown.ko tests/vm/modules/shown.c
# needs: tests/vm/modules/measurer.ko
# options: --smp 1
. "$(dirname "$0")/../guest/guest.sh"

events=$tracefs/events/shown

# records: of the trace, as shown.c has them
records()
{
	sed -nE 's/^.*: ([a-z_]+): \([^ ]*\) /\1: /; s/ p_[a-z]*=0x[0-9a-f]+//g; /^[a-z_]*: /p' $tracefs/trace
}

# copies EVENT: the fields with copies that its format has
copies() { sed -n 's/^\tfield:\(__data_loc .*\);\toffset.*size:4;\(\tsigned:.*\);/\1\2/p' "$events/$1/format" | tr '\t' ' '; }

# fire [BYTES]: all probes, and string_size before that
fire()
{
	[ -z "$1" ] || echo "$1" > /sys/module/sdt/parameters/string_size
	echo > $tracefs/trace
	echo 1 > /sys/module/shown/parameters/fire
}

insmod sdt.ko string_size=16 && insmod shown.ko
ok $? 'the modules load'
echo 1 > $events/enable
fire
records > all
grep -v '^user:' all > got
sed -n 's:.*/\* event\: \(.*\) \*/$:\1:p' shown.c > wanted
ok "$([ "$(wc -l < wanted)" -ge 25 ]; echo $?)" "$(wc -l < wanted) records"
for event in $(sed 's/:.*//' wanted | sort -u); do
	is "$(grep "^$event:" got)" "$(grep "^$event:" wanted)" "$event"
done
is "$(sed 's/:.*//' got)" "$(sed 's/:.*//' wanted)" 'all of them, and no others'

# The beginning of the shell's command, in the memory of its process
is "$(grep ^user: all)" "user: p_bytes_bytes=$(
	head -c 2 /proc/$$/cmdline | hexdump -e '2/1 "%02x "' | sed 's/ *$//') p_text_str=\"$(
	head -c 2 /proc/$$/cmdline)\"" 'an address in user space is read as such'

# -- the format ---------------------------------------------------------------------
is "$(copies constants)" '__data_loc u8[] p_mac_bytes signed:0
__data_loc u8[] p_last_bytes signed:0
__data_loc char[] p_name_str signed:1' 'bytes and strings have fields, in the order of the arguments'
is "$(copies elsewhere)" '' 'what is behind __user, __iomem and __percpu is not copied'
like "$(cat $events/constants/format)" \
	'__print_hex\(__get_dynamic_array\(p_mac_bytes\), __get_dynamic_array_len\(p_mac_bytes\)\)' \
	'bytes, for those who print records'
like "$(cat $events/flags/format)" \
	' \(REC->colour\) \? __print_flags\(REC->colour, "\|", \{ 0x1, "RED" \}, \{ 0x2, "GREEN" \}, \{ 0x3, "YELLOW" \}, \{ 0x4, "BLUE" \}\) : "NO_COLOUR", ' \
	'flags'
like "$(cat $events/function/format)" 'fn=%ps", .*\(void \*\)REC->fn$' 'functions'
like "$(cat $events/hex/format)" ' a=0x%x .* g=0x%llx ' 'hexadecimal numbers'

# -- string_size ----------------------------------------------------------------------
fire 8
is "$(records | grep '^lengths: n=2')" \
	'lengths: n=2147483647 p_data_bytes=02 00 00 00 00 17 18 19 p_plain_str="abcdefg" p_part_str="abcdefg"' \
	'string_size is the most of each'
is "$(records | grep '^lengths: n=3')" \
	'lengths: n=3 p_data_bytes=02 00 00 p_plain_str="abcdefg" p_part_str="abc"' \
	'... less is what it is'
fire 1024
is "$(records | sed -n 's/^lengths: n=2.*p_data_bytes=\([0-9a-f ]*\) p_plain.*/\1/p' | wc -w)" 1024 \
	'... also of 1024 bytes'
is "$(records | grep '^lengths: n=2' | grep -o 'p_plain_str.*')" \
	'p_plain_str="abcdefghijklmnopqrstuvwxyz" p_part_str="abcdefghijklmnopqrstuvwxyz"' \
	'... with other copies behind them'

echo > $tracefs/trace
echo page > /sys/module/shown/parameters/fire
# A line can have a page; since Linux 6.8 two, more than a record of ours can fill.
case $(uname -r) in
5.* | 6.[0-7].*) line='[LINE TOO BIG]' ;;
*)	line="n=1024 p_a_bytes=$(yes 00 | head -n 1024 | xargs)" ;;
esac
is "$(sed -n 's/^.*: \(page: .*\)/\1/p' $tracefs/trace |
	sed 's/([^)]*) //; s/ p_[ab]=0x[0-9a-f]*//g; /n=1024/s/ p_b_bytes=.*//')" \
	"page: n=3 p_a_bytes=00 00 00 p_b_bytes=00 00 00
page: $line
page: n=2 p_a_bytes=00 00 p_b_bytes=00 00" 'a record that is too long for a line takes no other with it'
fire 16

# -- filters and histograms ---------------------------------------------------------------
echo 'mode & 0x80000000' > $events/flags/filter
echo 'n < 0 || p_part_str == "abc"' > $events/lengths/filter
fire
is "$(records | grep -c ^flags:) $(records | sed -n 's/^lengths: \(n=[^ ]*\).*/\1/p' | tr '\n' ' ')" \
	'1 n=3 n=-1 ' 'filters'
echo 0 > $events/flags/filter
echo 0 > $events/lengths/filter
histogram $events/flags 'hist:keys=mode,small.hex'
histogram $events/function 'hist:keys=fn.sym'
fire
histogram_like $events/flags "mode: *$((0x80000007)), small: 82 " 'histograms of flags'
histogram_like $events/function 'fire_functions \[shown\] .*hitcount: *1' '... of functions'
histogram $events/flags '!hist:keys=mode,small.hex'
histogram $events/function '!hist:keys=fn.sym'

# -- addresses ------------------------------------------------------------------------------
echo 2 > /proc/sys/kernel/kptr_restrict
fire
is "$(records | grep -c '^function: fn=fire_functions$') $(sed -n 's/.* constants: .* p_mac=\([^ ]*\) .*/\1/p' $tracefs/trace | sort -u | tr '\n' ' ')" \
	'2 0x0 ' 'with kptr_restrict=2 there are names of functions, and no addresses'
echo 0 > /proc/sys/kernel/kptr_restrict
echo 0 > $events/enable

# -- handlers -------------------------------------------------------------------------------
dmesg -c > /dev/null
insmod measurer.ko pattern=sdt:shown::
fire
bounds() { dmesg | sed -n "s/.*measurer: $1 //p" | tr '\n' ' '; }
is "$(bounds constants | cut -d ' ' -f 1-6)" 'p_mac 6 p_last 4 p_name 3' 'sdt_bound()'
is "$(bounds lengths)" "p_data 3 p_part 3 p_data 0 p_part 0 p_data 0 p_part 0 p_data 0 p_part 0 p_data $((0x7fffffff)) p_part $((0x7fffffff)) p_data 16 p_part 16 " \
	'... of a length'
is "$(bounds widths)" "p_a 18446744073709551615 p_b 255 p_c 0 p_a 3 p_b 128 p_c 127 p_a $((1 << 32)) p_b 1 p_c 0 " \
	'... which is as wide as its type'
is "$(bounds translated)" 'p_text 6 p_data 6 ' '... of native arguments'
is "$(bounds elsewhere)" 'p_string 8 p_bytes 2 p_regs 4 p_counts 4 ' '... wherever it is'
is "$(bounds an)" '' '... none of what is not there'
rmmod measurer

# -- without copies ---------------------------------------------------------------------------
rmmod shown sdt
insmod sdt.ko string_size=0 && insmod shown.ko
echo 1 > $events/enable
fire
is "$(copies constants)$(records | grep -c ' .*_\(str\|bytes\)=')" 0 'string_size=0: nothing is copied'
is "$(records | grep ^hex:)" "$(grep ^hex: wanted)" '... the rest is what it was'
echo 0 > $events/enable

rmmod shown && rmmod sdt
ok $? 'all can be unloaded'
no_complaints 'the kernel log has no complaint'
done_testing
