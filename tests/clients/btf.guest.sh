#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Modules with no BTF, with the kernel's as base, and with another base.
. "$(dirname "$0")/../guest/guest.sh"
. ./clients.sh

btf=/sys/kernel/btf/btfdev
insmod sdt.ko
note "$(bpftrace --version)"

# members: what bpftrace makes of the structure that the probe's argument points to
members()
{
	bpftrace -e 'tracepoint:btfdev:send {
		printf("len %d\n", ((struct btfdev *)args->d)->len);
		printf("tail %d %s\n", ((struct btfdev *)args->d)->queue->tail,
		       ((struct btfdev *)args->d)->owner->comm);
	}' -c '/bin/sh ./fire' >out 2>&1
	grep -E '^(len|tail) ' out
}
echo 'echo 1 >/sys/module/btfdev/parameters/fire' >fire

# raw: what bpftrace makes of the raw tracepoint's argument; before 0.24 it takes its name without a
# module, so it knows no structure of one
raw()
{
	local probe=rawtracepoint:btfdev:btfdev_send
	local action='printf("len %d\n", ((struct btfdev *)args.d)->len);'
	case $(bpftrace --version) in
	*v0.1[0-8]*) echo 'no raw tracepoints'; return ;;
	*v0.19* | *v0.2[0-3]*)
		probe=rawtracepoint:btfdev_send action='printf("pointer %d\n", arg0 != 0);' ;;
	esac
	bpftrace -e "$probe { $action }" -c '/bin/sh ./fire' >out 2>&1
	grep -E '^(len|pointer) ' out || sed 's/^/# /' out >&2
}

# mismatch: what the kernel has logged of it
mismatch() { dmesg | grep -iE 'BTF.*mismatch|failed to validate module .*BTF'; }

insmod plain.ko
is "$(ls $btf 2>/dev/null):$(members)" ':' 'without sdt-btf, bpftrace knows no structure of the driver'
rmmod btfdev

for module in right exact; do
	insmod $module.ko
	ok $? "$module: the module loads"
	is "$(ls $btf)" $btf '... with BTF'
	is "$(members)" "$(printf 'len 42\ntail 5 sh')" '... in which bpftrace finds its members' ||
		note "$(cat out)"
	insmod sdt_raw.ko
	like "$(raw)" '^(len 42|pointer 1|no raw tracepoints)$' '... also at the raw tracepoint'
	rmmod sdt_raw
	is "$(mismatch)" '' '... which the kernel accepts'
	like "$(./sdtinfo verify $module.ko)" "^$module.ko: ok" '... as does sdtinfo verify'
	rmmod btfdev
done

is "$(./sdtinfo verify wrong.ko; echo $?)" \
	"wrong.ko: .BTF: its types refer to the BTF of another build of this kernel: build the module again
4" 'sdtinfo verify finds BTF of another kernel'
loads=refused
insmod wrong.ko 2>log && loads=loaded && rmmod btfdev
allowed=refused
! grep -q ^CONFIG_MODULE_ALLOW_BTF_MISMATCH=y "/boot/config-$(uname -r)" || allowed=loaded
is "$loads" "$allowed" "... and the module is $allowed, as the kernel is configured" || note "$(cat log)"
like "$(mismatch)" . '... but not its BTF'
note "$(mismatch)"

rmmod sdt
no_complaints 'the kernel log has no complaint'
done_testing
