#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# spelling.t - codespell finds no typing mistakes

. "$(dirname "$0")/lib.sh"

# GCC's and mdoc's words, names of the tests, and what is misspelled on purpose
words=parm,nd,failer,longe,lsit,strat,usigned,wice

clean 'all files' codespell -L $words $(files .)
done_testing
