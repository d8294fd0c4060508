#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# fuzz.t - randomly broken files, as in "make fuzz-sdtinfo", but a few thousand that are
# always the same, and without clang

. "$(dirname "$0")/common.sh"

fuzz=$here/../fuzz/sdtinfo
flags="-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"

mkdir build
"$fuzz/build" "$PWD/build" gcc "$flags" target.c mutate.c replay.c
ok $? "the target builds"
"$fuzz/seeds" seeds "$sdtinfo"
ok $? "the files to begin with"

# More memory at a time than that is no honest file's.
export ASAN_OPTIONS=max_allocation_size_mb=32:handle_abort=1
export UBSAN_OPTIONS=print_stacktrace=1
set -- seeds/*
run build/target 5000 "$@"
is "$status:$out" "0:$((5000 + $#)) inputs" "5,000 broken files: nothing found"
if [ "$status" -ne 0 ]; then
	kept=$(mktemp)
	cp input "$kept"
	note "$(printf '%s\n' "$err" | head -n 20)"
	note "the input: $kept"
fi

done_testing
