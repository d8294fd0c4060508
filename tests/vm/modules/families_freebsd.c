// SPDX-License-Identifier: GPL-2.0-only
/*
 * families_freebsd.c - defines the probes of FreeBSD's SDT(9), and has sites of them
 *
 * families_sites.c has other sites of the same probes.
 */
#include "families.h"

SDT_PROVIDER_DEFINE(fam);
SDT_PROVIDER_DEFINE(ip);
SDT_PROVIDER_DEFINE(idle);	/* one without probes */

SDT_PROBE_DEFINE(fam, , , untyped);
SDT_PROBE_DEFINE0(fam, , , zero);
SDT_PROBE_DEFINE1(fam, , , one, "int");
SDT_PROBE_DEFINE2(fam, , , two, "int", "long");
SDT_PROBE_DEFINE3(fam, , , three, "int", "long", "const char *");
SDT_PROBE_DEFINE4(fam, , , four, "int", "long", "const char *",
		  "unsigned char");
SDT_PROBE_DEFINE5(fam, , , five, "int", "long", "const char *",
		  "unsigned char", "short");
SDT_PROBE_DEFINE6(fam, , , six, "int", "long", "const char *",
		  "unsigned char", "short", "unsigned long long");
SDT_PROBE_DEFINE7(fam, , , seven, "int", "long", "const char *",
		  "unsigned char", "short", "unsigned long long",
		  "enum colour");

SDT_PROBE_DEFINE0_XLATE(fam, , , xlate__zero);
SDT_PROBE_DEFINE1_XLATE(fam, , , xlate__one, "int", "id_t");
SDT_PROBE_DEFINE2_XLATE(fam, , , xlate__two, "int", "id_t",
			"long", "delta_t by");
SDT_PROBE_DEFINE3_XLATE(fam, , , xlate__three, "int", "id_t",
			"long", "delta_t by", "const char *", "string");
SDT_PROBE_DEFINE4_XLATE(fam, , , xlate__four, "int", "id_t",
			"long", "delta_t by", "const char *", "string",
			"unsigned char", "flags_t");
SDT_PROBE_DEFINE5_XLATE(fam, , , xlate__five, "int", "id_t",
			"long", "delta_t by", "const char *", "string",
			"unsigned char", "flags_t", "short", "level_t");
SDT_PROBE_DEFINE6_XLATE(fam, , , xlate__six, "int", "id_t",
			"long", "delta_t by", "const char *", "string",
			"unsigned char", "flags_t", "short", "level_t",
			"unsigned long long", "size_t");
SDT_PROBE_DEFINE7_XLATE(fam, , , xlate__seven, "int", "id_t",
			"long", "delta_t by", "const char *", "string",
			"unsigned char", "flags_t", "short", "level_t",
			"unsigned long long", "size_t",
			"enum colour", "colour_t");

/* Named after a function that need not be there */
SDT_PROBE_DEFINE1(fam, , lookup, entry, "int");

unsigned int fire_freebsd(void)
{
	SDT_PROBE2(fam, , , untyped, val.i, val.s);
	SDT_PROBE0(fam, , , zero);
	SDT_PROBE1(fam, , , one, val.i);
	SDT_PROBE2(fam, , , two, val.i, val.l);
	SDT_PROBE3(fam, , , three, val.i, val.l, val.s);
	SDT_PROBE4(fam, , , four, val.i, val.l, val.s, val.c);
	SDT_PROBE5(fam, , , five, val.i, val.l, val.s, val.c, val.h);
	SDT_PROBE6(fam, , , six, val.i, val.l, val.s, val.c, val.h, val.q);
	SDT_PROBE7(fam, , , seven, val.i, val.l, val.s, val.c, val.h, val.q,
		   val.e);
	SDT_PROBE0(fam, , , xlate__zero);
	SDT_PROBE1(fam, , , xlate__one, val.i);
	SDT_PROBE2(fam, , , xlate__two, val.i, val.l);
	SDT_PROBE3(fam, , , xlate__three, val.i, val.l, val.s);
	SDT_PROBE4(fam, , , xlate__four, val.i, val.l, val.s, val.c);
	SDT_PROBE5(fam, , , xlate__five, val.i, val.l, val.s, val.c, val.h);
	SDT_PROBE6(fam, , , xlate__six, val.i, val.l, val.s, val.c, val.h,
		   val.q);
	SDT_PROBE7(fam, , , xlate__seven, val.i, val.l, val.s, val.c, val.h,
		   val.q, val.e);
	SDT_PROBE1(fam, , lookup, entry, val.i);
	return SDT_PROBE_ENABLED(fam, , , one) |
	       SDT_PROBE_ENABLED(fam, , lookup, entry) << 1 |
	       SDT_PROBES_ENABLED() << 2;
}

/*
 * The manual's ip:::receive: one probe, a site for each version of IP, each of which
 * has nothing to pass for the other.
 */
struct ifnet;
struct ip;
struct ip6_hdr;

SDT_PROBE_DEFINE3(ip, , , receive, "struct ifnet *", "struct ip *",
		  "struct ip6_hdr *");

static noinline void ip_input(struct ifnet *rcvif, struct ip *ip)
{
	SDT_PROBE3(ip, , , receive, rcvif, ip, NULL);
}

static noinline void ip6_input(struct ifnet *rcvif, struct ip6_hdr *ip6)
{
	SDT_PROBE3(ip, , , receive, rcvif, NULL, ip6);
}

unsigned int fire_receive(void)
{
	ip_input((struct ifnet *)0x1000, (struct ip *)0x4000);
	ip6_input((struct ifnet *)0x1000, (struct ip6_hdr *)0x6000);
	return 0;
}

/* OpenZFS's.  Its sites pass another type than this one. */
SDT_PROBE_DEFINE1(sdt, , , set__error, "int");
