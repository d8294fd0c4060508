#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# lists.t - what pages list is what the sources have

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
cd "$here/../.." || exit 1

# words REGEX: what matches in the standard input, each once
words()
{
	grep -oE "$1" | LC_ALL=C sort -u
}

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
in_plugin=$(variable objects gcc-plugin/Makefile | sed 's/.*rules\///' | words '[a-z_]+\.o' | sed 's/o$/c/')
is "$(compiled 'the GCC plugin')" "$(printf '%s\n' "$rules" | grep -vxF "$in_plugin")" \
	'... and those that the plugin does not have'
is "$(variable sdtinfo-rules tools/sdtinfo/Makefile | words 'rules_[a-z_]+' | sed 's/rules_//; s/$/.c/')" \
	"$rules" '... and sdtinfo has all'

is "$(grep -vF 'not part of `make check`' tests/README.md | sed -n 's/^| `\([a-z]*\)\/` .*/\1/p' |
	while read -r folder; do ls "tests/$folder/"*.t >/dev/null 2>&1 && echo "$folder"; done | LC_ALL=C sort)" \
	"$(sed -n 's/^TESTS ?= $(foreach layer,\([a-z ]*\),.*/\1/p' Makefile | words '[a-z]+')" \
	'tests/README.md: the folders whose tests make check runs'
is "$(between '^`make check-gcc' '^$' <docs/internals/testing.md | words 'tests/[a-z/]+\.t')" \
	"$(sed -n '/^gcc-tests =/,/[^\\]$/p' Makefile | words 'tests/[a-z/]+\.t')" \
	'docs/internals/testing.md: the single tests of make check-gcc'

# Those of debian/control that only a Debian package takes are left out; of .ci/packages, those of
# a release or of a target.
depends=$(between '^Build-Depends' '^[A-Z][a-z]*-[A-Z]*:' <debian/control | grep -v '<cross>')
libraries=$(printf '%s\n' "$depends" | words 'lib[a-z-]*-dev')
is "$(between '^| Debian | purpose' '^$' <docs/compatibility.md | words '`lib[a-z-]*-dev`' | tr -d '`')" \
	"$libraries" 'docs/compatibility.md: the libraries that sdtinfo is built with'
is "$(sed -nE 's/^BuildRequires:[[:space:]]*pkgconfig\((lib)?(.*)\)/lib\2-dev/p' sdt.spec | LC_ALL=C sort)" \
	"$libraries" '... and sdt.spec'
is "$(sed 's/#.*//' .ci/packages | awk 'NF == 1 { print $1 }' | words '^lib.*-dev')" \
	"$libraries" '... and .ci/packages'
is "$(sed 's/#.*//; /@/d' .ci/packages | words '^gcc-[0-9]+-plugin-dev ' | tr -d ' ')" \
	"$(printf '%s\n' "$depends" | words 'gcc-[0-9]+-plugin-dev')" '... which has the compilers of debian/control'

is "$(words 'OpenZFS [0-9.]+[0-9]' <docs/porting.md)" \
	"$(sed -n "s/^title='\(.*\)'/\1/p" tests/adoption/zfs/about)" 'docs/porting.md: the version of OpenZFS'

is "$(sed -n 's/^	.*\[\([a-z_]*\)\]$/\1/p' docs/debugfs.md | sort -u |
	while read -r module; do grep -qw "$module\.o" examples/*/Kbuild || echo "$module"; done)" '' \
	'docs/debugfs.md: modules are those of examples/'
done_testing
