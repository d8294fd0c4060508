// SPDX-License-Identifier: GPL-2.0-only
/*
 * icmp_handler.c - prints received ICMP packets, and provides their translator
 *
 * The handler knows struct icmp_hdr_dt only.  It would also work with a module whose
 * probe passes another kind of header, if there is a translator for that.  Load it
 * with translator=0 to see what a handler gets without a translator.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/icmp.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

#include "icmp.h"
#include "icmp_dt.h"

static bool translator = true;
module_param(translator, bool, 0400);
MODULE_PARM_DESC(translator, "register the translator");

static struct sdt_translator *registered;
static struct sdt_handler *handler;

static int icmp_to_dt(u64 native, void *to, size_t size, void *cookie)
{
	const struct icmp *icmp = (const struct icmp *)native;
	struct icmp_hdr_dt *dt = to;

	if (size != sizeof(*dt))
		return -EMSGSIZE;
	*dt = (struct icmp_hdr_dt){
		.type = icmp->icmp_type,
		.code = icmp->icmp_code,
		.checksum = ntohs(icmp->icmp_cksum),
	};
	if (dt->type == ICMP_ECHO || dt->type == ICMP_ECHOREPLY) {
		dt->id = ntohs(icmp->icmp_id);
		dt->sequence = ntohs(icmp->icmp_seq);
	}
	return 0;
}

static void print_packet(const struct sdt_hit *hit, void *cookie)
{
	struct icmp_hdr_dt dt;
	int err = sdt_translate(hit, 0, &dt, sizeof(dt));

	if (err)
		pr_info("no %s: error %d, native value %#llx\n",
			hit->site->probe->xlated[0].type, err,
			sdt_xlated_native(hit, 0));
	else
		pr_info("type %u code %u sequence %u\n", dt.type, dt.code,
			dt.sequence);
}

static int __init icmp_handler_init(void)
{
	if (translator) {
		registered = sdt_translator_register("struct icmp *",
						     "struct icmp_hdr_dt *",
						     icmp_to_dt, NULL);
		if (IS_ERR(registered))
			return PTR_ERR(registered);
	}
	handler = sdt_attach("icmp:::pkt-receive", print_packet, NULL);
	if (IS_ERR(handler)) {
		sdt_translator_unregister(registered);
		return PTR_ERR(handler);
	}
	return 0;
}

static void __exit icmp_handler_exit(void)
{
	sdt_detach(handler);
	sdt_translator_unregister(registered);
}

module_init(icmp_handler_init);
module_exit(icmp_handler_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Prints received ICMP packets, translated");
