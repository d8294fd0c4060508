#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# messages.t - the errors and warnings that docs/troubleshooting.md explains, and those that
# examples of other pages show, are in the sources
#
# Advises to explain those that a change adds, compared with the commit $BASE: by default
# where the branch left main, or, on main, the commit before.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/files.sh"
cd "$here/../.." || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# messages WHAT ARG...
messages()
{
	what=$1
	shift
	python3 "$here/messages.py" "$what" . "$@" 2>&1
}

is "$(messages gone docs/troubleshooting.md)" '' 'what is explained is there'
is "$(messages shown $(files 'docs/*.md'))" '' '... and what examples show'
count=$(messages all | wc -l)
ok "$([ "$count" -gt 200 ]; echo $?)" "$count messages in the sources"

if [ -z "${BASE-}" ]; then
	BASE=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
	[ "$BASE" != "$(git rev-parse HEAD)" ] || BASE=HEAD^
fi
if git archive "$BASE" gcc-plugin kmod kbuild tools 2>/dev/null | tar -x -C "$tmp" 2>/dev/null; then
	advise "$(messages new docs/troubleshooting.md "$tmp")" \
		'docs/troubleshooting.md explains new messages'
else
	note "there is no commit $BASE to compare with"
fi
done_testing
