#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# rules.t - the rules that sdt.ko and sdtinfo share, kmod/rules/, in user space
#
# First as rules.c expects them, then with random tables, patterns and names.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"

top=$here/../..
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# build PROGRAM SOURCE...: with gcc's sanitizers
build()
{
	program=$1
	shift
	gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -O1 -g -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -I "$top/kmod" -I "$top/kbuild/include" \
		-o "$program" "$@" "$top"/kmod/rules/*.c
}

build rules "$here/rules.c"
ok $? "they are built for user space"
out=$(./rules)
is "$?:$(printf '%s\n' "$out" | grep '^not ')" "0:" "each of $(printf '%s\n' "$out" | tail -n 1) is right"

build target "$here/../fuzz/rules/target.c" "$here/../fuzz/sdtinfo/replay.c" -I "$here/../fuzz/sdtinfo"
ok $? "the target of fuzzing is built"
"$here/../fuzz/rules/seeds" seeds "$top/tools/sdtinfo/sdtinfo"
ok $? "the inputs to begin with"
out=$(ASAN_OPTIONS=handle_abort=1 ./target 200000 seeds/* 2>err)
is "$?:$out" "0:$((200000 + $(ls seeds | wc -l))) inputs" "200,000 random inputs: nothing found"
note "$(head -n 20 err)"

done_testing
