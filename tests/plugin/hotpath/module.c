// SPDX-License-Identifier: GPL-2.0-only
#include <linux/module.h>

struct sample;

int sdt_test_x = 5;
int sdt_test_call(struct sample *p, long n);

int sdt_test_call(struct sample *p, long n)
{
	return p ? n : 0;
}

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Functions with and without probes");
