/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * message.h - the text of a DTRACE_PRINTF()
 *
 * For the verbs.
 */
#ifndef SDTINFO_MESSAGE_H
#define SDTINFO_MESSAGE_H

#include "arg.h"

/*
 * message_text() - a message with the values of its arguments; caller frees
 * @values: at least those that the message takes
 *
 * It is the text of the event (kmod/events/message.c): what printk() would have printed, from
 * what the record has.  It can have any characters.
 */
char *message_text(const char *message, const struct arg_value *values);

#endif /* SDTINFO_MESSAGE_H */
