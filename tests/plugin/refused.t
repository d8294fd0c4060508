#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What cannot be a probe is refused at the author's own line; what is odd gets
# a warning there.
. "$(dirname "$0")/lib.sh"

kernel_flags
cp "$here/refused/refused.c" "$tmp"

said=$(compile "$tmp/refused.c" "$tmp/refused.o")
ok "$([ ! -e "$tmp/refused.o" ]; echo $?)" 'no object file is left'

# Every line with a remark: is it said there?
grep -nE '/\* (error|warning): ' "$tmp/refused.c" > "$tmp/wanted"
while IFS= read -r line; do
	number=${line%%:*}
	text=$(printf '%s' "$line" | sed 's:.*/\* \(.*\) \*/:\1:')
	like "$said" "refused\.c:$number:[0-9]+: $text" "line $number: $text"
done < "$tmp/wanted"

# And nothing else.
is "$(printf '%s\n' "$said" | sed -n '/^[^ ]*refused.c:[0-9:]* \(error\|warning\): /p' | cut -d: -f2 | sort -nu)" \
   "$(cut -d: -f1 "$tmp/wanted" | sort -nu)" 'no other line gets a diagnostic'

# What only shows when functions have been inlined.
cat > "$tmp/inlined.c" <<'END'
#include <linux/compiler.h>
#include <linux/sdt.h>

static __always_inline void probed(int a)
{
	DTRACE_PROBE1(inner, int, a);
}

void fine(int a);
void fine(int a) { probed(a); }

noinstr void outer(int a);
noinstr void outer(int a) { probed(a); }
END
like "$(compile "$tmp/inlined.c" "$tmp/inlined.o")" \
	'inlined\.c:13:.* error: probe .inner. of inline function .probed. in .noinstr. function .outer.' \
	'a probe is refused where inlining brings it into noinstr code'
ok "$([ ! -e "$tmp/inlined.o" ]; echo $?)" '... and no object file is left'

# GCC's own switches work on them.
unlike "$(compile "$tmp/refused.c" "$tmp/refused.o" -w)" ' warning: ' '-w silences the warnings'
like "$(compile "$tmp/refused.c" "$tmp/refused.o" -fplugin-arg-sdt_plugin-nonsense)" \
	'unknown or incomplete option .-fplugin-arg-sdt_plugin-nonsense' \
	'an unknown option is an error'
unlike "$(compile "$tmp/refused.c" "$tmp/refused.o" -fplugin-arg-sdt_plugin-no-warn-side-effects)" \
	'side effect' 'the warning of side effects can be turned off'
done_testing
