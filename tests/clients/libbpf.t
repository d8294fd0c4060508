#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# libbpf.t - the output of "sdtinfo gen --libbpf": programs and loader count hits, and read
# the fields of records; tests/sdtinfo/libbpf.t has the text
cd "$(dirname "$0")/../.." || exit 1
if ! command -v clang >/dev/null || [ ! -e /usr/include/bpf/libbpf.h ]; then
	echo '1..0 # SKIP no clang, or no libbpf-dev'
	exit
fi
sdtinfo=$PWD/tools/sdtinfo/sdtinfo
modules=
for module in examples/revdev/revdev tests/vm/modules/kinds tests/vm/modules/words \
	tests/vm/modules/values tests/vm/modules/families tests/vm/modules/formats \
	tests/vm/modules/qualified tests/vm/modules/shown tests/vm/modules/translated; do
	modules="$modules $PWD/$module.ko"
done

work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# The compiler of what the guest runs
cc="${CROSS_COMPILE-}gcc${GUEST_ROOT:+ --sysroot=$GUEST_ROOT}"

# build NAME OPTION...: by the commands in NAME.bpf.c
build()
{
	name=$1
	shift
	sed -n "s/^ \*	\(clang\|cc\) .*/& $* -Wall -Wextra -Werror/; s/NAME/$name/g
		s/^ \*	\(.* -Werror\)$/\1/; s|^cc |$cc |; /-Werror$/p" "$name.bpf.c" >commands
	[ "$(wc -l <commands)" = 2 ] && sh -e ./commands >log 2>&1 && return
	sed 's/^/# /' log
	echo "Bail out! $name.bpf.c does not compile"
	exit 1
}

# offsets SIZE: module, event, offset and size of each member behind common fields of SIZE
# bytes
offsets()
{
	{
		printf '#define COMMON_SIZE %s\n#define main loader\n' "$1"
		cat all.bpf.c
		cat <<'END'
#undef main
#define MEMBER(module, event, record, member) \
	printf("%s %s %zu %zu\n", module, event, offsetof(struct record, member), \
	       sizeof(((struct record *)0)->member))

int main(void)
{
END
		sed -nE 's/^	\[key_(.*)\] = \{ ("[^"]*"), ("[^"]*"),.*/\1 \2 \3/p' all.bpf.c |
			while read -r name module event; do
				sed -n "/^struct record_$name {/,/^}/p" all.bpf.c |
					sed -nE "/common_fields/d
						s/^	[^;]*[ *]([^ *;]+);.*/MEMBER($module, $event, record_$name, \1);/p"
			done
		echo '}'
	} >offsets.c
	cc -o offsets offsets.c -lbpf && ./offsets | sort
}

(
	cd "$work" || exit 1
	set -- $modules
	"$sdtinfo" gen --libbpf -o hits.bpf.c "$1" "$2" &&
	"$sdtinfo" gen --libbpf -o all.bpf.c "$@" || { echo 'Bail out! sdtinfo gen'; exit 1; }
	build hits
	# What somebody could make of it: totals of arguments, and what strings begin with
	sed 's/add(key_write_entry, 1)/add(key_write_entry, record->n)/
		s/add(key_write_return, 1)/add(key_write_return, COPY_SIZE(record, text_str))/
		s/add(key_ioctl_entry, 1)/add(key_ioctl_entry, record->cmd + record->arg)/
		s/add(key_low, 1)/add(key_low, record->s8 == -128 \&\& !record->u8 \&\& record->s16 == -32768 \&\& !record->u16 \&\& record->s32 == -2147483647 - 1 \&\& !record->u32 \&\& record->s64 == -9223372036854775807 - 1 \&\& !record->u64)/
		s/add(key_high, 1)/add(key_high, record->s8 == 127 \&\& record->u8 == 255 \&\& record->s16 == 32767 \&\& record->u16 == 65535 \&\& record->s32 == 2147483647 \&\& record->u32 == 4294967295 \&\& record->s64 == 9223372036854775807 \&\& record->u64 == -1ULL)/
		s/add(key_own_level, 1)/add(key_own_level, record->level)/
		s/return add(key_read_return, 1)/char text[8] = "";\n\n\tbpf_probe_read_kernel_str(text, sizeof(text), COPY(record, text_str));\n\treturn add(key_read_return, text[0])/
		s/return add(key_ioctl_return, 1)/char text[8] = "";\n\n\tbpf_probe_read_kernel_str(text, sizeof(text), record->parity);\n\treturn add(key_ioctl_return, text[0])/' \
		hits.bpf.c >fields.bpf.c
	cp fields.bpf.c fields12.bpf.c
	"$sdtinfo" gen --libbpf --raw "$1" "$2" |
		sed 's/add(key_write_entry, 1)/add(key_write_entry, args->n)/
			s/add(key_ioctl_entry, 1)/add(key_ioctl_entry, args->cmd + args->arg)/
			s/add(key_low, 1)/add(key_low, args->s8 == -128 \&\& !args->u8 \&\& args->s16 == -32768 \&\& !args->u16 \&\& args->s32 == -2147483647 - 1 \&\& !args->u32 \&\& args->s64 == -9223372036854775807 - 1 \&\& !args->u64)/
			s/add(key_high, 1)/add(key_high, args->s8 == 127 \&\& args->u8 == 255 \&\& args->s16 == 32767 \&\& args->u16 == 65535 \&\& args->s32 == 2147483647 \&\& args->u32 == 4294967295 \&\& args->s64 == 9223372036854775807 \&\& args->u64 == -1ULL)/
			s/add(key_own_level, 1)/add(key_own_level, args->level)/
			s/return add(key_read_return, 1)/char text[8] = "";\n\n\tbpf_probe_read_kernel_str(text, sizeof(text), args->text);\n\treturn add(key_read_return, text[0])/' \
		>raw.bpf.c
	build fields
	build raw
	build fields12 -DCOMMON_SIZE=12
	offsets 8 >offsets8 && offsets 12 >offsets12
) || exit

set --
for module in $modules; do
	set -- "$@" --add "$module"
done
for file in hits fields fields12 raw; do
	set -- "$@" --add "$work/$file" --add "$work/$file.bpf.o"
done
tests/guest/start --timeout 600 --add kmod/sdt.ko --add kmod/sdt_raw.ko "$@" --add examples/revdev/testrevdev \
	--add tools/sdtinfo/sdtinfo --add "$work/hits.bpf.c" --add "$work/offsets8" \
	--add "$work/offsets12" tests/clients/libbpf.guest.sh
