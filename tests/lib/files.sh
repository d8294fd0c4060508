# SPDX-License-Identifier: GPL-2.0-only
#
# files.sh - the project's files, for a test of the sources; sourced by it before it prints
# anything, with its own folder in $here
#
#	files PATTERN...	those that match, as tests/lib/files prints them

files()
{
	"$here/../lib/files" "$@"
}

if ! command -v git >/dev/null; then
	echo '1..0 # SKIP git, which lists the sources, is not installed'
	exit
fi
