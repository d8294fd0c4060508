#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# signing.t - Secure Boot: signed modules load and their probes fire, others do not load
#
# The machine boots by UEFI with Secure Boot enabled, which locks the kernel down, and
# module.sig_enforce=1.  The key is made as DKMS makes one and enrolled as a MOK.
cd "$(dirname "$0")/../.." || exit 1

# Variables with Secure Boot enabled
case ${ARCH-} in
arm64)	variables=/usr/share/AAVMF/AAVMF_VARS.snakeoil.fd package=qemu-efi-aarch64 ;;
*)	variables=/usr/share/OVMF/OVMF_VARS_4M.snakeoil.fd package=ovmf ;;
esac
: "${KDIR:=$(make -s kdir)}"
if [ ! -e "$variables" ]; then
	echo "Bail out! no $variables: install $package"
	exit 1
fi

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for key in mok other; do
	openssl req -new -x509 -nodes -days 36500 -subj "/CN=$key of the test/" \
		-newkey rsa:2048 -keyout "$dir/$key.key" \
		-outform DER -out "$dir/$key.pub" 2> "$dir/log" ||
		{ sed 's/^/# /' "$dir/log"; exit 1; }
done
release=$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' "$KDIR/include/generated/utsrelease.h")
kernel=${GUEST_ROOT-}/boot/vmlinuz-$release
[ -e "$kernel" ] || kernel=$KDIR/arch/x86/boot/bzImage
tests/vm/enroll.py $variables "$dir/mok.pub" "$kernel" > "$dir/variables" || exit

# sign KEY MODULE [NAME]: adds it, signed, to the guest's files
sign()
{
	"${CROSS_COMPILE-}strip" -g -o "$dir/files/${3-${2##*/}}" "$2" &&
		"$KDIR/scripts/sign-file" sha256 "$dir/$1.key" "$dir/$1.pub" \
			"$dir/files/${3-${2##*/}}" || exit
}
mkdir "$dir/files"
cp kmod/sdt.ko "$dir/files/unsigned.ko"
sign other kmod/sdt.ko other.ko
sign mok kmod/sdt.ko stripped.ko
"${CROSS_COMPILE-}strip" -g "$dir/files/stripped.ko"
for module in kmod/sdt.ko examples/revdev/revdev.ko examples/handler/handler.ko \
	      examples/hello/hello.ko; do
	sign mok $module
done

# A PREEMPT_RT kernel does not read UEFI's variables, and so has no key, by default.
tests/guest/start --smp 1 --uefi "$dir/variables" --append module.sig_enforce=1 --append efi=runtime \
	--add "$dir/files:/test" --add examples/revdev/testrevdev tests/vm/signing.guest.sh
