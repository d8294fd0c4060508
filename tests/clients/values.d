/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * values.d - what DTrace sees of arguments; dtrace.t has what that must be
 *
 * args[] have the types that the probes declare; arg0 ... are their fields without
 * a sign.
 */
struct own {
	int first;
	int second;
};

sdt:kinds::low,
sdt:kinds::high
{
	printf("%s %d %d %d %d %d %d %d %u\n", probename, args[0], args[1],
	       args[2], args[3], args[4], args[5], args[6], args[7]);
}

sdt:kinds::low
{
	printf("raw %d %d %d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4,
	       arg5, arg6, arg7);
}

sdt:kinds::own_level,
sdt:kinds::own_tiny,
sdt:kinds::own_size,
sdt:kinds::own_u32,
sdt:kinds::own_long
{
	printf("%s %d\n", probename, args[0]);
}

sdt:kinds::own_struct,
sdt:kinds::own_pointer
{
	printf("%s %d %d\n", probename, ((struct own *)arg0)->first,
	       ((struct own *)arg0)->second);
}

sdt:kinds::own_number
{
	printf("%s %d\n", probename, *args[0]);
}

sdt:kinds::strings
{
	printf("%s %s %s\n", probename, stringof((char *)arg0),
	       stringof(args[1]));
}

sdt:values::full
{
	printf("%s %d %d %d %d %d %d %d %d %d %d\n", probename, args[0],
	       args[1], args[2], args[3], args[4], args[5], args[6], args[7],
	       args[8], arg9 == 0x8000000000000010);
}

sdt:revdev::write-entry
{
	printf("%s %s %s %s %d %d\n", probename, copyinstr(arg1, arg2 + 1),
	       stringof((char *)arg1),
	       stringof(args[0]->f_path.dentry->d_name.name),
	       ((struct file *)arg0)->f_flags & 3, args[2]);
}

sdt:kinds::,
sdt:values::
{
	@fired[probemod, probename] = count();
}

sdt:twice::step
{
	@steps[stringof(args[1])] = count();
	@sum = sum(args[0]);
	@most = max(arg0);
}

END
{
	printa("fired %s:%s %@d\n", @fired);
	printa("step %s %@d\n", @steps);
	printa("sum %@d\n", @sum);
	printa("most %@d\n", @most);
}
