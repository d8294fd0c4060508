#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage.t - help, version, and what sdtinfo says of a wrong command line

. "$(dirname "$0")/common.sh"

run "$sdtinfo" --version
is "$status:$out" "0:sdtinfo 0.1" "--version"

for option in help --help -h; do
	run "$sdtinfo" $option
	is "$status:$errs" "0:0" "$option succeeds"
	like "$out" "sdtinfo dump .*FILE.ko" "$option shows the usage of dump"
	like "$out" "^  link +write a module" "$option says what link is for"
done

for verb in dump link help; do
	run "$sdtinfo" help $verb
	like "$out" "^  sdtinfo $verb" "help $verb shows its usage"
done

run "$sdtinfo" dump --help
like "$status:$out" "^0:sdtinfo dump - " "dump --help"
run "$sdtinfo" link -h
like "$status:$out" "^0:sdtinfo link - " "link -h"

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
wrong "no verb 'explode'" "unknown verb" explode
wrong "no option '--loud'" "unknown option" --loud
wrong "no option '--loud'.*sdtinfo help dump" "unknown option of dump" dump --loud a.ko
wrong "which module" "dump without a file" dump
wrong "no option '-x'" "unknown option of link" link -x
wrong "which module" "link without a module" link -o t.S a.o
wrong "-o OUT.S" "link without an output" link --module m a.o
wrong "which objects" "link without objects" link --module m -o t.S
wrong "-o needs a value" "option without its value" link --module m a.o -o
wrong "'' is no name" "an empty module name" link --module "" -o t.S a.o
wrong "no name of a module" "a path as module name" link --module a/b -o t.S a.o
wrong "both an object and the output" "output over an object" link --module m -o a.o a.o
wrong "no verb 'explode'" "help for an unknown verb" help explode
wrong "one verb at a time" "help for two verbs" help dump link
ok "$(test -f a.o -a ! -s a.o -a ! -e t.S; echo $?)" "no file was touched"

done_testing
