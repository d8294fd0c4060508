#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# licenses.t - debian/copyright, sdt.spec and the pages say of each file the license that its
# SPDX line has

. "$(dirname "$0")/lib.sh"

headers=$(files 'kbuild/include/*.h')
ok "$([ "$(echo "$headers" | wc -l)" -ge 6 ]; echo $?)" "$(echo "$headers" | wc -l) headers"
sources=$(files . | grep -v COPYING)
# shellcheck disable=SC2086 # one word for each file
{
	clean debian/copyright python3 tests/lint/licenses.py copyright $sources
	clean sdt.spec python3 tests/lint/licenses.py spec $sources
	for page in README.md docs/licensing.md; do
		clean "$page" python3 tests/lint/licenses.py page $page $headers
	done
}
done_testing
