#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# list.t - sdtinfo list: which probes a command line means, and DTrace's columns
#
# tests/vm tests the running kernel's probes.

. "$(dirname "$0")/common.sh"

object revdev.o <<'END'
probe sdt:revdev_read:read-entry src/drivers/rev_dev.c:57
  arg n int int 4 integer
probe sdt:revdev_read:read-return src/drivers/rev_dev.c:80 sites=2
enabled sdt:revdev_write:read-entry src/other.c:1
probe io:revdev_write:write-entry rev:odd.c:20
END
module revdev.ko revdev.o
object hello.o <<'END'
probe sdt:hello_init:start hello.c:9
END
module hello.ko hello.o
object none.o </dev/null
ld -r -o none.ko none.o

run "$sdtinfo" list revdev.ko hello.ko
is "$status:$err:$out" "0::\
ID  PROVIDER  MODULE  FUNCTION      NAME
 1  io        revdev  revdev_write  write-entry
 2  sdt       revdev  revdev_read   read-entry
 3  sdt       revdev  revdev_read   read-return
 4  sdt       hello   hello_init    start" "two modules, in DTrace's columns"

# chosen IDS WHAT ARGUMENT...: the numbers of the probes that are listed
chosen()
{
	ids=$1
	what=$2
	shift 2
	run "$sdtinfo" list "$@" revdev.ko hello.ko
	is "$status:$err:$(echo "$out" | awk 'NR > 1 { printf "%s ", $1 }')" "0::$ids " "$what"
}

# -- patterns --------------------------------------------------------------------

chosen "1 2 3 4" "any" '*'
chosen "1 2 3 4" "four empty fields" ':::'
chosen "2" "a name" read-entry
chosen "2 3" "'*' at the end of a name" 'read-*'
chosen "1 2" "'*' at its beginning" '*-entry'
chosen "2 3" "'*' in the middle" 'r*-*e*t*'
chosen "2" "'?', one character" 'read?entr?'
chosen "1 2 3 4" "'**'" '**'
chosen "2 3" "function and name" 'revdev_read:'
chosen "2" "... both" 'revdev_read:read-entry'
chosen "4" "module, function and name" 'hello::'
chosen "4" "a module by its name alone" hello
chosen "4" "... with a wildcard" 'hel*o'
chosen "1 2 3" "... a wildcard for the module" 're?dev::'
chosen "1" "all four" 'io:revdev:revdev_write:write-entry'
chosen "1" "a provider" 'io:::'
chosen "2 3 4" "... another" 's*:::'
chosen "2" "empty fields between others" 'sdt:::read-entry'
chosen "2" "a file and a line" '@rev_dev.c:57'
chosen "2 3" "a file" '@rev_dev.c'
chosen "2 3" "the last components of its path" '@drivers/rev_dev.c'
chosen "2 3" "all of its path" '@src/drivers/rev_dev.c'
chosen "2 3" "'*' in a file" '@*/rev_dev.?'
chosen "3" "names and place" 'read-*@rev_dev.c:80'
chosen "3" "a number with zeros" '@rev_dev.c:0080'
chosen "1" "a file's name may have a colon" '@rev:odd.c:20'
for name in read-entry read_entry; do
	chosen "2" "$name: a name as DTrace or its event has it" $name
	chosen "2" "... with a function" revdev_read:$name
	chosen "2" "... with a module" revdev:$name
	chosen "2" "... with both" revdev:revdev_read:$name
	chosen "2" "... with all fields" sdt:revdev:revdev_read:$name
	chosen "2" "... with a place" $name@rev_dev.c:57
done
chosen "1" "an event whose provider is not sdt" io_write_entry
chosen "1" "... with its module" revdev:io_write_entry
chosen "1 2 3" "a module and any name" 'revdev:'
chosen "1 2 4" "several patterns: the probes of any of them, each once" \
	start '*-entry' read-entry
chosen "1 3" "... of which one has a place" 'read-*@rev_dev.c:80' 'io:::'
run "$sdtinfo" list revdev.ko start read-return hello
is "$status:$errs:$(echo "$out" | awk 'NR > 1 { printf "%s ", $1 }')" "3:2:3 " \
	"a line for each pattern that matches nothing, and the probes of the others"
