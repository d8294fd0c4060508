#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# raw.t - BPF programs on probes as raw tracepoints: sdt_raw.ko
#
# Builds a module with more probes than sdt_raw.ko has slots, one of the same name with
# other arguments, and one with two events that one pattern matches.
cd "$(dirname "$0")/../.." || exit 1
kdir=${KDIR:-$(make -s kdir)}

dir=$(mktemp -d) || exit
trap 'rm -rf "$dir"' EXIT
python3 -B tests/vm/many.py probes 1100 "$dir/more" 0
python3 -B tests/vm/many.py probes 2 "$dir/few" 3
mkdir "$dir/mixed"
cat >"$dir/mixed/mixed.c" <<'C'
#include <linux/module.h>
#include <sys/sdt.h>

SDT_PROBE_DEFINE1(sdt, , named, same, "int");

static int fire(const char *text, const struct kernel_param *kp)
{
	SDT_PROBE1(sdt, , named, same, 1);
	DTRACE_PROBE2(same, int, 2, int, 3);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Two events, one pattern");
C
printf 'obj-m := mixed.o\ninclude %s/kbuild/sdt.mk\n' "$PWD" >"$dir/mixed/Kbuild"
for module in more few mixed; do
	make -j2 -C "$kdir" M="$dir/$module" modules >"$dir/log" 2>&1 && continue
	sed 's/^/# /' "$dir/log"
	echo "Bail out! $module"
	exit 1
done
mkdir "$dir/m"
cp "$dir/more/many_probes.ko" "$dir/m/more.ko"
cp "$dir/few/many_probes.ko" "$dir/m/few.ko"
cp "$dir/mixed/mixed.ko" "$dir/m"

tests/guest/start --timeout 400 --add kmod/sdt.ko --add kmod/sdt_raw.ko --add "$dir/m:/test/m" \
	--add tests/vm/raw_user --add tests/vm/modules/values.ko --add tests/vm/modules/kinds.ko \
	--add tests/vm/modules/probed.ko --add tests/vm/modules/translated.ko \
	--add tests/vm/modules/contexts.ko tests/vm/raw.guest.sh
