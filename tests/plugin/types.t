#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The description of each argument is what the compiler knows: cases/types.c has what
# is expected beside the arguments.
. "$(dirname "$0")/lib.sh"

# wanted FORM: lines "PROBE.N WHAT" of the source.  What stands beside TRACE_X() is that of probe
# macro_x.
wanted()
{
	awk -v form="$1" '
		/^[\t ]*\/\* plain: / {
			if (form == "none") {
				sub(/.*plain: /, "")
				sub(/ \([^()]*\) \*\/$/, "")
				wanted = probe "." n - 1 " " $0
			}
			next
		}
		/^\tTRACE_/ { probe = $1; sub(/\(.*/, "", probe); sub(/TRACE_/, "macro_", probe)
			probe = tolower(probe); n = 0 }
		/^\t.*[A-Z]+[0-9]?\([a-z0-9_]+,/ && !/^\tTRACE_[^L]/ {
			probe = $0; sub(/.*[A-Z][0-9]?\(/, "", probe); sub(/,.*/, "", probe); n = 0 }
		sub(/^\t.*[^ ].*\/\* /, "") && sub(/ \*\/$/, "") {
			if (wanted)
				print wanted
			wanted = probe "." n++ " " $0
		}
		END { print wanted }' "$dir/types.c"
}

# got: the same of the module
got()
{
	"$sdtinfo" dump "$dir/types.ko" | tr -s ' ' | awk '
		/^sdt / { probe = $4; sub(/^open-/, "", probe); n = 0 }
		sub(/^ arg[0-9]+ /, "") { print probe "." n++, $0 }'
}

for form in plugin none; do
	dir=$tmp/$form
	mkdir "$dir"
	cp "$here/cases/types.c" "$dir"
	printf 'obj-m := types.o\ninclude %s/kbuild/sdt.mk\nccflags-y += $(types-flags)\n' \
		"$top" > "$dir/Kbuild"
	if [ $form = plugin ]; then
		log=$(module "$dir" types-flags=-fplugin-arg-sdt_plugin-no-warn-unresolved)
		unlike "$log" 'warning|error' 'with the plugin, they compile silently'
	else
		"$top/tests/lib/plain-modules" "$dir"
		log=$(module "$dir" sdt-plugin=n)
		unlike "$log" 'error' 'without it, they compile'
		is "$(echo "$log" | sed -n 's/.*warning: //p')" \
			"probe argument 4 has a bound that cannot be evaluated here and is ignored: 'sizeof(int)'" \
			'... with one warning'
	fi
	wanted $form | sort > "$dir/wanted"
	# A plain char has no sign since Linux 6.2, and never had one on arm64.
	if [ "$machine" = aarch64 ] || grep -qs -e '-funsigned-char' "$dir"/.*.o.cmd; then
		sed -i 's/ char 1-byte signed/ char 1-byte unsigned/; s/ signed char 1-byte unsigned/ signed char 1-byte signed/' \
			"$dir/wanted"
	fi
	if [ "$machine" != x86_64 ]; then
		ok 0 'named address spaces # SKIP they are those of x86'
		sed -i '/^named\./d' "$dir/wanted"
	fi
	got | sort > "$dir/got"
	if [ $form = none ]; then
		is "$(diff "$dir/wanted" "$dir/got")" '' '... and are what is beside them'
		continue
	fi
	while IFS= read -r line; do
		is "$(grep -F "${line%% *} " "$dir/got")" "$line" "$line"
	done < "$dir/wanted"
	is "$(wc -l < "$dir/got")" "$(wc -l < "$dir/wanted")" 'no argument without an expectation'
done

# The kernel's __user is an attribute for newer compilers: then it is known
# without the author's word.
mkdir "$tmp/tags"
cat > "$tmp/tags/tags.c" <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
#if !__has_attribute(btf_type_tag)
# error no attribute
#endif
#define USER	__attribute__((btf_type_tag("user")))
#define RCU	__attribute__((btf_type_tag("rcu")))
struct item { struct item RCU *next; };
void tags(const char USER *user, struct item *item, int n);
void tags(const char USER *user, struct item *item, int n)
{
	DTRACE_PROBE3(tags, const char *, user, whatever, item->next, int, n);
}
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Attributes of pointers");
END
printf 'obj-m := tags.o\ninclude %s/kbuild/sdt.mk\n' "$top" > "$tmp/tags/Kbuild"
log=$(module "$tmp/tags")
if printf '%s' "$log" | grep -q 'no attribute'; then
	ok 0 'attributes of pointers # SKIP this compiler has no such attributes'
else
	is "$("$sdtinfo" dump "$tmp/tags/tags.ko" | tr -s ' ' | sed -n 's/^ arg[0-9] //p')" \
"user const char * 8-byte user string pointer
next struct item * 8-byte rcu pointer, declared whatever
n int 4-byte signed integer" 'attributes of pointers'
fi

# Without the plugin, two objects with the same probe can know its types differently.
mkdir "$tmp/shared"
cat > "$tmp/shared/shared.h" <<'END'
#include <linux/module.h>
#include <linux/sdt.h>
enum state { IDLE, BUSY };
typedef enum { RED, GREEN } color_t;
static inline void note(enum state state, color_t color, int (*handlers[2])(int))
{
	DTRACE_PROBE3(note, enum state, state, color_t, color, int (**)(int), handlers);
}
void with(int (*handlers[2])(int), int n);
void without(int (*handlers[2])(int), int n);
END
for name in with without; do
	printf '#include "shared.h"\nvoid %s(int (*handlers[2])(int), int n)\n{\n\tnote(n, n, handlers);\n}\n' \
		$name > "$tmp/shared/$name.c"
done
printf 'MODULE_LICENSE("GPL");\nMODULE_DESCRIPTION("A probe in a header");\n' >> "$tmp/shared/with.c"
printf 'obj-m := shared.o\nshared-y := without.o with.o\nCFLAGS_without.o := -g0\ninclude %s/kbuild/sdt.mk\n' \
	"$top" > "$tmp/shared/Kbuild"
log=$(module "$tmp/shared" sdt-plugin=n KCFLAGS='-g -gsplit-dwarf')
unlike "$log" 'warning|error' 'an object without debugging information, another with what is not split'
is "$("$sdtinfo" dump "$tmp/shared/shared.ko" | tr -s ' ' | sed -n 's/^ arg[0-9] //p; s/.* \([12]\) sites/\1 sites/p')" \
"2 sites
state enum state 4-byte unsigned enum {IDLE, BUSY}
color color_t 4-byte unsigned enum {RED, GREEN}
handlers int (**)(int) 8-byte pointer" '... have a probe in common'
done_testing