chosen "1 2 3" "... as perf has it" 'revdev:*'
chosen "4" "a module whose name begins as a function's" 'hello:start'
chosen "4" "wildcards in front of a colon" 'hell?:*'
chosen "2 3" "wildcards in the event's spelling" 'read_*'
chosen "1 2" "... at the beginning" '*_entry'
run "$sdtinfo" list hello.ko start revdev.ko
is "$status:$(echo "$out" | sed 1d)" "0: 1  sdt       hello   hello_init  start" \
	"the pattern may stand between files"
run "$sdtinfo" list 'start@hello.ko' hello.ko
is "$status:$errs" "1:1" "what ends in .ko is a file, even with an '@': here none that is there"

# misses PATTERN: no probe
misses()
{
	run "$sdtinfo" list "$1" revdev.ko hello.ko
	is "$status:$errs:$out" "3:1:" "'$1' matches none: one line, exit code 3"
	like "$err" "no probe matches '" "... which says so"
}
misses nothing
misses 'read-entry?'
misses 'Read-entry'
misses 'read'
misses '[r]ead-entry'
misses 'read\-entry'
misses 'read___entry'
misses '__read__entry'
misses 'sdt_read_entry'
misses 'io:::ip-write-entry'
misses 'io:read-entry'
misses 'revdev::revdev:'
misses 'io:hello::'
misses '@ev_dev.c'
misses '@rev_dev.c:58'
misses '@drivers'
misses 'revdev_write:read-entry'
misses '@other.c'

# meant PATTERN WANTED: the error suggests another pattern, or none if WANTED is empty
meant()
{
	run "$sdtinfo" list "$1" revdev.ko hello.ko
	is "$status:$err" "3:sdtinfo: these files: no probe matches '$1'${2:+"; did you mean '$2'?"}" "'$1' is not '$2'"
	[ ! "$2" ] || ok "$("$sdtinfo" list "$2" revdev.ko hello.ko >/dev/null; echo $?)" "... which matches"
}
meant raed-entry read-entry
meant read-enty read-entry
meant read-enttry read-entry
meant read-emtry read-entry
meant read_enrty read_entry
meant read__entry read-entry
meant revdev_read:read__entry revdev_read:read-entry
meant 'read__*' 'read-*'
meant revdev:write__entry revdev:write-entry
meant io_wirte_entry io_write_entry
meant revdev_raed:read-entry revdev_read:read-entry
meant revdv:read_entry revdev:read_entry
meant revdve::read-entry revdev::read-entry
meant std:revdev::read-entry sdt:revdev::read-entry
meant 'revdve::*-entry' 'revdev::*-entry'
meant strat start
meant rev_dev.c:57 @rev_dev.c:57
meant rev_dev.c @rev_dev.c
meant rev_dev.c@57 @rev_dev.c:57
meant @rev_dev.c:60 @rev_dev.c:57
meant @rev_dev.c:70 @rev_dev.c:80
meant read-entry@drivers/rev_dev.c:4000000000 read-entry@drivers/rev_dev.c:57
meant write-entry@rev_dev.c:57 ''
meant rev_dev.c: ''
meant rev_dev.c:x ''
run "$sdtinfo" list verbose read-entry revdev.ko
tells "$status:$err" "3:sdtinfo: revdev.ko 'verbose' '--verbose'" 'an option without dashes'
meant READ-ENTRY read-entry
meant RevDev::read-entry revdev::read-entry
meant tracepoint:revdev:read_entry revdev:read_entry
meant t:revdev:read_entry revdev:read_entry
meant revdev.read-entry revdev:read-entry
meant revdev.read.entry ''
run "$sdtinfo" list revdev/read_entry revdev.ko
like "$status:$out:$err" "^2::.*did you mean 'revdev:read_entry'\?" 'an event as a path'
run "$sdtinfo" list drivers/rev_dev.c:57 revdev.ko
like "$status:$out:$err" "^2::.*did you mean '@drivers/rev_dev.c:57'\?" 'a place in a folder'
meant revdev_read revdev_read:
meant io io:::
meant revdev:revdev_read revdev:revdev_read:
meant io:revdev:write-entry io:revdev::write-entry
meant revdev:::read-entry revdev::read-entry
meant revdev:revdev_read::read-entry revdev:revdev_read:read-entry
meant revdev:::read_entry revdev::read_entry
meant revdev:::read__entry revdev::read-entry
meant revdev:::raed-entry revdev::read-entry
meant 'revdev:::*-entry' 'revdev::*-entry'
meant revdev:io:write__entry ''
meant hello:::read-entry ''
meant raed-enrty ''
meant revdve::raed-entry ''
meant 'raed-*' ''
meant nothing ''
# In another field, a word that is right is more likely than one with a mistake.
object near.o <<'END'
probe sdt:f:probe100-entry a.c:1
probe sdt:f:probe200-entry a.c:2
END
module near.ko near.o
run "$sdtinfo" list near:::probe200-entry near.ko
like "$status:$err" "^3:.*did you mean 'near::probe200-entry'" 'what is right, before what is near'

