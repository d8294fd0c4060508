#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# shell.t - shellcheck finds nothing in the project's shell scripts
#
# tests/.shellcheckrc says what the tests may do that others may not.

. "$(dirname "$0")/lib.sh"

scripts 'sh|bash' >"${list:=$(mktemp)}"
trap 'rm -f "$list"' EXIT

ok "$([ "$(wc -l <"$list")" -gt 100 ]; echo $?)" "$(wc -l <"$list") scripts"
clean 'scripts' xargs -n 16 -P 2 shellcheck -f gcc <"$list"
# What they source has variables that only those who source it set or use.
clean 'what scripts source' shellcheck -s sh -e SC2034,SC2154 -f gcc \
	$(files '*.sh' | grep -vxFf "$list")
clean 'the completion of bash' shellcheck -s bash -f gcc tools/sdtinfo/sdtinfo.bash
done_testing
