#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# sdtinfo.t - cppcheck finds nothing in sdtinfo
#
# variableScope is off: kernel style declares variables at the head of a function.
# So is preprocessorErrorDirective: cppcheck does not know __has_include().

. "$(dirname "$0")/lib.sh"

clean 'cppcheck' cppcheck --quiet --std=c11 --template=gcc -j 2 \
	--enable=warning,performance,portability,style \
	--suppress=variableScope --suppress=preprocessorErrorDirective \
	-Ikbuild/include -Itools/sdtinfo $(files 'tools/sdtinfo/*.c')
done_testing
