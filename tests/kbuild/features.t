#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# features.t - what a kernel has decides, not the version that its headers name
#
# Headers whose version is another one, as those of RHEL are, make modules that need the same of the
# kernel.

. "$(dirname "$0")/lib.sh"
versions=$(grep -rlE '\b(LINUX_VERSION_CODE|KERNEL_VERSION|RHEL_RELEASE_CODE|linux/version\.h)\b' \
	"$sdt/kmod" "$sdt/kbuild" "$sdt/gcc-plugin" "$sdt/tools" "$sdt/examples" "$sdt/tests/vm" \
	--include='*.[chS]' --include='*.cc' --include='*.mk' --include=Kbuild --include=Makefile \
	--exclude='*.mod.c' --exclude=license.h)
is "$versions" '' 'no source asks for a version of the kernel'

# needs FOLDER: its modules, each with a checksum of what it needs of the kernel
needs()
{
	for file in "$1"/kmod/*.ko "$1"/examples/revdev/*.ko; do
		echo "$(basename "$file") $(nm -u "$file" | cksum)"
	done
}

# compile MAKE-ARGUMENT...: the modules, with the headers that lie; sets $log
compile()
{
	log=$(cd built && for dir in kmod examples/revdev; do
		make -C "$tmp/lying" M="$PWD/$dir" CC="$kernel_cc" "$@" || exit
	done 2>&1)
}

case ${KDIR##*/} in
*6.12*)	as=5.14 version=$((5 << 16 | 14 << 8)) line='#define RHEL_RELEASE_CODE 2309' ;;
*)	as=6.12 version=$((6 << 16 | 12 << 8)) line='' ;;
esac
copy_built_tree "$tmp/built"
tar -C "$sdt" -c --exclude='*.o' --exclude='*.cmd' --exclude='*.ko' kmod examples/revdev | tar -C built -x
"$here/../lib/copy-kdir" "$KDIR" lying
header=lying/include/generated/uapi/linux/version.h
sed -i "s/^#define LINUX_VERSION_CODE .*/#define LINUX_VERSION_CODE $version/" $header
echo "$line" >> $header
compile modules
is $? 0 "headers that say that they are $as: sdt.ko and an example can be built" || echo "$log" | sed 's/^/# /'
is "$(needs built)" "$(needs "$sdt")" '... and need the same of the kernel'

# -- where the core adds no events, because it does not export that ----------------------
compile clean
sed -i '/\ttrace_\(add\|remove\)_event_call\t/d' lying/Module.symvers
compile modules
is "$? $(echo "$log" | grep -c undefined)" '0 0' 'sdt.ko can be built without the exports that add events'
is "$(nm built/kmod/sdt.ko | grep -c ' trace_[a-z]*_event_call')" 0 '... and does not ask for them'

# -- without BPF: DKMS needs each module that dkms.conf names --------------------------------
compile CONFIG_BPF_EVENTS= modules
is "$? $(nm built/kmod/sdt_raw.ko | grep -c 'bpf\|sdt_register')" '0 0' \
	'without CONFIG_BPF_EVENTS, sdt_raw.ko is built and needs none of it'
done_testing
