#!/usr/sbin/dtrace -qs
/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * traceflow.d - shows how a program goes through revdev, in DTrace 2.x
 *
 *	./traceflow.d -c ./testrevdev < input
 *
 * or without -c, for the first testrevdev that is started; end it with Ctrl-C.  Needs
 * sdt.ko with layout=dtrace, and revdev.ko.
 *
 * Each system call is traced in a speculation, which is committed when the call returns
 * if it has reached a probe of the driver, and discarded otherwise.  The sdt probes of
 * DTrace 2.x have no function, so the script prints the functions' names itself.
 */
#pragma D option nspec=16

syscall::write:entry,
syscall::read:entry,
syscall::ioctl:entry
/execname == "testrevdev"/
{
	self->told = speculation();
	self->met = 0;
	speculate(self->told);
	printf("-> %s() entry\n", probefunc);
}

sdt:revdev::write-entry
/self->told/
{
	self->met = 1;
	speculate(self->told);
	printf("  => revdev_write() %s string: %s len: %d\n", probename,
	       copyinstr(arg1, arg2 + 1), arg2);
}

sdt:revdev::write-return
/self->told/
{
	speculate(self->told);
	printf("  <= revdev_write() %s string: %s len: %d\n", probename,
	       stringof(args[0]), args[1]);
}

sdt:revdev::read-entry
/self->told/
{
	self->met = 1;
	speculate(self->told);
	printf("  => revdev_read() %s string: %s\n", probename,
	       stringof(args[1]));
}

sdt:revdev::read-return
/self->told/
{
	speculate(self->told);
	printf("  <= revdev_read() %s string: %s len: %d\n", probename,
	       stringof(args[0]), args[1]);
}

sdt:revdev::ioctl-entry
/self->told/
{
	self->met = 1;
	speculate(self->told);
	printf("  => revdev_ioctl() %s cmd: %d arg: %d\n", probename, args[1],
	       args[2]);
}

sdt:revdev::ioctl-return
/self->told/
{
	speculate(self->told);
	printf("  <= revdev_ioctl() %s parity: %s\n", probename,
	       stringof(args[0]));
}

syscall::write:return,
syscall::read:return,
syscall::ioctl:return
/self->told/
{
	speculate(self->told);
	printf("<- %s() return\n", probefunc);
}

syscall::write:return,
syscall::read:return,
syscall::ioctl:return
/self->told && self->met/
{
	commit(self->told);
	self->told = 0;
}

syscall::write:return,
syscall::read:return,
syscall::ioctl:return
/self->told/
{
	discard(self->told);
	self->told = 0;
}
