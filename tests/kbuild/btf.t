#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# btf.t - sdt-btf: modules with BTF, based on that of the kernel that they are for, or none

. "$(dirname "$0")/lib.sh"

if ! command -v pahole >/dev/null; then
	echo '1..0 # SKIP no pahole'
	exit
fi

# A build folder without the kernel's BTF, as Debian's is for 6.1
real=$KDIR
KDIR=$tmp/kdir
mkdir module
"$sdt/tests/lib/copy-kdir" "$real" "$KDIR"
rm -f "$KDIR/vmlinux"
release=$(sed -n 's/.*UTS_RELEASE "\(.*\)"/\1/p' "$KDIR/include/generated/utsrelease.h")
version=$(sed -n 's/.*UTS_VERSION "\(.*\)"/\1/p' "$KDIR/include/generated/utsversion.h")
banner="Linux version $release (somebody) (gcc) $version"

# A kernel: its banner, then BTF, of whatever it may be
echo 'struct known { int known; }; struct known known; int main(void) { return known.known; }' >base.c
gcc -g -o base base.c
pahole -J --btf_encode_detached=base.btf base
# kernel FILE BANNER
kernel()
{
	{ printf 'ELF \237\353\001 %s\n\0' "$2"; cat "$tmp/base.btf"; echo end; } >"$1"
}
kernel vmlinux "$banner"

cd module || exit 1
echo '	DTRACE_PROBE(start);' | main_c >single.c
echo '	struct ours { int ours; } ours = { 1 }, *p = &ours; DTRACE_PROBE1(start, struct ours *, p);' |
	main_c >many_main.c
echo 'struct part { int part; } part;' >part.c
printf 'obj-m := single.o many.o\nmany-y := many_main.o part.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild

base_of() { modinfo -F sdt_btf_base "$1"; }
section() { objcopy -O binary --only-section="$2" --set-section-flags "$2=alloc" "$1" section && cat section; }
# Later versions of pahole put what a module needs of its base beside its types.
raw_tracepoints()	# MODULE BASE
{
	section "$1" .BTF.base >own.btf
	[ -s own.btf ] || cp "$2" own.btf
	section "$1" .BTF >types.btf
	"$here/btf/btf.py" types.btf own.btf
}
sections() { readelf -SW single.ko many.ko | grep -c ' \.BTF '; }

# -- off, on ---------------------------------------------------------------
kmake
built 'without sdt-btf'
is "$(sections):$(base_of single.ko)" 0: 'modules have no BTF'
kmake sdt-btf=n
is "$status:$(lines '[A-Z]')" 0:0 'sdt-btf=n is the same: nothing is built again'
kmake -j2 sdt-btf="$tmp/vmlinux"
built 'sdt-btf=FILE, a kernel'
is "$(lines 'BTF     \[M\]'):$(sections)" 2:2 'both have BTF' || note "$log"
is "$(base_of single.ko):$(base_of many.ko)" "$(cksum <../base.btf):$(cksum <../base.btf)" \
	'... and the checksum of its base'
names=$(section many.ko .BTF | tr '\0' '\n' | grep -xE 'ours|part|known' | sort | tr '\n' ' ')
is "$names" 'ours part ' 'types of all objects are in it, no names of the base'
unlike "$log" 'WARNING|warning' 'modpost has no objection'
is "$(raw_tracepoints many.ko "$tmp/base.btf")" 'many_start(void *, void *)
many_start: void *__data, void *p' 'raw tracepoints are described' || note "$(readelf -sW many.ko)"
is "$(readelf -sW many.ko | grep -c 'FUNC .* ABS __probestub_many_start')" 1 \
	'... by a function without code'
run=$(dump many.ko)
like "$run" '^sdt  *many' 'the probes are there'
kmake sdt-btf="$tmp/vmlinux"
is "$status:$(lines '[A-Z]')" 0:0 'nothing changed: nothing is built'
cp many.ko ../before
kmake clean
is "$(find . -name '.tmp*' -o -name '*.btf.*')" '' 'make clean removes all of it'
kmake sdt-btf="$tmp/vmlinux"
cmp many.ko ../before
ok $? 'built again, it is the same'

