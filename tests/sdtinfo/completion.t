#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# completion.t - how command lines are completed in an interactive bash
#
# docs.t compares the verbs and options that it offers with the help.

. "$(dirname "$0")/common.sh"
needs_terminal

object one.o <<'END'
probe sdt:mod_read:read-entry one.c:1
probe sdt:mod_read:read-return one.c:2
probe sdt:mod_write:write-entry one.c:3
probe io:mod_write:start one.c:4
enabled sdt:mod_write:write-entry one.c:5
END
module mod.ko one.o
mkdir "my folder" empty
cp mod.ko "my folder/a b.ko"
for end in xz zst gz txt; do
	: >"empty/packed.ko.$end"
done
: >empty/one.o

# One bash for all: it says what became of a line, and what it was offered.
cat >rc <<'END'
PS1='READY>'
bind 'set bell-style none'
. "$COMPLETION"
record()
{
	_sdtinfo "$@"
	printf '%s\n' "${COMPREPLY[@]}" >replies
}
complete -F record sdtinfo
say()
{
	printf '%s|\n' "$READLINE_LINE" >line
	READLINE_LINE=
	echo SAID
}
bind -x '"\C-xl": say'
END
cat >type.py <<'END'
import os, pty, signal, sys

def read_until(fd, wanted):
    seen = b""
    while wanted not in seen:
        seen += os.read(fd, 65536)

signal.alarm(300)
pid, fd = pty.fork()
if not pid:
    os.execvp("bash", ["bash", "--rcfile", "rc", "-i"])
read_until(fd, b"READY>")
for line in sys.stdin.buffer:
    os.write(fd, line.rstrip(b"\n") + b"\t\x18l")
    read_until(fd, b"SAID")
    print("said", flush=True)
END
mkdir bin
ln -s "$sdtinfo" bin/sdtinfo
HOME=$PWD PATH=$PWD/bin:$PATH
export HOME PATH
mkfifo asked said
COMPLETION=$here/../../tools/sdtinfo/sdtinfo.bash INPUTRC=/dev/null \
	HISTFILE=/dev/null TERM=dumb python3 type.py <asked >said &
exec 3>asked 4<said

# tab LINE: type it and the tab key; sets $line, with a | at its end, and $replies
tab()
{
	: >line
	: >replies
	printf '%s\n' "$1" >&3
	read -r _ <&4
	line=$(cat line)
	replies=$(paste -sd, replies)
}

# becomes LINE WANTED WHAT
becomes()
{
	tab "$1"
	is "$line" "$2|" "$3"
}

# offers LINE WANTED WHAT: the candidates, joined by commas
offers()
{
	tab "$1"
	is "$replies" "$2" "$3"
}

# -- verbs and options ---------------------------------------------------------

becomes "sdtinfo ver" "sdtinfo verify " "a verb"
becomes "sdtinfo help ver" "sdtinfo help verify " "a verb after help"
offers "sdtinfo help verify " "" "only one verb after help"
becomes "sdtinfo list --ke" "sdtinfo list --kernel " "a long option"
becomes "sdtinfo list mod.ko --js" "sdtinfo list mod.ko --json " "an option after a file"
offers "sdtinfo dump -- -" "" "no option after --"
releases=$(ls /lib/modules | paste -sd,)
like "$releases" . "there are kernels"
for option in --kernel "-a --kernel"; do
	offers "sdtinfo list $option " "$releases" "releases after $option"
done
offers "sdtinfo list -a --kernel=" "$releases" "releases after --kernel="
becomes "sdtinfo list -a --kernel emp" "sdtinfo list -a --kernel emp" "no directories after it"
becomes "sdtinfo list -a --kernel ./emp" "sdtinfo list -a --kernel ./empty/" "... unless there is a slash"
becomes "sdtinfo link --module m -o empty/on" "sdtinfo link --module m -o empty/one.o " "any file after -o"
offers "sdtinfo link --module m -o nix" "" "... if there is one"
offers "sdtinfo link --module " "" "nothing after --module"
becomes "sdtinfo trace --from empty/on" "sdtinfo trace --from empty/one.o " "a file after --from"

# -- files ---------------------------------------------------------------------

for verb in dump verify diff list args gen; do
	becomes "sdtinfo $verb ./mo" "sdtinfo $verb ./mod.ko " "a module, for $verb"
	offers "sdtinfo $verb ./empty/" "./empty/packed.ko.gz,./empty/packed.ko.xz,./empty/packed.ko.zst" "packed ones, and no other files, for $verb"
done
offers "sdtinfo diff mod.ko mo" "mod.ko" "another module"
offers "sdtinfo link -m m empty/" "empty/one.o" "objects for link"
offers "sdtinfo dump nix" "" "no such file"
becomes "sdtinfo dump my" 'sdtinfo dump my\ folder/' "a folder with a space"
becomes 'sdtinfo dump my\ folder/' 'sdtinfo dump my\ folder/a\ b.ko ' "a file in it"
becomes 'sdtinfo dump "my folder/' 'sdtinfo dump "my folder/a b.ko" ' "... in double quotes"
becomes "sdtinfo dump 'my folder/" "sdtinfo dump 'my folder/a b.ko' " "... in single quotes"
becomes 'sdtinfo dump ~/mo' 'sdtinfo dump ~/mod.ko ' "a file at home"

