# SPDX-License-Identifier: GPL-2.0-only
#
# lib.sh - what the tests of style and spelling share; sourced, never run
#
# Leaves the test in the project's folder, with
#
#	files PATTERN...	the project's files that match (tests/lib/files)
#	scripts INTERPRETER	those whose first line names it (a regular expression)
#	clean NAME COMMAND...	passes if COMMAND prints nothing

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/files.sh"

cd "$here/../.." || exit 1

scripts()
{
	files . | while read -r file; do
		if head -n 1 "$file" | grep -aqE "^#!.*/(env )?($1)( |\$)"; then
			echo "$file"
		fi
	done
}

clean()
{
	name=$1
	shift
	findings=$("$@" 2>&1)
	is "$findings" '' "$name"
}
