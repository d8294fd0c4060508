#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# examples.t - a module with probes needs no symbol of the kernel that the same
# module without probes does not need

. "$(dirname "$0")/lib.sh"

# Where the examples find sdt.mk: ../../kbuild
mkdir with without tools
ln -s "$sdt/kbuild" "$sdt/gcc-plugin" "$sdt/build" .
ln -s "$sdt/tools/sdtinfo" tools
for example in hello helloworld revdev; do
	for kind in with without; do
		mkdir "$kind/$example"
		cp "$sdt/examples/$example"/*.[ch] "$sdt/examples/$example/Kbuild" \
			"$kind/$example"
		rm -f "$kind/$example"/*.mod.c
	done
	sed -i "s|^include .*|ccflags-y += -I$sdt/kbuild/include|" "without/$example/Kbuild"
done
echo 'obj-m := hello/ helloworld/ revdev/' | tee with/Kbuild >without/Kbuild

cd with || exit 1
kmake -j2
built "the examples build, with a tree of symbolic links"
cd ../without || exit 1
kmake -j2
built "... and without sdt.mk, with sdt.h alone"
cd ..

for example in hello helloworld revdev; do
	dump "without/$example/$example.ko" >out
	is $? 3 "$example: no probes without sdt.mk"
	for kind in with without; do
		nm -u "$kind/$example/$example.ko" | sort >"$kind.nm"
	done
	note "$example.ko: $(wc -l <without.nm) undefined symbols without probes," \
		"$(wc -l <with.nm) with $(dump "with/$example/$example.ko" | sed -n '1s/.*, \(.* probes\).*/\1/p')"
	is "$(diff without.nm with.nm | grep '^[<>]' | grep -v ' __x86_indirect_thunk_rax$')" "" \
		"$example: the same undefined symbols with probes, but for the retpoline thunk"
	unlike "$(cat with.nm)" sdt "$example: none of sdt.ko's"
done

is "$("$sdt/tools/sdtinfo/sdtinfo" list "$sdt/examples/icmp/icmp.ko")" \
	"$(sed -n '/^# sdtinfo list icmp::$/,/^# ping/{/^[^#]/p}' "$sdt/examples/icmp/README.md")" \
	"icmp: its probes are as its README shows them"

done_testing
