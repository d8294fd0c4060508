#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# verify-btf.t - sdtinfo verify: the BTF of a module has that of this kernel as its base

. "$(dirname "$0")/common.sh"

running=/sys/kernel/btf/vmlinux
if [ ! -r $running ]; then
	echo "1..0 # SKIP this kernel has no $running"
	exit
fi
release=$(uname -r)
base=$(cksum <$running)

object all.o <<'END'
probe sdt:f:p all.c:1
  arg x int int 4 integer signed
END
printf '\237\353\1\0' >btf

# based FILE.ko BASE RELEASE: a module with BTF
based()
{
	module all.ko all.o
	printf 'license=GPL\0name=all\0sdt_btf_base=%s\0vermagic=%s SMP\0' "$2" "$3" >modinfo
	objcopy --update-section .modinfo=modinfo --add-section .BTF=btf all.ko "$1"
}

# verdict FILE.ko WANTED NAME
verdict()
{
	run "$sdtinfo" verify "$1"
	is "$status:$err:$out" "$2" "$3"
}

other=":other.ko: .BTF: its types refer to the BTF of another build of this kernel: build the module again"
good='1 probe, 1 site'

based all.ko "$base" "$release"
verdict all.ko "0::all.ko: ok, $good" 'the base is that of the running kernel'
based other.ko "1$base" "$release"
verdict other.ko "4:$other" 'it is another one'
based other.ko "${base}1" "$release"
verdict other.ko "4:$other" '... of another size'
run "$sdtinfo" verify -j other.ko
like "$status:$out" '^4:.*"where":"\.BTF"' '... in JSON'
objcopy --add-section .BTF.base=btf other.ko some.ko
verdict some.ko "0::some.ko: ok, $good" '... but the module has the part that it needs'
objcopy --remove-section .BTF other.ko none.ko
verdict none.ko "0::none.ko: ok, $good" '... but the BTF was removed'
based other.ko "1$base" "$release.1"
verdict other.ko "0::other.ko: ok, $good" 'a module for another kernel may have any'
objcopy --remove-section .modinfo all.ko none.ko
verdict none.ko "0::none.ko: ok, $good" 'none is recorded'

done_testing