# bad PATTERN WHY
bad()
{
	run "$sdtinfo" list "$1" revdev.ko
	is "$status:$errs:$out" "2:1:" "the pattern '$1': one line, exit code 2"
	like "$err" "pattern.*$2" "... which says why"
}
bad '' 'empty'
bad 'a:b:c:d:e' 'fields.* PROVIDER:MODULE:FUNCTION:NAME'
bad ':::::' 'fields.* PROVIDER'
bad '@' "file.* '@'"
for place in @: @a.c: @:5 @a.c:x @a.c:0 @a.c:-1 @a.c:4294967296 @a.c:99999999999999999999999 '@a.c: 5'; do
	bad "$place" "'@'.* FILE:LINE"
done

# -- files ---------------------------------------------------------------------------

xz -c revdev.ko >packed.ko.xz
zstd -qc hello.ko >packed.ko.zst
gzip -c revdev.ko >packed.ko.gz
run "$sdtinfo" list '*-entry' packed.ko.xz packed.ko.zst packed.ko.gz
is "$status:$err:$(echo "$out" | awk 'NR > 1 { printf "%s ", $1 }')" "0::1 2 5 6 " "packed modules"
run "$sdtinfo" list none.ko hello.ko
tells "$status:$(echo "$out" | sed -n '$p'):$err" \
	"3: 1  sdt       hello   hello_init  start:sdtinfo: none.ko probes" \
	"a file without probes does not stop the next"
run "$sdtinfo" list none.ko
is "$status:$errs:$out" "3:1:" "one file without probes: one line, exit code 3"
run "$sdtinfo" list nothing none.ko hello.ko
is "$status:$out" "3:" "no match, and a file without probes: exit code 3"
like "$err" "no probe matches 'nothing'" "... of the other it is said that none matches"
echo text >text.ko
run "$sdtinfo" list text.ko missing.ko hello.ko
is "$status:$errs:$(echo "$out" | sed -n '$p')" "1:2: 1  sdt       hello   hello_init  start" \
	"nor do files that cannot be read; exit code 1"
run "$sdtinfo" list '' revdev.ko 'a:b:c:d:e'
is "$status:$errs:$out" "2:1:" "a word that is no pattern after one that is: exit code 2"
cp hello.ko hello
run "$sdtinfo" list hello revdev.ko
is "$status:$errs" "3:1" "a file of another name is a pattern"
mkdir 'a folder'
cp hello.ko 'a folder/hello.ko'
run "$sdtinfo" list 'a folder/hello.ko'
is "$status:$err" "0:" "a path with a blank"

# A wide character fills two cells, a combining one none.
object wide.o <<'END'
probe sdt:関数:wide a.c:1
probe sdt:für:combined a.c:2
probe sdt:plain:plain a.c:3
END
module wide.ko wide.o
is "$("$sdtinfo" list wide.ko)" "ID  PROVIDER  MODULE  FUNCTION  NAME
 1  sdt       wide    für       combined
 2  sdt       wide    plain     plain
 3  sdt       wide    関数      wide" "columns are as wide as their cells on a terminal"
is "$(LC_ALL=C "$sdtinfo" list wide.ko)" "$("$sdtinfo" list wide.ko)" "... in any locale"