# -- patterns ------------------------------------------------------------------

offers "sdtinfo list mod.ko sdt:" "mod:mod_read:read-entry,mod:mod_read:read-return,mod:mod_write:write-entry" "probes of a provider"
becomes "sdtinfo list mod.ko sdt:mod:mod_w" "sdtinfo list mod.ko sdt:mod:mod_write:write-entry " "the only probe"
becomes "sdtinfo args mod.ko sdt:mod:mod_r" "sdtinfo args mod.ko sdt:mod:mod_read:read-" "the beginning of two"
becomes "sdtinfo args mod.ko i" "sdtinfo args mod.ko io:mod:mod_write:start " "from the first letter"
becomes "sdtinfo list mod.ko sdt:mod:mod_write:" "sdtinfo list mod.ko sdt:mod:mod_write:write-entry " "after a colon"
becomes "sdtinfo list mod.ko sdt:mod::w" "sdtinfo list mod.ko sdt:mod::write-entry " "an empty field stays"
becomes "sdtinfo list mod.ko sdt::mod_w" "sdtinfo list mod.ko sdt::mod_write:write-entry " "... also before others"
becomes "sdtinfo list mod.ko *:m?d:*write:w" "sdtinfo list mod.ko *:m?d:*write:write-entry " "a field with wildcards stays"
becomes "sdtinfo list mod.ko write" "sdtinfo list mod.ko write-entry " "a name alone"
becomes "sdtinfo list mod.ko mod_write:w" "sdtinfo list mod.ko mod_write:write-entry " "function and name"
becomes "sdtinfo list mod.ko mod:w" "sdtinfo list mod.ko mod:write_entry " "module and event"
becomes "sdtinfo list mod.ko m*d:io" "sdtinfo list mod.ko m*d:io_start " "... of another provider"
becomes "sdtinfo list mod.ko 'sdt:mod:mod_w" "sdtinfo list mod.ko 'sdt:mod:mod_write:write-entry' " "a pattern in quotes"
becomes 'sdtinfo list my\ folder/a\ b.ko sdt:mod:mod_w' 'sdtinfo list my\ folder/a\ b.ko sdt:mod:mod_write:write-entry ' "of a file whose path has spaces"
becomes 'sdtinfo list ~/mod.ko sdt:mod:mod_w' 'sdtinfo list ~/mod.ko sdt:mod:mod_write:write-entry ' "of a file at home"
becomes "sdtinfo gen --d -o nix mod.ko sdt:mod:mod_w" "sdtinfo gen --d -o nix mod.ko sdt:mod:mod_write:write-entry " "for gen, too"
offers "sdtinfo list mod.ko sdt:nix" "" "no such probe"
offers "sdtinfo list broken.ko sdt:" "" "no such file"
offers "sdtinfo list mod.ko mod" "mod:mod_write:start,mod:mod_read:read-entry,mod:mod_read:read-return,mod:mod_write:write-entry,mod.ko" "both probes and files"
offers "sdtinfo list -a sdt:" "" "not of all modules of a kernel, which takes long"

# sdtinfo itself is called twice at most.
rm bin/sdtinfo
cat >bin/sdtinfo <<END
#!/bin/sh
echo "\$*" >>calls
exec "$sdtinfo" "\$@"
END
chmod +x bin/sdtinfo
tab "sdtinfo list mod.ko mod_w"
is "$(cat calls)" "help --words list
list -- mod.ko" "probes take one more call of sdtinfo than options"
rm calls
tab "sdtinfo dump -"
is "$(cat calls)" "help --words dump" "options take one"

# Of the running kernel, of which a stand-in tells here.
cat >bin/sdtinfo <<'END'
#!/bin/sh
echo 'ID  PROVIDER  MODULE  FUNCTION  NAME'
echo ' 1  sdt       live    main      turn'
END
becomes "sdtinfo list sdt:" "sdtinfo list sdt:live:main:turn " "without a file: of the running kernel"
becomes "PATH=/bin ./bin/sdtinfo list sdt:" "PATH=/bin ./bin/sdtinfo list sdt:live:main:turn " "by the program that the line calls"
for verb in trace latency; do
	becomes "sdtinfo $verb sdt:" "sdtinfo $verb sdt:live:main:turn " "probes for $verb"
	becomes "sdtinfo $verb turn turn -- sdtin" "sdtinfo $verb turn turn -- sdtinfo " "... and a command"
	becomes "sdtinfo $verb turn turn -- cat mo" "sdtinfo $verb turn turn -- cat mod.ko " "... with its arguments"
done
for verb in dump verify; do
	becomes "sdtinfo $verb li" "sdtinfo $verb live " "a loaded module, for $verb"
	offers "sdtinfo $verb " "live,bin,empty,mod.ko,my folder" "... and files"
done
offers "sdtinfo diff li" "" "... not for diff"
cat >bin/sdtinfo <<'END'
#!/bin/sh
echo sdtinfo: only root can read it >&2
exit 1
END
offers "sdtinfo list sdt:" "" "where it tells nothing, nothing is offered"

done_testing