# -- raw tracepoints --------------------------------------------------------
mkdir ../typed
cd ../typed || exit 1
cp "$here/btf/typed.c" .
printf 'obj-m := typed.o\ninclude %s\n' "$sdt/kbuild/sdt.mk" >Kbuild
sed -n 's,^[ 	]*/\*: \(.*\) \*/$,\1,p' typed.c | sort >wanted
for form in y n; do
	kmake clean
	kmake sdt-btf="$tmp/vmlinux" sdt-plugin=$form
	built "arguments of all kinds, sdt-plugin=$form"
	raw_tracepoints typed.ko "$tmp/base.btf" >types
	is "$(sort types | diff - wanted)" '' '... have their types, and trusted pointers their structures'
done
cd ../module || exit 1

# -- images -----------------------------------------------------------------
for packer in gzip xz zstd; do
	$packer -c <../vmlinux >../image
	kmake clean
	kmake sdt-btf="$tmp/image"
	is "$status:$(base_of many.ko)" "0:$(cksum <../base.btf)" "a kernel packed by $packer" || note "$log"
done
if [ -r "/boot/vmlinuz-$release" ]; then
	kmake sdt-btf=y
	is "$status:$(sections)" 0:2 'sdt-btf=y finds the image of the installed kernel' || note "$log"
	size=$(wc -c <.tmp_sdt-btf-base)
	ok "$((size < 1000000))" "... whose BTF has $size bytes"
	cp .tmp_sdt-btf-base "$tmp/real.btf"
fi
if [ -e "$real/vmlinux" ]; then
	kmake clean
	KDIR=$real
	kmake sdt-btf=y
	is "$status:$(sections)" 0:2 'KDIR has vmlinux: Kbuild makes the BTF' || note "$log"
	cmp .tmp_sdt-btf-base "$tmp/real.btf"
	ok $? '... from the same base as ours'
	cd ../typed || exit 1
	kmake clean
	kmake sdt-btf=y
	raw_tracepoints typed.ko .tmp_sdt-btf-base | sort >types
	is "$status:$(sed 's/base://g' wanted | diff types -)" 0: '... with the types of raw tracepoints'
	cd ../module || exit 1
	KDIR=$tmp/kdir
fi

# -- what is refused -----------------------------------------------------------------
named=$(echo "$release" | sed 's/+/\\+/g')		# in a REGEX
# refused VALUE REGEX NAME
refused()
{
	kmake sdt-btf="$1"
	like "$status:$log" "sdt: .*$2" "$3"
	unlike "$log" '  (CC|LD|BTF) ' '... before anything is built'
}
kernel ../other "Linux version $release (somebody) (gcc) #2 SMP of tomorrow"
refused "$tmp/other" "$tmp/other .*$named #2 SMP of tomorrow, .*kdir .*$named" \
	'a kernel of this name that was built at another time'
kernel ../other "Linux version 1$release (somebody) (gcc) $version"
refused "$tmp/other" "$tmp/other .*kernel 1$named #1 .*, .*kdir .*$named #" 'a kernel of another name'
refused "$tmp/base.btf" 'base.btf .*kernel image.* vmlinux' \
	'BTF, which does not tell its kernel'
printf '%s\n\0' "$banner" >../other
refused "$tmp/other" "$tmp/other has no BTF" 'a kernel without BTF'
refused "$tmp/none" "cannot read $tmp/none" 'a file that is not there'
if [ "$(uname -rv)" != "$release $version" ] && [ -r /sys/kernel/btf/vmlinux ]; then
	refused /sys/kernel/btf/vmlinux "/sys/kernel/btf/vmlinux .*kernel $(uname -r) .*, .* $named" \
		'the running kernel, if it is another one'
fi
kmake PAHOLE=no-pahole sdt-btf="$tmp/vmlinux"
like "$log" 'sdt: sdt-btf .*no-pahole' 'without pahole'
kmake CONFIG_DEBUG_INFO_BTF_MODULES=n sdt-btf="$tmp/vmlinux"
like "$log" 'sdt: sdt-btf .*kernel.* BTF' 'without CONFIG_DEBUG_INFO_BTF_MODULES'
echo '__asm__(".section .BTF_ids, \"a\"; .long 0; .previous");' >>part.c
kmake sdt-btf="$tmp/vmlinux"
is "$(test "$status" -ne 0; echo $?)" 0 'a module with kfuncs: the build fails'
like "$log" 'sdt: .*many.btf.s: .*kfuncs.* sdt-btf' \
	'... and says why'
kmake
built 'without sdt-btf, it builds'
is "$(sections)" 0 '... and no module has BTF any more'

done_testing
