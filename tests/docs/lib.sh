# SPDX-License-Identifier: GPL-2.0-only
#
# lib.sh - what the tests of lists on pages share; sourced, never run
#
# Leaves the test in the project's folder, with
#
#	words REGEX	what matches in the standard input, each once
#	value MACRO	what kmod or the headers define it as

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
cd "$here/../.." || exit 1

words()
{
	grep -oE "$1" | LC_ALL=C sort -u
}

value()
{
	grep -rhE "^#define $1\s" kmod kbuild/include --include='*.[ch]' | awk '{ print $3 }'
}
