/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * faults.d - what DTrace reports and goes on from: arguments that it cannot have
 * and addresses that lead nowhere
 */
sdt:values::full
{
	printf("eleventh %d\n", args[10]);
}

sdt:kinds::strings
{
	printf("null %s\n", stringof((char *)arg2));
}

sdt:kinds::none
{
	printf("bad \"%s\"\n", stringof((char *)8));
}

sdt:victim::none
{
	printf("none %d\n", arg0);
}

ERROR
{
	printf("error\n");
}
