#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# structure.t - the sources of sdtinfo depend on each other in one direction only
#
# The order of the folders is that of the table in tools/sdtinfo/README.md.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/structure.sh"

cd "$here/../../tools/sdtinfo" || exit 1

folders=$(sed -n 's/^| \[*\([a-z.`]*\)\/[]`].*/\1/p' README.md | tr -d '`')
is "$(printf '%s\n' "$folders" | sort)" \
	"$(find . -name '*.[ch]' | sed 's|/[^/]*$||; s|^\./||' | sort -u)" \
	"README.md has all folders with sources"

includes=$(includes '[ch]')
like "$includes" '^cmd_link.c link/table_write.h$' "what files include is found"
is "$(printf '%s\n' "$includes" | upward $folders)" "" \
	"no file includes a header of a folder above its own"
is "$(printf '%s\n' "$includes" | circles)" "" "no two files need each other"
is "$(printf '%s\n' "$includes" | only_inside)" \
	"$(sed -n '/each .* has a header/,/^$/p' README.md | grep -o '`[a-z]*/[a-z_]*\.h`' |
		tr -d '`' | sort)" "README.md has the headers that only their folder includes"

done_testing