long=$(printf '%060d' 0 | tr 0 f)
object long.o <<END
probe sdt:$long:p a.c:1
probe sdt:g:q a.c:1
END
module long.ko long.o
run "$sdtinfo" list long.ko
is "$out" "\
ID  PROVIDER  MODULE  FUNCTION  NAME
 1  sdt       long    $long  p
 2  sdt       long    g         q" "a long name does not widen the column of the others"

# -- all modules of a kernel ------------------------------------------------------------

mkdir -p "tree/kernel/drivers/a b" tree/updates tree/empty elsewhere
cp hello.ko "tree/kernel/drivers/a b/hello.ko"
xz -c revdev.ko >tree/kernel/revdev.ko.xz
cp none.ko tree/kernel/none.ko
echo text >tree/modules.dep
cp revdev.ko tree/updates/revdev.ko.old
cp hello.ko elsewhere/hello.ko
ln -s ../elsewhere tree/build
mkdir tree/weak-updates
ln -s ../../elsewhere/hello.ko tree/weak-updates/weak.ko
ln -s tree link
for folder in "$PWD/tree" ./tree link/ tree/; do
	run "$sdtinfo" list --all --kernel "$folder"
	is "$status:$err:$(echo "$out" | awk 'NR > 1 { printf "%s:%s ", $1, $5 }')" \
		"0::1:start 2:write-entry 3:read-entry 4:read-return 5:start " \
		"all modules of '${folder#"$PWD"}', sorted; links to folders are not followed"
done
run "$sdtinfo" list -a --kernel ./tree 'read-*'
is "$status:$(echo "$out" | awk 'NR > 1 { printf "%s ", $1 }')" "0:3 4 " "... with a pattern: the same IDs"
ln -s nowhere tree/dangling.ko
run "$sdtinfo" list -a --kernel ./tree
tells "$status:$err" '1:sdtinfo: ./tree/dangling.ko No such file or directory' \
	"a link that leads nowhere"
rm tree/dangling.ko
echo text >tree/text.ko
run "$sdtinfo" list -a --kernel ./tree
is "$status:$errs:$(echo "$out" | wc -l)" "1:1:6" "a file that is no module: one line, exit code 1, the others are listed"
run "$sdtinfo" list -a --kernel ./tree/empty
is "$status:$errs:$out" "1:1:" "no modules in a folder: one line, exit code 1"
run "$sdtinfo" list -a --kernel ./nowhere
is "$status:$errs:$out" "1:1:" "no such folder: one line, exit code 1"
run "$sdtinfo" list -a --kernel 0.0.0-none
is "$status:$errs:$out" "1:1:" "no such kernel: one line, exit code 1"
like "$err" "/lib/modules/0.0.0-none: No such file" "... names the folder"
mkdir quiet
cp none.ko quiet
run "$sdtinfo" list -a --kernel ./quiet
is "$status:$errs:$out" "3:1:" "no probes in all of them: one line, exit code 3"

wrong()
{
	line=$1
	shift
	run "$sdtinfo" list "$@"
	is "$status:$errs:$out" "2:1:" "list $*: one line, exit code 2"
	like "$err" "$line" "... which says what is wrong"
}
wrong "--kernel needs --all" --kernel ./tree
wrong "--kernel needs --all" --kernel ./tree revdev.ko
wrong "either --all or files" --all revdev.ko
wrong "option '--kernel' requires an argument" --all --kernel
wrong "unrecognized option '--loud'" --loud
wrong "invalid option -- 'x'" -x

# -- the running kernel -------------------------------------------------------------------

if [ ! -d /sys/kernel/debug/sdt ]; then
	run "$sdtinfo" list
	is "$status:$errs:$out" "1:1:" "no sdt.ko: one line, exit code 1"
	like "$err" "load sdt.ko|is not mounted|only root" "... says what to do"
	run "$sdtinfo" list 'sdt:::'
	is "$status:$errs:$out" "1:1:" "... with a pattern, too"
fi

# -- sites ----------------------------------------------------------------------------------

