# SPDX-License-Identifier: GPL-2.0-only
#
# git-tree.sh - skips a test of the sources where git cannot tell which files these are;
# sourced by it before it prints anything

if ! git -C "$(dirname "$0")" ls-files --error-unmatch . >/dev/null 2>&1; then
	echo '1..0 # SKIP not a git tree'
	exit
fi
