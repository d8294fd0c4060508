#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# interfaces.t - the files, parameters, options, functions and metrics that pages describe are
# those that the code has, with the same limits

. "$(dirname "$0")/lib.sh"

# section PAGE HEADING: the lines below the heading
section()
{
	awk -v heading="$2" '/^```/ { code = !code } /^#/ && !code { on = $0 == heading; next } on' "docs/$1"
}

# keys: the words in backquotes that the items of lists in the standard input begin with
keys()
{
	sed -n 's/^- \(`[^:]*\):.*/\1/p' | grep -o '`[^`]*`' | tr -d '`' | LC_ALL=C sort -u
}

# -- docs/debugfs.md ---------------------------------------------------------------
is "$(sed -n 's/^## \([a-z]*\)\/\{0,1\}$/\1/p' docs/debugfs.md | LC_ALL=C sort)" \
	"$(grep -rhoE 'debugfs_create_(file|dir)\("[a-z]+"' kmod --include='*.c' | sed 's/.*"\(.*\)"/\1/' |
		grep -vx sdt | LC_ALL=C sort)" 'debugfs.md: the files'
is "$(section debugfs.md '## stats' | keys)" \
	"$(sed -n '/^static int stats_show/,/^}/p' kmod/interfaces/debugfs.c | words '"[a-z_]+ %' | tr -d '"% ')" \
	'... the keys of stats'
is "$(section debugfs.md '## probes' | sed -n 's/^	//p' | words '[a-z]+=' | tr -d =)" \
	"$(section debugfs.md '## probes' | keys)" '... the fields of probes that the example has'

# -- docs/events.md ----------------------------------------------------------------
is "$(section events.md '## Parameters' | keys)" \
	"$(grep -rhoE '^module_param_cb\([a-z_]+' kmod --include='*.c' | sed 's/.*(//' | LC_ALL=C sort)" \
	'events.md: the parameters'
is "$(section events.md '## Parameters' | tr '\n' ' ' | sed -n 's/.*NUL of a string: \([0-9]*\) to \([0-9]*\),.*/\1 \2/p')" \
	"$(value SDT_STRING_SIZE_MIN) $(value SDT_STRING_SIZE_MAX)" '... the limits of string_size'
is "$(section events.md '## Fields' | tr '\n' ' ' | grep -oE 'together at most [0-9,]+' | tr -cd 0-9)" \
	"$(value SDT_COPIES_SIZE)" '... and of all copies'
raw=$(section events.md '## Raw tracepoints' | tr '\n' ' ')
is "$(echo "$raw" | sed -E 's/.*Up to ([0-9]+),?([0-9]+).*kernel passes at most ([0-9]+)\..*/\1\2 \3/')" \
	"$(value SDT_RAW_SLOTS) $(value SDT_RAW_MAX_ARGS)" '... of raw tracepoints'
is "$(echo "$raw" | sed -E 's/.*more than ([0-9]+) bytes.*up to ([0-9]+) patterns.*/\1 \2/')" \
	"$(($(value NAME_SIZE) - 1)) $(sed -n 's/^static char \*names\[\([0-9]*\)\];/\1/p' kmod/raw/tracepoints.c)" \
	'... and of their names'

# -- docs/handlers.md --------------------------------------------------------------
header=kmod/include/linux/sdt_handler.h
is "$(words '`sdt_[a-z_]+\(' <docs/handlers.md | tr -d '`(' | while read -r name; do
	grep -qE "\b$name\(" $header || echo "$name"
done)" '' 'handlers.md: the functions are in the header'
is "$(grep -oE '^[a-z#].*\b\*?sdt_[a-z_]+\(' $header | words 'sdt_[a-z_]+\($' | tr -d '(' | while read -r name; do
	grep -q "\b$name\b" docs/handlers.md || echo "$name"
done)" '' '... and it has all of them'

# -- the build ---------------------------------------------------------------------
is "$(section writing-probes.md '## The build' | keys | sed -n 's/^-fplugin-arg-sdt_plugin-//p')" \
	"$(words '"-fplugin-arg-sdt_plugin-[a-z-]+\\t' <gcc-plugin/plugin.cc | sed 's/.*sdt_plugin-//; s/.t$//')" \
	'writing-probes.md: the options of the plugin that have no value'
is "$(sed -n 's/^sdt-settings := //p' kbuild/sdt.mk | tr ' ' '\n' | while read -r name; do
	grep -q "\`$name\b" docs/*.md || echo "$name"
done)" '' 'each setting of sdt.mk is on a page'

# -- docs/watching.md --------------------------------------------------------------
is "$(section watching.md '## For monitoring' | keys)" \
	"$(grep -rhoE '(metrics_family|print_gauge)\(\w+, "sdt_[a-z_]+"' tools/sdtinfo --include='*.c' |
		words 'sdt_[a-z_]+')" 'watching.md: the metrics'
is "$(section watching.md '### Which probes' | sed -n 's/^| `//p' | words '`?-[a-z]+`, `-[a-z]+`' | tr -d '\140' |
	sed 's/^/-/; s/^--/-/' | LC_ALL=C sort)" \
	"$(find tools/sdtinfo -name '*.c' -exec sed -n '/^} suffixes\[\] = {/,/^};/p' {} + |
		sed -n 's/.*"\(.*\)", "\(.*\)".*/-\1, -\2/p' | LC_ALL=C sort)" '... the pairs of names'
done_testing
