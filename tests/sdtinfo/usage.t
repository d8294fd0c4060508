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

# wrong LINE WHAT ARGUMENT...: one line on stderr, exit code 2, nothing else
wrong()
{
	line=$1
	what=$2
	shift 2
	run "$sdtinfo" "$@"
	is "$status:$errs:$out" "2:1:" "$what: one line, exit code 2"
	like "$err" "$line" "$what: the line says so"
}

: >a.o
wrong "unknown verb 'explode'" "unknown verb" explode
wrong "unknown option '--loud'" "unknown option" --loud
wrong "needs a module" "dump without a file" dump
for verb in list args dump verify diff link; do
	wrong "^sdtinfo $verb: invalid option -- 'x'$" "unknown option of $verb" $verb -x
	wrong "^sdtinfo $verb: unrecognized option '--loud'$" "unknown long option of $verb" $verb --loud a.ko
done
for verb in dump verify diff list args; do
	wrong "option '--json' doesn't allow an argument" "a value for --json of $verb" $verb --json=x a.ko
done
for verb in dump verify diff list args; do
	for options in "-j -p" "-pj" "--json --pretty" "-p a.ko -j"; do
		wrong "^sdtinfo $verb: either --json or --pretty, not both" "$options of $verb" $verb $options b.ko
	done
	[ $verb = diff ] || run "$sdtinfo" $verb -j -j missing.ko
	[ $verb != diff ] || run "$sdtinfo" $verb -j -j missing.ko missing.ko
	is "$status" 1 "-j -j of $verb is -j"
done
wrong "needs a module" "verify without a file" verify

# One letter off
for word in lst lsit liist lisd; do
	wrong "^sdtinfo: unknown verb '$word'; did you mean 'list'\? .see 'sdtinfo help'.$" "a verb like list" $word
done
wrong "verb 'LIST'.* 'list'" "a verb in capitals" LIST
wrong "option '--list'.* 'list'" "a verb as an option" --list
wrong "option '-dunp'.* 'dump'" "... misspelled" -dunp
wrong "verb 'dunp'.* 'dump'" "help for a verb like dump" help dunp
wrong "unknown verb 'lits-all' " "a verb that is like none" lits-all
wrong "verb 'x' " "a verb of one letter" x
wrong "needs two modules" "diff without files" diff
wrong "needs two modules" "diff of one file" diff a.ko
wrong "needs two modules" "diff of three files" diff a.ko b.ko c.ko
wrong "--kernel needs --all" "--kernel alone" list --kernel 6.1
mkdir folder folder.o
for verb in list args gen\ -b trace top; do
	for word in a.o no.o ./no.o; do
		wrong "'$word' is an object of a module: name the module, FILE.ko" "an object for $verb" $verb $word
	done
	for word in . .. ./folder folder/ folder.o; do
		wrong "'$word' is a directory: name the modules in it, FILE.ko" "a directory for $verb" $verb $word
	done
	wrong "'-' is standard input, which is not read: name FILE.ko or a pattern" "a dash for $verb" $verb -
	wrong "'./no' is neither a pattern nor FILE.ko" "another path for $verb" $verb ./no
done
printf '#!/bin/sh\n' >run.sh
chmod +x run.sh
for verb in trace latency; do
	wrong "'./run.sh' is neither a pattern nor FILE.ko; did you mean '-- ./run.sh'\? .see" "a command for $verb" $verb m:: ./run.sh
	wrong "'./run.sh' is neither a pattern nor FILE.ko; '--' begins a COMMAND" "... in place of a pattern" $verb ./run.sh
	wrong "'m/name' is neither a pattern nor FILE.ko; did you mean 'm:name'\?" "an event as a path, for $verb" $verb m/name
	wrong "'/etc/passwd' is neither a pattern nor FILE.ko; '--' begins a COMMAND" "what a command takes, for $verb" $verb m:: cat /etc/passwd
done
wrong "'./run.sh'.* FILE.ko" "a command for top" top m:: ./run.sh
wrong '--kernel.* RELEASE' "an empty release" list -a -k ''
wrong "invalid option -- 'x'" "an unknown letter behind a known one" list --json -jx
wrong "option requires an argument -- 'k'" "-k without its value" args -a -k
wrong "option '--kernel' requires an argument" "--kernel without its value" args -a --kernel
wrong "needs --module" "link without a module" link -o t.S a.o
wrong "needs .*--output" "link without an output" link --module m a.o
wrong "needs objects" "link without objects" link --module m -o t.S
wrong "option requires an argument -- 'o'" "option without its value" link --module m a.o -o
wrong "--module needs a NAME" "an empty module name" link --module "" -o t.S a.o
wrong "not a module name" "a path as module name" link --module a/b -o t.S a.o
wrong "both an object and the output" "output over an object" link --module m -o a.o a.o
wrong "both an object and the output" "... by another name" link --module m -o ./a.o a.o
wrong "unknown verb 'explode'" "help for an unknown verb" help explode
run "$sdtinfo" help -- list
like "$status:$out" "^0:sdtinfo list - " "help -- list"
wrong "one verb at a time" "help for two verbs" help dump link
for verb in dump verify "diff missing.ko" list args; do
	run "$sdtinfo" $verb missing.ko
	like "$status:$errs:$err" "^1:[12]:sdtinfo: missing.ko: No such file or directory$" "$verb of no file: exit code 1"
done

for name in nowhere no-where folder -; do
	for verb in dump verify; do
		run "$sdtinfo" $verb $name
		tells "$status:$out:$err" "1::sdtinfo: $name module file" \
			"$verb of a module that is not loaded: one line, exit code 1"
	done
done

ok "$(test -f a.o -a ! -s a.o -a ! -e t.S; echo $?)" "no file was touched"

done_testing
