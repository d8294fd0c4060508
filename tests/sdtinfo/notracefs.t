#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# notracefs.t - sdtinfo builds without libtracefs; what is missing then is what the pages say

. "$(dirname "$0")/common.sh"

top=$here/../..
mkdir -p tree/kbuild tree/kmod tree/tools
cp -r "$top/kbuild/include" tree/kbuild
cp -r "$top/kmod/rules" tree/kmod
cp -r "$top/tools/sdtinfo" tree/tools
make -C tree/tools/sdtinfo clean >/dev/null
make -C tree/tools/sdtinfo PKG_CONFIG=false >log 2>&1
ok $? "builds without libtracefs"
is "$(ldd tree/tools/sdtinfo/sdtinfo | grep -c 'libtrace')" 0 "... and without need of it"
run tree/tools/sdtinfo/sdtinfo trace 'revdev::'
tells "$status:$out:$err" '1::sdtinfo: libtracefs libtracefs-dev' "trace says what is missing"
# Without -O, the Makefile adds what drops the code that needs libtracefs.
rm tree/tools/sdtinfo/sdtinfo tree/tools/sdtinfo/*.o
make -C tree/tools/sdtinfo PKG_CONFIG=false SDTINFO_CFLAGS=-g >log 2>&1
ok $? "... for a debugger, too"
# The machine can have libtracefs-dev.
rm tree/tools/sdtinfo/sdtinfo tree/tools/sdtinfo/tracefs/permission.o
make -C tree/tools/sdtinfo PKG_CONFIG=/nowhere/pkg-config >log 2>&1
ok $? "builds without pkg-config"
run tree/tools/sdtinfo/sdtinfo trace 'revdev::'
tells "$status:$out:$err" '1::sdtinfo: libtracefs pkg-config libtracefs-dev' "... which trace says"
run tree/tools/sdtinfo/sdtinfo help trace
is "$status:$err" 0: "... but explains itself"
run tree/tools/sdtinfo/sdtinfo trace --nonsense 'revdev::'
tells "$status:$out:$err" '2::sdtinfo nonsense' "... and a wrong option is a wrong option"

# libtracecmd alone can be missing as well.
if pkg-config --exists 'libtracefs >= 1.6' libtraceevent; then
	cat >pkg-config.tracefs <<-'END'
		#!/bin/sh
		case "$*" in
		*libtracecmd*) exit 1 ;;
		esac
		exec pkg-config "$@"
	END
	chmod +x pkg-config.tracefs
	mkdir half && cp -r tree/kbuild tree/kmod tree/tools half
	make -C half/tools/sdtinfo clean >/dev/null
	make -C half/tools/sdtinfo -j2 PKG_CONFIG=../../../pkg-config.tracefs SDTINFO_CFLAGS=-g >log 2>&1
	ok $? "builds without libtracecmd" || note "$(cat log)"
	is "$(ldd half/tools/sdtinfo/sdtinfo | grep -oE 'libtrace(cmd|fs)' | sort -u)" libtracefs \
		"... and without need of it"
	run half/tools/sdtinfo/sdtinfo trace --from ./hits.dat '*'
	tells "$status:$out:$err" '1::sdtinfo: ./hits.dat libtracecmd libtracecmd-dev' \
		"... which trace --from FILE says"
else
	note "no libtracefs 1.6 here"
fi

# lacks WORD...: whether that takes libtracefs
lacks()
{
	timeout 10 tree/tools/sdtinfo/sdtinfo "$@" 2>&1 </dev/null | grep -q 'built without it'
}

# Verbs and options that take a value get one that all of them understand.
without=$(for verb in $("$sdtinfo" help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	lacks "$verb" a::b a::c && echo "$verb"
done)
is "$(tr '\n' ' ' <"$top/docs/watching.md" | grep -oE '[^.]* use \[libtracefs' |
	grep -oE '`[a-z]+`' | tr -d '`' | grep -vx top | sort)" \
	"$(echo "$without" | sort)" "docs/watching.md: the verbs that need it"
without=$("$sdtinfo" help top | sed -nE 's/^  (-[a-zA-Z]), (--[a-z]+).*/\1/p' | while read -r option; do
	lacks top "$option" 1 a::b && echo "$option"
done)
is "$(sed -nE 's/^With (.*), .sdtinfo. reads.*/\1/p' "$top/docs/watching.md" | grep -oE '`-[a-zA-Z]`' | tr -d '`' | sort)" \
	"$(echo "$without" | sort)" "... and the options of top that do"

done_testing
