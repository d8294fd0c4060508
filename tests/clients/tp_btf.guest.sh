#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Typed programs see the arguments of probes, and cannot follow a pointer that is not promised.
. "$(dirname "$0")/../guest/guest.sh"

# fire PROBE
fire() { echo "$1" >/sys/module/typed/parameters/fire; }

# load PROGRAM PROBE...: what it has seen of the probes that it fired
load()
{
	program=$1
	shift
	./load typed.bpf.o "$program" sh -c \
		'for probe; do echo "$probe" >/sys/module/typed/parameters/fire; done' sh "$@" 2>&1
}

# What libbpf says of a raw tracepoint that no BTF describes
unknown='failed to find kernel BTF type ID of'

# word TEXT: up to 8 bytes as a little-endian number
word() { printf '%s\0\0\0\0\0\0\0' "$1" | head -c 8 | od -An -t d8 | tr -d ' '; }

insmod sdt.ko && insmod typed.ko
# Since 6.12, the verifier looks for the raw tracepoint; before, only who attaches the program does.
like "$(load low low)" 'No such file or directory|Invalid argument|EINVAL' 'without sdt_raw.ko'
insmod sdt_raw.ko
ok $? 'the modules load'

# -- values -------------------------------------------------------------------------
is "$(load low low)" '-128 1 -32768 2 -2147483648 3 -9223372036854775808 4 1 -2 3 0 0 0 0 1' \
	'integers, a bool, enums: the lowest'
is "$(load high high)" '127 255 32767 65535 2147483647 4294967295 9223372036854775807 -1 0 7 3 0 0 0 0 1' \
	'... the highest, as whole words'
is "$(load many many)" '1 0 0 0 0 0 0 0 0 0 11 12 0 0 0 1' 'of 14 arguments, the first 12'
like "$(load too_many many)" "^verifier: .*(13-th argument|invalid bpf_context access)" '... no more'
is "$(load none none none)" '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2' 'no arguments'
like "$(load nowhere none)" "$unknown 'typed_nowhere'" 'a name that no probe has'
like "$(load pointers pointers)" "^[1-9][0-9]* $(word 'a text') 43 $(word ours) 1 1 1 .* 1$" \
	'pointers of every kind, read with BPF_CORE_READ()'

# -- pointers that nothing is promised of -------------------------------------------------
like "$(load follow pointer)" "^verifier: .*invalid mem access" 'the verifier refuses to follow one'
like "$(load read pointer)" '^42 1 .* 1$' 'BPF_CORE_READ() follows it'
like "$(load read bad)" '^0 0 .* 6$' '... if it is NULL, an error, freed or no pointer'
case $(uname -r) in
6.1.*)
	like "$(load cast pointers)" '^verifier: ' 'Linux 6.1 has no bpf_rdonly_cast()'
	;;
*)
	like "$(load cast pointers)" '^[1-9][0-9]* 0 .* 1$' 'bpf_core_cast() of one to the kernel'
	like "$(load cast_read bad)" '^0 0 .* 6$' '... if it is NULL, an error, freed or no pointer'
	;;
esac

# -- pointers that are promised to be valid or NULL ------------------------------------------
like "$(load trusted trusted)" '^42 43 1 1 5 .* 1$' 'a program follows a pointer to a structure'
like "$(load trusted null)" '^0 0 0 0 5 .* 1$' '... unless it is NULL'
like "$(load nested trusted)" '^0 .* 1$' '... and others in the structure, which can lead nowhere'
case $(uname -r) in
6.1.*)
	like "$(load unchecked null trusted)" '^42 .* 2$' 'Linux 6.1 reads 0 where it is NULL'
	;;
*)
	like "$(load unchecked trusted)" '^verifier: .*or_null_' 'the verifier insists on a look for NULL'
	;;
esac

# -- modules that come and go ---------------------------------------------------------
is "$(./load typed.bpf.o low sh -c 'rmmod typed && insmod typed.ko
	echo low >/sys/module/typed/parameters/fire' | cut -d ' ' -f 1-3,16)" '-128 1 -32768 1' \
	'unloaded and loaded again under a program'
is "$(./load typed.bpf.o read sh -c 'rmmod typed && insmod changed.ko
	echo pointer >/sys/module/typed/parameters/fire' | cut -d ' ' -f 16)" 1 \
	'... with another layout: a program that reads safely stays'
like "$(load read pointer)" '^42 1 .* 1$' '... loaded again, it is right'
dmesg -c >/dev/null
for module in changed typed; do
	is "$(./load typed.bpf.o trusted sh -c "
		echo trusted >/sys/module/typed/parameters/fire
		rmmod typed && insmod $module.ko
		echo trusted >/sys/module/typed/parameters/fire" | cut -d ' ' -f 16)" 1 \
		"a program that follows pointers sees no hits after a reload: $module.ko"
	like "$(load trusted trusted)" '^42 43 1 1 5 .* 1$' '... loaded again, it does'
done
is "$(dmesg | grep -c 'sdt_raw: typed_trusted: its module was removed.* attach ')" 2 '... which is logged'
rmmod typed && insmod plain.ko
like "$(load low low)" "$unknown 'typed_low'" 'a module without BTF'
rmmod typed
if insmod wrong.ko 2>/dev/null; then
	like "$(load low low)" "$unknown 'typed_low'" 'BTF of another kernel: no program'
	rmmod typed
fi
like "$(dmesg)" '(BTF.*mismatch|failed to validate module .*BTF)' '... the kernel says so'

rmmod sdt_raw && rmmod sdt
ok $? 'all can be removed'
no_complaints 'the kernel log has no complaint'
done_testing
