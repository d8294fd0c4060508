#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# spelling.t - codespell finds no typing mistakes: advice

. "$(dirname "$0")/lib.sh"

# GCC's and mdoc's words, names of the tests, and what is misspelled on purpose
words=parm,nd,failer,longe,lsit,strat,usigned,wice

advise "$(codespell -L $words $(files .) 2>&1)" 'all files'
done_testing
