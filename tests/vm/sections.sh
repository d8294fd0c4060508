# SPDX-License-Identifier: GPL-2.0-only
#
# sections.sh - what of a module's file stays in memory; sourced on the host, never run

# sections KIND FILE.ko: prints "KIND writable NAME SIZE" or "KIND constant NAME SIZE" for
# each section
sections()
{
	# The loader keeps neither these nor what begins with .init.
	readelf -SW "$2" | sed 's/^ *\[ *[0-9]*\]//' |
	while read -r name _ _ _ size _ flags _; do
		case $name:$flags in
		.init* | .modinfo:* | __versions:*) ;;
		*:*W*A*) echo "$1 writable $name $((0x$size))" ;;
		*:*A*) echo "$1 constant $name $((0x$size))" ;;
		esac
	done
}
