#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage.t - help, version, and the messages about a wrong command line

. "$(dirname "$0")/common.sh"

version=$(make -s -C "$here/../.." version)
like "$version" '^[0-9]+\.[0-9]+' "the version is a number"
for option in -V --version; do
	run "$sdtinfo" $option
	is "$status:$err:$out" "0::sdtinfo $version" "$option"
done

for option in help --help -h; do
	run "$sdtinfo" $option
	is "$status:$errs" "0:0" "$option succeeds"
	like "$out" "sdtinfo dump .*FILE.ko" "$option shows the usage of dump"
	like "$out" "^  link +write a module" "$option says what link is for"
done

verbs="list args dump verify diff link help"
for verb in $verbs; do
	run "$sdtinfo" help $verb
	like "$out" "^  sdtinfo $verb" "help $verb shows its usage"
	help=$out
	for option in -h --help; do
		run "$sdtinfo" $verb $option
		is "$status:$err:$out" "0::$help" "$verb $option is the same"
	done
	run "$sdtinfo" $verb a.ko --help
	is "$status:$err:$out" "0::$help" "... behind an argument, too"
done

run "$sdtinfo"
is "$status:$out" "2:" "no verb: exit code 2"
like "$err" "^Usage:" "no verb: the usage on stderr"

# wrong WORDS WHAT ARGUMENT...: one line on stderr with these words, exit code 2, nothing else
wrong()
{
	words=$1
	what=$2
	shift 2
	run "$sdtinfo" "$@"
	tells "$status:$errs:$out:$err" "2:1::sdtinfo $words" "$what: one line, exit code 2"
}

: >a.o
wrong "verb 'explode'" "unknown verb" explode
wrong "option '--loud'" "unknown option" --loud
wrong "dump module" "dump without a file" dump
for verb in list args dump verify diff link; do
	wrong "$verb option 'x'" "unknown option of $verb" $verb -x
	wrong "$verb option '--loud'" "unknown long option of $verb" $verb --loud a.ko
done
for verb in dump verify diff list args; do
	wrong "$verb option '--json' argument" "a value for --json of $verb" $verb --json=x a.ko
done
for verb in dump verify diff list args; do
	for options in "-j --pretty" "--json --pretty" "--pretty a.ko -j"; do
		wrong "$verb --json --pretty" "$options of $verb" $verb $options b.ko
	done
	[ $verb = diff ] || run "$sdtinfo" $verb -j -j missing.ko
	[ $verb != diff ] || run "$sdtinfo" $verb -j -j missing.ko missing.ko
	is "$status" 1 "-j -j of $verb is -j"
done
wrong "verify module" "verify without a file" verify

# One letter off
for word in lst lsit liist lisd; do
	wrong "verb '$word' 'list' 'sdtinfo help'" "a verb like list" $word
done
wrong "verb 'LIST' 'list'" "a verb in capitals" LIST
wrong "option '--list' 'list'" "a verb as an option" --list
wrong "option '-dunp' 'dump'" "... misspelled" -dunp
wrong "verb 'dunp' 'dump'" "help for a verb like dump" help dunp
wrong "verb 'lits-all'" "a verb that is like none" lits-all
unlike "$err" 'did you mean' "... and none is suggested"
wrong "verb 'x'" "a verb of one letter" x
unlike "$err" 'did you mean' "... none either"
wrong "diff two modules" "diff without files" diff
wrong "diff two modules" "diff of one file" diff a.ko
wrong "diff two modules" "diff of three files" diff a.ko b.ko c.ko
wrong "list --kernel --all" "--kernel alone" list --kernel 6.1
mkdir folder folder.o
for verb in list args gen\ --bpftrace trace top; do
	for word in a.o no.o ./no.o; do
		wrong "'$word' object module FILE.ko" "an object for $verb" $verb $word
	done
	for word in . .. ./folder folder/ folder.o; do
		wrong "'$word' directory modules FILE.ko" "a directory for $verb" $verb $word
	done
	wrong "'-' standard input FILE.ko pattern" "a dash for $verb" $verb -
	wrong "'./no' pattern FILE.ko" "another path for $verb" $verb ./no
done
printf '#!/bin/sh\n' >run.sh
chmod +x run.sh
for verb in trace latency; do
	wrong "'./run.sh' pattern FILE.ko '-- ./run.sh' help" "a command for $verb" $verb m:: ./run.sh
	wrong "'./run.sh' pattern FILE.ko '--' COMMAND" "... in place of a pattern" $verb ./run.sh
	wrong "'m/name' pattern FILE.ko 'm:name'" "an event as a path, for $verb" $verb m/name
	wrong "'/etc/passwd' pattern FILE.ko '--' COMMAND" "what a command takes, for $verb" $verb m:: cat /etc/passwd
done
wrong "'./run.sh' FILE.ko" "a command for top" top m:: ./run.sh
wrong '--kernel RELEASE' "an empty release" list -a --kernel ''
wrong "list option 'x'" "an unknown letter behind a known one" list --json -jx
wrong "args option '--kernel' argument" "--kernel without its value" args -a --kernel
wrong "link --module" "link without a module" link -o t.S a.o
wrong "link --output" "link without an output" link --module m a.o
wrong "link objects" "link without objects" link --module m -o t.S
wrong "link option argument 'o'" "option without its value" link --module m a.o -o
wrong "link --module NAME" "an empty module name" link --module "" -o t.S a.o
wrong "link module name" "a path as module name" link --module a/b -o t.S a.o
wrong "link a.o object output" "output over an object" link --module m -o a.o a.o
wrong "link ./a.o object output" "... by another name" link --module m -o ./a.o a.o
wrong "help verb 'explode'" "help for an unknown verb" help explode
run "$sdtinfo" help -- list
like "$status:$out" "^0:sdtinfo list - " "help -- list"
wrong "help one verb" "help for two verbs" help dump link
for verb in dump verify "diff missing.ko" list args; do
	run "$sdtinfo" $verb missing.ko
	tells "$status:$err" "1:sdtinfo: missing.ko No such file" "$verb of no file: exit code 1"
done

for name in nowhere no-where folder -; do
	for verb in dump verify; do
		run "$sdtinfo" $verb $name
		tells "$status:$out:$err" "1::sdtinfo: $name module file" \
			"$verb of a module that is not loaded: one line, exit code 1"
	done
done

ok "$(test -f a.o -a ! -s a.o -a ! -e t.S; echo $?)" "no file was touched"

# -- a reader that is gone -----------------------------------------------------------
cat >gone.py <<'END'
import os, subprocess, sys
reader, writer = os.pipe()
os.close(reader)
for restore in True, False:	# is SIGPIPE ignored?
    print(subprocess.run(sys.argv[1:], stdout=writer, restore_signals=restore).returncode, end=" ")
END
object pipe.o <<'END'
probe sdt:pipe:entry pipe.c:1
END
module pipe.ko pipe.o
for arguments in help "list pipe.ko" "args pipe.ko" "dump pipe.ko" "dump -j pipe.ko" \
		"gen --bpftrace pipe.ko" "link --module m -o - pipe.o" report "help list"; do
	# shellcheck disable=SC2086	# words
	is "$(python3 gone.py "$sdtinfo" $arguments 2>&1)" "-13 -13 " "$arguments: SIGPIPE ends it, without a word"
done

done_testing
