#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""generate.py - prints a C file with helpers of all sizes and their callers

Helper h<N> has 1 to 33 statements, a probe with 0, 3 or 8 arguments, is inline
or not, and is called twice or three times by c<N>.  No two do the same, so none
are merged.  With PLAIN defined there are no probes.
"""
import itertools
import random

HEAD = """#include <linux/sdt.h>
struct s { int a, b, c, d; struct s *n; unsigned char f; };
extern int x;
#ifdef PLAIN
# define PROBE(n, ...)
#else
# define PROBE(n, ...) DTRACE_PROBE##n(__VA_ARGS__)
#endif"""

PROBES = (
    "PROBE(0, h);",
    "PROBE(3, h, int, v, struct s *, p, int, x * v + 3);",
    "PROBE(8, h, int, v, struct s *, p, int, p->a, int, p->b, int, p->c,"
    " struct s *, p->n, unsigned char, p->f, int, x);",
)

STATEMENTS = (
    "p->a += p->b;", "t ^= p->c + {0};", "p->n->d = t;", "t = t * 3 + v;",
    "if (t & {0}) t += p->f;", "p->b = t + {0};",
)


def main():
    random.seed(1)
    print(HEAD)
    kinds = itertools.product(("static", "static inline"), range(1, 34, 2), (2, 3), PROBES)
    for number, (storage, size, calls, probe) in enumerate(kinds):
        body = " ".join(random.choice(STATEMENTS).format(1 << i % 30)
                        for i in range(size - 1))
        print(f"{storage} int h{number}(struct s *p, int v)"
              f" {{ int t = v ^ {1000 + number}; {probe} {body} return t; }}")
        sum_of_calls = " + ".join(f"h{number}(p, v + {i})" for i in range(calls))
        print(f"int c{number}(struct s *p, int v);"
              f" int c{number}(struct s *p, int v) {{ return {sum_of_calls}; }}")


main()
