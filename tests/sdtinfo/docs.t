#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# docs.t - help, man page, completion and docs/ agree with each other and with the program
#
# Options are in the help, the man page and the completion as the program prints them from the
# table that it parses them with: see tools/sdtinfo/help.c.

. "$(dirname "$0")/common.sh"

tools=$(dirname "$sdtinfo")
man=$tools/sdtinfo.1
docs=$here/../../docs
completion=$tools/sdtinfo.bash
revdev=$here/../../examples/revdev/revdev.ko
if [ ! -e "$revdev" ]; then
	echo "Bail out! no $revdev: run make first"
	exit 1
fi

# -- verbs ---------------------------------------------------------------------

# rendered WIDTH: the man page as it is shown
rendered()
{
	mandoc -Tascii -Owidth="$1" "$man" | sed 's/.\x08//g'
}

# section NAME: lines of the man page's source
section()
{
	awk -v name="$1" '/^\.Sh/ { on = $0 == ".Sh " name; next } on' "$man"
}

# offered WORD...: what completion offers for the last word
offered()
{
	bash -c '. "$1"
		shift
		PATH=${0%/*}:$PATH
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE=$*
		COMP_POINT=${#COMP_LINE}
		_sdtinfo sdtinfo
		printf "%s\n" "${COMPREPLY[@]}"' "$sdtinfo" "$completion" "$@" | sort
}

"$sdtinfo" help >help
verbs=$(sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p' help | sort)
like "$verbs" "^dump$" "the help lists verbs"
is "$(section VERBS | sed -n 's/^\.Ss //p' | sort)" "$verbs" "verbs: the man page's are the help's"
is "$(offered sdtinfo "")" "$verbs" "verbs: the completion's are the help's"
is "$(offered sdtinfo help "")" "$verbs" "verbs: the completion's behind help, too"

is "$(section NAME | sed -n 's/^\.Nd /sdtinfo - /p')" "$(head -n 1 help)" "name: the man page's is the help's"
is "$(section DESCRIPTION | sed '/^\.Ss/,$d' | sed -n 's/^\.Pq Cm //p' | grep -oE '[a-z]+' | sort)" \
	"$(echo "$verbs" | grep -vx help)" "description: the man page's has all verbs"
is "$(section "EXIT STATUS" | sed -n 's/^\.It \([0-9]\)$/\1/p')" \
	"$(sed -n '/^Exit codes:/,$s/^  \([0-9]\) .*/\1/p' help)" "exit codes: the man page's are the help's"
is "$(offered sdtinfo -)" "$(sed -n 's/^  sdtinfo \(-.*\)/\1/p' help | tr -s ' |' '\n' | sort)" "options in place of a verb: the completion's are the help's"

# -- options -------------------------------------------------------------------

# Each a line: "-k, --kernel RELEASE"
help_options()
{
	"$sdtinfo" help "$1" |
	sed -nE 's/^  (-[a-zA-Z],|   ) (--[a-z-]+(=[A-Z][A-Za-z.]*)?)(  .*)?$/\1 \2/p' |
	sed 's/^ *//; s/=/ /' | sort
}

# Those in front of the first verb are of every verb.
man_options()
{
	section VERBS |
	awk -v verb="$1" 'BEGIN { on = 1 } /^\.Ss/ { on = $2 == verb } on' |
	sed -nE '/^\.It Fl/ { s/^\.It //; s/Fl ([a-zA-Z-])/-\1/g; s/Ar //; s/ , /, /; p }' |
	sort
}

# From such lines all words: a letter, and "--kernel"
words()
{
	grep -oE '^-[a-zA-Z]\b|--[a-z-]+' | sort
}

for verb in $verbs; do
	options=$(help_options "$verb")
	like "$options" "^-h, --help$" "help $verb lists options"
	is "$(man_options "$verb")" "$options" "options of $verb: the man page's are the help's"
	is "$(offered sdtinfo "$verb" -)" "$(echo "$options" | words)" "options of $verb: the completion's are the help's"
done

# with_option OPTION: the verbs that have it, each in backquotes
with_option()
{
	for verb in $verbs; do
		help_options "$verb" | grep -qxE -e "$1" && echo "\`$verb\`"
	done
}

# in_sentence REGEX FILE: the verbs in the first sentence from where it matches
in_sentence()
{
	tr '\n' ' ' <"$docs/$2" | grep -oE "$1[^.;:]*" | head -n 1 | sed 's/sdtinfo //g' |
		grep -oE '`[a-z]+( -j)?`' | sed 's/ -j//' | sort
}

is "$(in_sentence 'With `-j`, `sdtinfo' sdtinfo-json.md)" "$(with_option '--pretty')" \
	"sdtinfo-json.md: the verbs that print a document"
is "$(in_sentence '`sdtinfo trace -j`' sdtinfo-json.md)" \
	"$(with_option '-j, --json' | grep -vxF "$(with_option '--pretty')")" "... and those that print other objects"
is "$(in_sentence '### Whose hits ' watching.md)" "$(with_option '-g, --cgroup CGROUP')" \
	"watching.md: the verbs that watch some tasks"

# -- the man page --------------------------------------------------------------

is "$(grep -rhoE '"/(run|var)/[^"]*"' "$tools" --include='*.[ch]' | tr -d '"' | sort -u)" \
	"$(section FILES | sed -nE 's,^\.It Pa (/(run|var)/.*),\1,p' | sort)" "files: those that sdtinfo writes"
is "$(grep -rhoE '"sdt(info-%|-"$)' "$tools" --include='*.[ch]' | grep -oE 'sdt(info)?-' | sort -u)" \
	"$(section FILES | sed -nE 's,^\.It Pa .*/instances/(sdt(info)?-).*,\1,p' | sort)" "... and trace instances"
changed=$(git -C "$tools" log -1 --format=%ad --date=format:%Y%m%d -- sdtinfo.1.in 2>/dev/null)
dated=$(date -d "$(sed -n 's/^\.Dd //p' "$man")" +%Y%m%d)
advise "$([ "${changed:-0}" -le "$dated" ] || echo "$dated, changed $changed")" "its date is that of its last change"

ok "$(command -v mandoc >/dev/null; echo $?)" "there is mandoc"
# Whether the pages that it refers to are installed is another matter.
is "$(mandoc -Tlint -Wstyle "$man" 2>/dev/null | grep -v 'referenced manual not found')" "" "mandoc -Tlint finds nothing"
is "$(rendered 80 | grep -E '.{81}')" "" "the man page fits in 80 columns"

# The older module that diff is shown with
mkdir old
cd old || exit 1
object revdev.o <<'END'
probe sdt:revdev_ioctl:ioctl-entry rev_dev.c:66
  arg fp   "struct file *" "struct file *"     8 pointer
  arg cmd  "unsigned int"  "unsigned int"      4 integer
  arg arg  "int"           "int"               4 integer signed
probe sdt:revdev_read:read-entry rev_dev.c:54
  arg fp   "struct file *" "struct file *"     8 pointer
  arg text "char *"        "char *"            8 string
probe sdt:revdev_read:read-done rev_dev.c:58
  arg text "char *"        "char *"            8 string
  arg ret  "ssize_t"       "ssize_t"           8 integer signed "aka=long int"
probe sdt:revdev_write:write-entry rev_dev.c:34
  arg fp   "struct file *" "struct file *"     8 pointer
  arg buf  "char *"        "char *"            8 string
  arg len  "size_t"        "size_t"            8 integer "aka=long unsigned int"
probe sdt:revdev_write:write-return rev_dev.c:39
  arg text "char *"        "char *"            8 string
  arg ret  "ssize_t"       "ssize_t"           8 integer signed "aka=long int"
END
module revdev.ko revdev.o
cd ..
cp "$revdev" revdev.ko

# A site's offset is the compiler's business, and json-c 0.18 writes an empty array in one line.
alike()
{
	sed -E 's/\+0x[0-9a-f]+ */+0x /; /\[$/{N; s/\[\n *\]/[]/}'
}

section EXAMPLES | sed 's/\\-/-/g; s/\\&//g; s/\\e/\\/g' |
awk '/^\.Bd/ { shown = 1; next } /^\.Ed/ { shown = 0 }
	shown && /^\$ / { n++; print substr($0, 3) >("command." n)
		printf "" >("expected." n); next }
	shown { print >("expected." n) }'
n=0
while [ -e "command.$((n + 1))" ]; do
	n=$((n + 1))
	command=$(cat "command.$n")
	is "$(PATH="$tools:$PATH" sh -c "$command" 2>&1 | alike)" \
		"$(alike <"expected.$n")" "example: $command"
done
ok "$(test $n -ge 6; echo $?)" "the man page has examples"

# -- 80 columns ----------------------------------------------------------------

too_wide()
{
	"$@" 2>&1 | expand | grep -E '.{81}'
}

is "$(too_wide "$sdtinfo" help)" "" "help fits in 80 columns"
for verb in $verbs; do
	is "$(too_wide "$sdtinfo" help "$verb")" "" "help $verb fits in 80 columns"
done
for verb in list dump "dump -v" verify "diff old/revdev.ko"; do
	is "$(too_wide "$sdtinfo" $verb revdev.ko)" "" "${verb%.ko} of revdev.ko fits in 80 columns"
done
# A type runs over rather than being cut.
is "$(too_wide "$sdtinfo" args revdev.ko | grep -v '{aka ')" "" "args of revdev.ko fits in 80 columns but for long types"

done_testing
