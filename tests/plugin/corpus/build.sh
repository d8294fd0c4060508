# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh - compile the corpus in several variants, by Kbuild
#
# Sourced after ../lib.sh.

# variant CONFIGURATION FLAG NAME LINE...: the corpus as a module, in
# $tmp/CONFIGURATION/NAME, with LINEs in its Kbuild file
variant()
{
	local module=corpus_$1_$3 dir=$tmp/$1/$3 flag=$2
	mkdir -p "$dir"
	cp "$here"/corpus/*.[ch] "$dir"
	case $3 in
	events|calls|branch)
		(cd "$dir" && python3 "$here/corpus/generate.py" "$3" ./*.c) ;;
	esac
	echo "obj-m += $1/$3/" >> "$tmp/Kbuild"
	shift 3
	cat > "$dir/Kbuild" <<-END
		obj-m := $module.o
		$module-y := $(cd "$dir" && echo *.c | sed 's/\.c\b/.o/g')
		ccflags-y := $flag -I$top/kbuild/include -I\$(src)
		$(printf '%s\n' "$@")
	END
}

# What a Kbuild file needs to have probes
probes="include $top/kbuild/sdt.mk
	ccflags-y += -fplugin-arg-sdt_plugin-no-warn-side-effects"

# configurations FUNCTION: runs FUNCTION NAME FLAG for each configuration
configurations()
{
	"$1" O2 -O2
	"$1" Os -Os
	# Otherwise they all have frame pointers.
	grep -q '^CONFIG_FRAME_POINTER=y' "$KDIR/include/config/auto.conf" ||
		"$1" fp '-O2 -fno-omit-frame-pointer'
}

# build_variants: builds them; fails if that is not silent
build_variants()
{
	local log
	log=$(make -j2 -C "$KDIR" M="$tmp" modules 2>&1) || note "$log"
	# Kbuild prints what objtool, modpost and the compiler have to say.
	! printf '%s\n' "$log" | grep -iE 'warning:|error:|\*\*\*' >&2
}
