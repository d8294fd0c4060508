// SPDX-License-Identifier: GPL-2.0-only
/*
 * icmp.c - probes for received packets, in the style of FreeBSD's SDT(9)
 *
 * Inspects the packets that the host receives, without changing them:
 *
 *	ip:icmp:ip_input:receive	any IPv4 packet
 *	ip:icmp:ip6_input:receive	any IPv6 packet
 *	icmp:icmp:icmp_input:pkt-receive	an ICMP packet, with its header translated
 *	icmp:icmp:icmp_input:receive-unreachable	"destination unreachable"
 *
 * "ping localhost" and "traceroute localhost" fire them.  icmp_handler.c is a module
 * that handles them.
 */
#include <linux/icmp.h>
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netfilter.h>
#include <linux/skbuff.h>
#include <net/net_namespace.h>
#include <sys/sdt.h>
#include <uapi/linux/ipv6.h>	/* <linux/ipv6.h> has an ip6_input(), too */

#include "icmp.h"

SDT_PROVIDER_DEFINE(ip);
SDT_PROVIDER_DEFINE(icmp);

/* One definition, probes in two functions: IPv4 and IPv6; the other version's header is NULL. */
SDT_PROBE_DEFINE3(ip, , , receive, "struct net_device *", "struct iphdr *",
		  "struct ipv6hdr *");

SDT_PROBE_DEFINE1(icmp, , , receive__unreachable, "struct icmp *");

/* Listeners see a struct icmp_hdr_dt, which is the same on any system. */
SDT_PROBE_DEFINE1_XLATE(icmp, , , pkt__receive, "struct icmp *",
			"struct icmp_hdr_dt *");

static void icmp_input(struct sk_buff *m, unsigned int offset)
{
	struct icmp copy, *icmp;

	icmp = skb_header_pointer(m, offset, sizeof(copy), &copy);
	if (!icmp)
		return;
	SDT_PROBE1(icmp, , , pkt__receive, icmp);
	if (icmp->icmp_type == ICMP_DEST_UNREACH)
		SDT_PROBE1(icmp, , , receive__unreachable, icmp);
}

static unsigned int ip_input(void *priv, struct sk_buff *m,
			     const struct nf_hook_state *state)
{
	struct net_device *rcvif = m->dev;
	struct iphdr *ip = ip_hdr(m);

	SDT_PROBE3(ip, , , receive, rcvif, ip, NULL);
	/* Only a packet's first fragment begins with the header. */
	if (ip->protocol == IPPROTO_ICMP && !(ip->frag_off & htons(0x1fff)))
		icmp_input(m, skb_network_offset(m) + ip->ihl * 4);
	return NF_ACCEPT;
}

static unsigned int ip6_input(void *priv, struct sk_buff *m,
			      const struct nf_hook_state *state)
{
	struct net_device *rcvif = m->dev;
	struct ipv6hdr *ip6 = (struct ipv6hdr *)skb_network_header(m);

	SDT_PROBE3(ip, , , receive, rcvif, NULL, ip6);
	return NF_ACCEPT;
}

static const struct nf_hook_ops hooks[] = {
	{
		.hook		= ip_input,
		.pf		= NFPROTO_IPV4,
		.hooknum	= NF_INET_PRE_ROUTING,
	}, {
		.hook		= ip6_input,
		.pf		= NFPROTO_IPV6,
		.hooknum	= NF_INET_PRE_ROUTING,
	},
};

static int __init icmp_example_init(void)
{
	return nf_register_net_hooks(&init_net, hooks, ARRAY_SIZE(hooks));
}

static void __exit icmp_example_exit(void)
{
	nf_unregister_net_hooks(&init_net, hooks, ARRAY_SIZE(hooks));
}

module_init(icmp_example_init);
module_exit(icmp_example_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Statically defined probes for received packets");
