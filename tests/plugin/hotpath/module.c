// SPDX-License-Identifier: GPL-2.0-only
#include <linux/module.h>

int sdt_test_x = 5;

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Functions with and without probes");
