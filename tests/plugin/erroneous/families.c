// SPDX-License-Identifier: GPL-2.0-only
/* Errors in the macros of the other families */
#include <sys/sdt.h>

int x;
SDT_PROVIDER_DEFINE(foo);
SDT_PROBE_DEFINE2(foo, , , one, "int");
SDT_PROVIDER_DEFINE(oof;				/* parsed otherwise */
);
SDT_PROBE_DEFINE1(foo, , , unquoted, undeclared_type);	/* parsed otherwise */
SDT_PROBE_DEFINE1(foo, , , type, int);			/* parsed otherwise */
SDT_PROBE_DEFINE2(foo, , , half, "int", +);		/* parsed otherwise */
SDT_PROBE_DEFINE1(foo, , , open, "int" ;		/* parsed otherwise */
);
SDT_PROBE_DEFINE1_XLATE(foo, , , pair, "int", nobody_0);	/* parsed otherwise */
SDT_PROBE_DEFINE(foo, , , good);
SDT_PROBE_DECLARE(foo, , );
SDT_PROBE_DEFINE1(foo, , , typed, "nowhere_t");

/* What had an error is not missing as well. */
void lost(void)		{ SDT_PROBE1(foo, , , unquoted, x); SDT_PROBE1(foo, , , half, x); }
void lost_too(void)	{ if (SDT_PROBE_ENABLED(foo, , , open)) SDT_PROBE0(foo, , , nowhere); }
void lost_provider(void) { SDT_PROBE1(oof, , , one, x); }

void undeclared(void)	{ SDT_PROBE1(foo, , , good, nobody); }
void keyword(void)	{ SDT_PROBE1(foo, , , good, int); }	/* parsed otherwise */
void none(void)		{ SDT_PROBE1(foo, , , good, ); }	/* parsed otherwise */
void typed(void)	{ SDT_PROBE1(foo, , , typed, nobody2); }
void inner(void)	{ SDT_PROBE1(foo, , , good, ({ SDT_PROBE1(foo, , , typed, nobody3); x; })); }
void own(void)		{ DTRACE_SDT_PROBE1(foo, bar, baz, qux, nobody4); }
void asks(void)		{ if (SDT_PROBE_ENABLED(foo, , , good) && nobody5) x++; }
void any(void)		{ if (SDT_PROBES_ENABLED() nobody6) x++; }	/* parsed otherwise */
void shown(void)	{ DTRACE_IO1(shown, struct s : (t *, u), nobody7); }
nowhere broken(int a)	{ SDT_PROBE1(foo, , , good, a); SDT_PROBE_DECLARE(foo, , , local); return a; }
void local(void)	{ SDT_PROBE_DEFINE1(foo, , , local, "int"); SDT_PROBE1(foo, , , local, nobody8); }
SDT_PROBE_DEFINE1(foo, , , last, "int"
