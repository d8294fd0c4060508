# SPDX-License-Identifier: GPL-2.0-only
#
# common.sh - what the tests of sdtinfo share; sourced, never run
#
# Leaves the test in an empty folder whose path has a space, with
#
#	$sdtinfo	the tool (SDTINFO=FILE tests another one)
#	$abi		the ABI version that it knows
#	object FILE.o	assembles the probes described on stdin, see mkobject.py
#	module FILE.ko FILE.o...	links them as a kernel build would
#	run COMMAND...	sets $out, $err, $status; $errs = lines in $err
#	needs_terminal	for tests of what is different there

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"

sdtinfo=${SDTINFO:-$here/../../tools/sdtinfo/sdtinfo}
abi=$(sed -n 's/^#define SDT_ABI_VERSION[[:space:]]*//p' "$here/../../kbuild/include/linux/sdt_abi.h")
if [ ! -x "$sdtinfo" ]; then
	echo "Bail out! no $sdtinfo: run make first"
	exit 1
fi

work="$(mktemp -d)/a folder"
trap 'rm -rf "${work%/a folder}"' EXIT
mkdir "$work"
cd "$work" || exit 1

object()
{
	python3 "$here/mkobject.py" >"$1.S" && as -o "$1" "$1.S" && rm "$1.S"
}

# The linker script keeps what the kernel's own keeps of it.
module()
{
	module_out=$1
	shift
	"$sdtinfo" link --module "${module_out%.ko}" -o table.S "$@" &&
	printf '\t.section .modinfo, "a"\n\t.asciz "%s"\n' license=GPL \
		"name=${module_out%.ko}" >>table.S &&
	gcc -c -o table.o table.S &&
	echo 'SECTIONS { /DISCARD/ : { *(.discard .discard.*) } }' >module.lds &&
	ld -r -T module.lds -o "$module_out" "$@" table.o &&
	rm table.S table.o module.lds
}

# needs_terminal: ends a test where there are no pseudo-terminals, as in a bare chroot
needs_terminal()
{
	python3 -c 'import pty; pty.openpty()' 2>/dev/null && return
	echo "1..0 # SKIP no pseudo-terminals: mount devpts on /dev/pts"
	exit
}

patch()
{
	python3 "$here/patch.py" "$@"
}

run()
{
	status=0
	out=$("$@" 2>stderr.txt) || status=$?
	err=$(cat stderr.txt)
	errs=$(wc -l <stderr.txt)
	rm stderr.txt
}

# families_object: families.o, with a provider without probes, a translated probe and a
# qualified one
families_object()
{
	object families.o <<'END'
provider net defined
probe io:submit:start a.c:1
  arg bp "struct buf *" "struct buf *" 8 pointer
  arg name "char *" "char *" 8 string
  arg st "enum st" "enum st" 4 enum names=ON=1
  xlate "" "bufinfo_t *" 0
  xlate dev "devinfo_t *" 0
  xlate "" "char *" 1
  xlate "" "state_t" 2
probe io:lookup:read-done a.c:2 qualified
probe sdt:f:p a.c:3
END
}

# revdev_object: rev_dev.o, with arguments of many kinds, and two functions with one name
revdev_object()
{
	object rev_dev.o <<'END'
probe sdt:revdev_read:read-entry rev_dev.c:57
  arg buf "char *"        "char *"        8 string
  arg ubuf "char *"       "char *"        8 string user
  arg st  "enum state"    "enum state"    4 enum signed names=IDLE=0,BUSY=-1,ALSO=-1
  arg cb  "cb_t"          "void (*)(int)" 8 function
probe sdt:revdev_seek:read-entry rev_dev.c:90
  arg buf "char *"        "char *"        8 string
  arg ubuf "char *"       "char *"        8 string user
  arg st  "enum state"    "enum state"    4 enum signed names=IDLE=0,BUSY=-1,ALSO=-1
  arg cb  "cb_t"          "void (*)(int)" 8 function
probe io:revdev_read:done rev_dev.c:60
END
}

# good_object FILE.o: two probes and an is-enabled site
good_object()
{
	object "$1" <<'END'
probe sdt:f:p one.c:1
  arg x int int 4 integer signed
  arg y "enum y" "enum y" 4 enum names=YES=0,NO=1
enabled sdt:g:p one.c:2
probe sdt:g:q one.c:3 sites=2
END
}