run "$sdtinfo" list -v revdev.ko
is "$status:$err:$out" "0::\
ID  PROVIDER  MODULE  FUNCTION      NAME
 1  io        revdev  revdev_write  write-entry
    site   revdev_write+0xd  rev:odd.c:20
 2  sdt       revdev  revdev_read   read-entry
    site   revdev_read+0x4   src/drivers/rev_dev.c:57
    site   revdev_write+0x4  src/other.c:1, is-enabled
 3  sdt       revdev  revdev_read   read-return
    site   revdev_read+0xd   src/drivers/rev_dev.c:80
    site   revdev_read+0x16  src/drivers/rev_dev.c:80" "-v: the sites"
chosen_sites=$("$sdtinfo" list -v io_write_entry revdev.ko hello.ko | grep -c '^    site ')
is "$chosen_sites" 1 "... of the probes that were chosen"

# -- progress -------------------------------------------------------------------------------

# terminal.py COMMAND...: what it prints on a terminal as standard error
cat >terminal.py <<'END'
import os, pty, sys
pid, fd = pty.fork()
if not pid:
    with open("stdout.txt", "w") as out:
        os.dup2(out.fileno(), 1)
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b""
try:
    while piece := os.read(fd, 4096):
        seen += piece
except OSError:
    pass
os.waitpid(pid, 0)
for code, name in ((b"\033[K", b"<erase>"), (b"\r\n", b"\n"), (b"\r", b"<start>")):
    seen = seen.replace(code, name)
sys.stdout.buffer.write(seen)
END
# on_terminal COMMAND...
on_terminal()
{
	TERM=${term:-xterm} python3 terminal.py "$@"
}

if python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
	rm -f tree/text.ko
	shown="<start>sdtinfo: reading modules: 0 of 4<erase>"
	for option in "" -j --pretty; do
		run "$sdtinfo" list $option -a --kernel ./tree
		is "$err" "" "no progress where standard error is a file"
		is "$(on_terminal "$sdtinfo" list $option -a --kernel ./tree | sed 's/\(<start>sdtinfo: [^<]*<erase>\)*<start><erase>$/ ended/')" \
			" ended" "progress on a terminal, which is erased ${option:+with $option}"
		is "$(cat stdout.txt)" "$out" "... and changes nothing else"
	done
	like "$(on_terminal "$sdtinfo" list -a --kernel ./tree)" "^$shown" "... which counts modules"
	ln -s nowhere tree/dangling.ko
	like "$(on_terminal "$sdtinfo" list -a --kernel ./tree)" \
		"[0-9]<erase><start><erase>sdtinfo: ./tree/dangling.ko: No such file or directory" \
		"an error erases it, too"
	is "$(term=dumb; on_terminal "$sdtinfo" list -a --kernel ./tree)" \
		"sdtinfo: ./tree/dangling.ko: No such file or directory" "none on a terminal that cannot erase"
	is "$(on_terminal "$sdtinfo" list revdev.ko)" "" "none for files that were named"
else
	note "no pseudo-terminals: progress is not tested"
fi

# -- JSON -----------------------------------------------------------------------------------

"$sdtinfo" list -j '*-entry' revdev.ko hello.ko >document
is "$(python3 -c 'import json; d = json.load(open("document"))
print([(m["file"], m["module"], [(p["id"], p["provider"], p["function"], p["name"], p["event"]) for p in m["probes"]]) for m in d["modules"]])')" \
	"[('revdev.ko', 'revdev', [(1, 'io', 'revdev_write', 'write-entry', 'io_write_entry'), (2, 'sdt', 'revdev_read', 'read-entry', 'read_entry')])]" \
	"JSON has those that match, by modules"

families_object
module families.ko families.o
for name in start io_start io-start families:io_start 'io:::start' 'io_*t'; do
	run "$sdtinfo" list "$name" families.ko
	is "$(echo "$out" | awk 'NR > 1 { print $4, $5 }')" "submit start" "$name is io's start"
done
for name in read-done io_lookup_read_done io-lookup-read-done \
	    families:io_lookup_read_done lookup:read-done; do
	run "$sdtinfo" list "$name" families.ko
	is "$(echo "$out" | awk 'NR > 1 { print $4, $5 }')" "lookup read-done" "$name is the qualified probe"
done
run "$sdtinfo" list io_read_done families.ko
is "$status" 3 "its event has the function"
done_testing
