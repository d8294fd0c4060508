#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# boot.t - tests/guest/start itself: it passes on all of the guest's output, and a guest
# without a verdict is a failure

cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
echo content >"$tmp/a file"
mkdir "$tmp/dir"
echo inner >"$tmp/dir/inner"

# guest [OPTION...] MODE [ARG...]: what the guest says is in $tmp/out, what the
# runner says in $tmp/err
guest()
{
	tests/guest/start --smp 2 --console "$tmp/console" "$@" >"$tmp/out" 2>"$tmp/err"
}

start=$(date +%s)
guest --append first=1 --append second --add "$tmp/a file" --add "$tmp/dir:/etc/dir" --add "$(command -v env)" \
	tests/vm/boot.guest.sh talk "two  words"
is $? 3 "the guest's exit status is the runner's"
note "boot and test: $(($(date +%s) - start)) s"
is "$(grep -c '^ok ' "$tmp/out")" 9 "the guest's checks pass" ||
	note "$(cat "$tmp/out" "$tmp/err")"
is "$(tail -n 1 "$tmp/out")" "no newline at the end" "output arrives to its last byte"
is "$(LC_ALL=C tr -d '\n -~' <"$tmp/out" | od -c)" "0000000" "and nothing is added to it"
note "$(grep '^kernel ' "$tmp/out")"
note "compiler $(sed -n 's/^CONFIG_CC_VERSION_TEXT="\{0,1\}\([^"]*\).*/\1/p' \
	"${KDIR:-$(make -s kdir)}/include/config/auto.conf")"

# A small system, in a folder
root=$tmp/root
mkdir -p "$root/bin" "$root/etc" "$root/proc" "$root/sys" "$root/dev" "$root/tmp"
cp "${GUEST_ROOT-}/bin/busybox" "$root/bin/busybox"
for applet in $(busybox --list | grep -vx busybox); do
	ln -s busybox "$root/bin/$applet"
done
echo old >"$root/etc/changed"
echo old >"$root/etc/removed"
before=$(cd "$root" && find . ! -path './bin/*' | sort && cat etc/*)
guest --root "$root" --out "$tmp/dir" --add "$tmp/a file:/etc/added" tests/vm/boot.guest.sh root
is $? 0 "the guest's root is a folder" || note "$(cat "$tmp/out" "$tmp/err")"
is "$(cd "$root" && find . ! -path './bin/*' | sort && cat etc/*)" "$before" "it is as it was"
is "$(cat "$tmp/dir/result")" "inner" "the guest has written to its folder /out"

guest --root "$tmp/dir" tests/vm/boot.guest.sh root
is $? 125 "a folder that is no root is none"

guest tests/vm/boot.guest.sh panic
is $? 125 "a guest that panics has failed"
is "$(cat "$tmp/out")" "before the panic" "what it said before arrives"
like "$(cat "$tmp/err")" '^# vm: the guest ended without a verdict' "the runner says why"
like "$(cat "$tmp/err")" '^#   .*Kernel panic' "and shows that part of the console"

guest --timeout 8 tests/vm/boot.guest.sh hang
is $? 125 "a guest that hangs has failed"
like "$(cat "$tmp/err")" '^# vm: no verdict from the guest within 8' "the runner says why"

guest --kernel 0.1-none tests/vm/boot.guest.sh talk
is "$?:$(cat "$tmp/out")" "125:" "no kernel image, no result"
like "$(cat "$tmp/err")" 'no kernel image /boot/vmlinuz-0.1-none: install linux-image-0.1-none' \
	"the runner says what to install"

done_testing
