#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sparse.t - make C=2 reports an argument whose address space is not in its type, and
# nothing else in a probe

. "$(dirname "$0")/lib.sh"

if ! command -v sparse >/dev/null; then
	echo "1..0 # SKIP no sparse"
	exit 0
fi

mkdir module
cd module || exit 1
cat >one.c <<'END'
#include <linux/if_ether.h>
#include <linux/module.h>
#include <linux/sdt.h>

struct dev {
	const char __user *from;
	u32 __iomem *regs;
	int __percpu *hits;
	struct dev __rcu *next;
	__be32 address;
	unsigned int bits:3;
	char name[16];
};

enum way { IN = 1, OUT = 2 };
void fire(struct dev *d, char __user *to, size_t n, enum way way);
void fire(struct dev *d, char __user *to, size_t n, enum way way)
{
	DTRACE_PROBE(user, char *, to); /* __user */
	DTRACE_PROBE(member, int, 1, const char *from, d->from); /* __user */
	DTRACE_PROBE(bytes, size_t len, n, u8 data[len], to); /* __user */
	DTRACE_PROBE(bound, u8 data[ETH_ALEN], to); /* __user */
	DTRACE_PROBE(number, unsigned long, (unsigned long)to, void *, to); /* __user */
	DTRACE_PROBE(no__type, text *, &to[n]); /* __user */
	DTRACE_PROBE(io, void *, d->regs); /* __iomem */
	DTRACE_PROBE(percpu, int *, d->hits); /* __percpu */
	DTRACE_PROBE(rcu, struct dev *, d->next); /* __rcu */
	DTRACE_IO(provider, char *, to); /* __user */
	DTRACE_PROBE1(one, char *, to); /* __user */
	DTRACE_PROBE8(eight, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, char *, to); /* __user */
	DTRACE_IO3(three, char *, to, int, 2, int, 3); /* __user */

	DTRACE_PROBE(right, char __user *, to, const char __user *from, d->from,
		     const u8 __user data[4], to, u32 __iomem *, d->regs,
		     int __percpu *, d->hits, struct dev __rcu *, d->next,
		     unsigned long, (unsigned long)to, char *, (__force char *)to,
		     bool, !to, char, d->name[0]);
	DTRACE_PROBE(kernel, struct dev *, d, char name[16], d->name, dev *, d,
		     struct char *, d->name, __be32, d->address, unsigned int, d->bits,
		     enum way DTRACE_FLAGS, way, u32 DTRACE_HEX, d->bits, void *, NULL,
		     void *, fire, const char *, "text",
		     struct dev *d1 : (devinfo_t *, fileinfo_t *), d);
	DTRACE_PROBE2(two, char __user *, to, file *, d);
	if (DTRACE_PROBE_ENABLED(right))
		DTRACE_PROBE(none);
}

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
END
cat >Kbuild <<END
obj-m := one.o
ccflags-y := -fplugin-arg-sdt_plugin-no-warn-unresolved
include $sdt/kbuild/sdt.mk
END

kmake C=2
case $log in
*'sparse is not available'*)
	echo '1..0 # SKIP these headers lack what the kernel calls sparse by'
	exit 0 ;;
esac
built "a module is built with C=2"
is "$(lines 'CHECK')" 1 "... and checked"
is "$(printf '%s\n' "$log" | sed -n "s/^.*one\.c:\([0-9]*\):.* cast removes address space '\(.*\)' .*/\1 \2/p")" \
	"$(awk '/\/\* __/ { print NR, $(NF - 1) }' one.c)" \
	"each pointer whose address space is not in the type is reported"
is "$(printf '%s\n' "$log" | grep -c 'warning:\|error:')" "$(grep -c '/\* __' one.c)" \
	"... and nothing else, whether a type exists or not" || note "$log"

# What else can be in front of an argument: modules of tests/vm
tar -C "$sdt/tests/vm" -c --exclude='*.o' --exclude='.*.cmd' modules | tar -C "$tmp" -x
cd "$tmp/modules" || exit 1
sed -i "s|^include.*|obj-m := families.o kinds.o qualified.o shown.o values.o\ninclude $sdt/kbuild/sdt.mk|" Kbuild
kmake C=2
built "modules of the tests are built with C=2"
is "$(printf '%s\n' "$log" | grep 'address space\|error:')" '' "... and sparse finds nothing in their probes"

done_testing
