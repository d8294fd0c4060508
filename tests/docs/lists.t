#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# lists.t - what pages list is what the sources have

. "$(dirname "$0")/lib.sh"

# between FROM TO: the lines from one that matches to the next one that matches the other
between()
{
	sed -n "/$1/,/$2/p"
}

# variable NAME FILE: what a makefile assigns to it
variable()
{
	sed -nE ":a; /\\\\\$/{N; ba}; s/^$1[[:space:]]*:?\\+?=//p" "$2"
}

is "$(between '^- .sdt.ko. has .MODULE_LICENSE' '^- ' <docs/licensing.md | words '`_*sdt_[a-z_]*`' | tr -d '`')" \
	"$(grep -rhoE '^EXPORT_SYMBOL_GPL\(\w+' kmod --include='*.c' | words '_*sdt_[a-z_]*')" \
	'docs/licensing.md: the functions that sdt.ko exports'

# compiled WHERE: the files of kmod/rules that rules.h says are compiled into sdt.ko or the plugin
compiled()
{
	sed -n '/^ \* These files are compiled/,/\. /{s/^ \* //;p}' kmod/rules/rules.h | tr '\n' ' ' |
		sed "s/.*;\([^;]*\) into $1.*/\1/" | words '[a-z_]+\.c'
}
rules=$(cd kmod/rules && printf '%s\n' *.c | LC_ALL=C sort)
in_kernel=$(variable sdt-y kmod/Kbuild | words 'rules/[a-z_]+' | sed 's|rules/||; s/$/.c/')
is "$(compiled sdt.ko)" "$(printf '%s\n' "$rules" | grep -vxF "$in_kernel")" \
	'kmod/rules/rules.h: the files that sdt.ko does not have'
in_plugin=$(variable rules gcc-plugin/Makefile | words '[a-z_]+' | sed 's/$/.c/')
is "$(compiled 'the GCC plugin')" "$(printf '%s\n' "$rules" | grep -vxF "$in_plugin")" \
	'... and those that the plugin does not have'
is "$(variable rules tools/sdtinfo/Makefile | words '[a-z_]+' | sed 's/$/.c/')" \
	"$rules" '... and sdtinfo has all'

is "$(grep -vF 'not part of `make check`' tests/README.md | sed -n 's/^| `\([a-z]*\)\/` .*/\1/p' |
	while read -r folder; do ls "tests/$folder/"*.t >/dev/null 2>&1 && echo "$folder"; done | LC_ALL=C sort)" \
	"$(sed -n 's/^TESTS ?= $(foreach layer,\([a-z ]*\),.*/\1/p' tests/Makefile | words '[a-z]+')" \
	'tests/README.md: the folders whose tests make check runs'
is "$(between '^`make check-gcc' '^$' <docs/internals/testing.md | words 'tests/[a-z/]+\.t')" \
	"$(sed -n '/^gcc-tests =/,/[^\\]$/p' tests/Makefile | words 'tests/[a-z/]+\.t')" \
	'docs/internals/testing.md: the single tests of make check-gcc'

# Those of debian/control that only a Debian package takes are left out; of .ci/packages, those of
# a release or of a target.
depends=$(between '^Build-Depends' '^[A-Z][a-z]*-[A-Z]*:' <debian/control | grep -v '<cross>')
libraries=$(printf '%s\n' "$depends" | words 'lib[a-z-]*-dev')
is "$(between '^| Debian | purpose' '^$' <docs/compatibility.md | words '`lib[a-z-]*-dev`' | tr -d '`')" \
	"$libraries" 'docs/compatibility.md: the libraries that sdtinfo is built with'
is "$(sed -nE 's/^BuildRequires:[[:space:]]*pkgconfig\((lib)?(.*)\).*/lib\2-dev/p' sdt.spec | LC_ALL=C sort)" \
	"$libraries" '... and sdt.spec'
is "$(sed 's/#.*//' .ci/packages | awk 'NF == 1 || $2 ~ /^-/ { print $1 }' | words '^lib.*-dev')" \
	"$libraries" '... and .ci/packages'
is "$(sed 's/#.*//; /@/d' .ci/packages | words '^gcc-[0-9]+-plugin-dev ' | tr -d ' ')" \
	"$(printf '%s\n' "$depends" | words 'gcc-[0-9]+-plugin-dev')" '... which has the compilers of debian/control'

is "$(words 'OpenZFS [0-9.]+[0-9]' <docs/porting.md)" \
	"$(sed -n "s/^title='\(.*\)'/\1/p" tests/adoption/zfs/about)" 'docs/porting.md: the version of OpenZFS'

is "$(sed -n 's/^	.*\[\([a-z_]*\)\]$/\1/p' docs/debugfs.md | sort -u |
	while read -r module; do grep -qw "$module\.o" examples/*/Kbuild || echo "$module"; done)" '' \
	'docs/debugfs.md: modules are those of examples/'
# created MODE: those that sdt.ko creates in debugfs with that mode
created()
{
	grep -rhoE "debugfs_create_file\(\"[a-z]+\", $1" kmod --include='*.c' | words '"[a-z]+"' | tr -d '"'
}
# row READERS WRITERS: the names in the rows of docs/security.md that say so
row()
{
	sed -nE "s/^\| .debugfs sdt\/(.*) \| $1 \| $2 \|$/\1/p" docs/security.md | words '[a-z]+`' | tr -d '`'
}
is "$(row 'root, .*' nobody)" "$(created 0400)" 'docs/security.md: the files in debugfs that root can read'
is "$(row 'the same' root)" "$(created 0600)" '... that root can read and write'
is "$(row nobody root)" "$(created 0200)" '... and that root can only write'

# number MACRO: its value, as pages write it
number()
{
	value "$1" | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'
}
limits=$(tr '\n' ' ' <docs/limitations.md | tr -s ' ')
like "$limits" "A probe has at most $(number SDT_MAX_ARGS) arguments" 'docs/limitations.md: the number of arguments'
like "$limits" "More than $(number SDT_MAX_PROVIDERS) providers" '... of providers'
like "$limits" "At most $(number SDT_RAW_SLOTS) raw tracepoints" '... of raw tracepoints'
like "$limits" "at most $(number SDT_RAW_MAX_ARGS) arguments \(" '... and of their arguments'

is "$(between '^`sdt.ko` needs these options' '^Clients' <docs/compatibility.md | grep '^- `CONFIG' |
	head -n 4 | words 'CONFIG_[A-Z_]+')" \
	"$(grep -rhE '^# error ".*needs' kmod --include='*.h' | words 'CONFIG_[A-Z_]+')" \
	'docs/compatibility.md: the options without which sdt.ko does not compile'

is "$(between '^## Debian packages' '^###' <docs/installing.md | sed -n 's/^- `\([a-z-]*\)`:.*/\1/p' | LC_ALL=C sort)" \
	"$(sed -n 's/^Package: //p' debian/control | LC_ALL=C sort)" 'docs/installing.md: the Debian packages'

is "$(sed -n '/^- `make /s/:.*//p' docs/internals/testing.md | words '`make [a-z0-9-]+' | cut -c 7- |
	while read -r target; do grep -qsE "^$target:.*##" Makefile tests/Makefile || echo "$target"; done)" '' \
	'docs/internals/testing.md: the targets of make exist'
done_testing
