#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# gen.t - what "sdtinfo gen" writes runs as it is: the scripts with the clients of ROOT,
# the handlers as a module that ROOT's compiler builds
cd "$(dirname "$0")/../.." || exit 1
root=${ROOT:-/}
root=${root%/}
project=${PWD#"$root"}
kdir=${KDIR:-$(make -s kdir)}
modules=tests/vm/modules

work=$(mktemp -d "$root/tmp/sdt-gen.XXXXXX") || exit
trap 'rm -rf "$work"' EXIT

# inside COMMAND...: runs it in ROOT
inside()
{
	if [ "$root" ]; then
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"
	else
		"$@"
	fi
}

# Each probe takes a guest's bpftrace a second.
scripted=examples/revdev/revdev.ko
for module in kinds words; do
	scripted="$scripted $modules/$module.ko"
done
set -- $scripted $modules/twice.ko $modules/values.ko
gen()
{
	inside sh -c 'cd "$1" && shift && exec tools/sdtinfo/sdtinfo gen "$@"' sh "$project" "$@"
}
{
	gen --bpftrace -o "${work#"$root"}/hits.bt" $scripted &&
	gen --d -o "${work#"$root"}/hits.d" $scripted &&
	gen --c-handler -o "${work#"$root"}/hits.c" "$@"
} || { echo 'Bail out! sdtinfo gen'; exit 1; }

# As the text says it is to be built
sed -n 's/^ \*\t//; s/NAME/hits/g; /^obj-m\|^include/p' "$work/hits.c" >"$work/Kbuild"
inside make -C "${kdir#"$root"}" M="${work#"$root"}" SDT="$project" W=1 modules >"$work/log" 2>&1 ||
	{ sed 's/^/# /' "$work/log"; echo 'Bail out! the module does not build'; exit 1; }

for module in "$@"; do
	set -- "$@" --add "$module"
	shift
done
tests/vm/run --timeout 900 --root "$root/" --add tests/clients/clients.sh --add kmod/sdt.ko "$@" \
	--add examples/revdev/testrevdev --add "$work/hits.bt" --add "$work/hits.d" \
	--add "$work/hits.ko" --add "$work/log" tests/clients/gen.guest.sh
