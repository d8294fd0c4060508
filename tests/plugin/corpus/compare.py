#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""compare.py - what disabled probes add to the hot paths of the corpus

    compare.py [--update] FOLDER GCC

FOLDER/<configuration>/<variant> has the corpus as a module.  Each function's
hot path (hotpath.py) is compared with that of the plain variant.  Prints TAP, a
table for each configuration, and the difference where a verdict is bad.

GCC is the compiler's version.  Each has its own column of exceptions and limits in
<architecture>.exceptions (exceptions.py).  With --update that column is written.
"""
import difflib
import glob
import os
import sys

sys.dont_write_bytecode = True
from exceptions import Exceptions
from hotpath import Module, Path

# The variants beside the plain one, and how their sites are known
VARIANTS = {
    "probed": {"keys": ("__sdt_sites",)},
    "macros": {"keys": ("__sdt_sites",)},   # without the plugin
    "events": {"keys": ("__tracepoint_",)},
    "calls": {"calls": ("__dtrace_probe_",)},
    "branch": {"loads": ("branch_probe_",)},
}

# What "sdtinfo link" adds to a module
TRAMPOLINE = {"__SCT__sdt", "__sdt_nothing", "__sdt_fire", "__sdt_save_fire",
              "__sdt_restore"}

# What a probe without the plugin may add, in tracepoints
MACROS = 0.5

# What must not grow by a single one
NOTHING_MORE = ("loads", "stores", "pushes", "calls", "padding")
SHOWN = ("insns", "loads", "stores", "pushes", "bytes")


class Tap:
    """The count of tests and what fails"""

    def __init__(self):
        self.count = self.failed = 0

    def ok(self, good, name, details=(), todo=""):
        self.count += 1
        self.failed += not good and not todo
        print(f"{'ok' if good else 'not ok'} {self.count} - {name}"
              + (f" # TODO {todo}" if todo else ""))
        if not good:
            for line in details:
                print("#   " + line)


class Pair:
    """A function in a variant beside the plain one"""

    def __init__(self, plain, other):
        self.plain, self.other = plain, other
        self.sites = other.sites
        for what in Path.COUNTED:
            setattr(self, what, getattr(other, what) - getattr(plain, what))

    def good(self):
        """A hot path that got shorter is no disturbance."""
        return self.sites > 0 and self.insns <= self.sites \
            and all(getattr(self, what) <= 0 for what in NOTHING_MORE)

    def diff(self):
        return list(difflib.unified_diff(self.plain.listing, self.other.listing,
                                         "plain", "probed", lineterm="", n=2))


def mean(pairs, what, without=()):
    """What a site adds to the functions in pairs.  What a function has less with its sites
    than without is not set off against what others have more."""
    pairs = [pair for name, pair in pairs.items() if pair.sites and name not in without]
    return sum(max(getattr(pair, what), pair.sites if what == "insns" else 0)
               for pair in pairs) / max(1, sum(pair.sites for pair in pairs))


class Configuration:
    """The corpus, compiled with one set of flags in all variants"""

    def __init__(self, folder):
        self.name = os.path.basename(folder)
        modules = {variant: Module(glob.glob(f"{folder}/{variant}/*.ko")[0],
                                   **VARIANTS.get(variant, {}))
                   for variant in ("plain", *VARIANTS)}
        paths = {variant: {name: module.hot_path(symbol)
                           for name, symbol in module.functions().items()}
                 for variant, module in modules.items()}
        self.plain = paths["plain"]
        self.architecture = modules["plain"].architecture
        # Before the newer kernels' linker script joins .text.unlikely with .text
        probed = Module(glob.glob(f"{folder}/probed/corpus_*_probed.o")[0],
                        **VARIANTS["probed"])
        self.cold = {name: probed.cold_blocks(symbol)
                     for name, symbol in probed.functions().items()
                     if probed.entries[symbol][0] == ".text"}
        self.end = {name: probed.hot_path(symbol).end
                    for name, symbol in probed.functions().items()}
        self.pairs = {}         # variant -> function -> Pair
        self.odd = {}           # variant -> functions that are not in both
        for variant in VARIANTS:
            names = set(paths[variant])
            self.odd[variant] = sorted((names ^ set(self.plain)) - TRAMPOLINE)
            self.pairs[variant] = {name: Pair(self.plain[name], paths[variant][name])
                                   for name in names & set(self.plain)}

    def functions(self):
        """Those with a site in any variant"""
        return sorted(name for name in self.plain
                      if any(name in pairs and pairs[name].sites
                             for pairs in self.pairs.values()))

    def shown(self):
        """These, and those that differ though no probe is in them"""
        pairs = self.pairs["probed"]
        return sorted({*self.functions(), *(name for name in pairs if pairs[name].insns)})

    def mean(self, variant, what, without=()):
        return mean(self.pairs[variant], what, without)

    def disturbed(self):
        """The functions that are not as they were but for NOPs"""
        pairs = self.pairs["probed"]
        return [name for name in self.shown() if name in pairs and not pairs[name].good()]

    def table(self, exceptions):
        print(f"#\n# {self.name}: what is added to the hot path of a function"
              " (ins: instructions, ld: loads, st: stores, pu: pushes)")
        print("# %-24s" % "" + "".join("| %-33s" % variant for variant in VARIANTS))
        print("# %-24s" % "function" +
              "| sites   ins    ld    st    pu bytes" * len(VARIANTS))
        for name in self.shown():
            row = "# %-20s%-4s" % (name, exceptions.reason(name, self.name))
            for variant in VARIANTS:
                pair = self.pairs[variant].get(name)
                row += "| %5d" % pair.sites + "".join(
                    " %5d" % getattr(pair, what) for what in SHOWN) if pair else "| %34s" % "none"
            print(row)
        for title, without in (("mean per site", ()),
                               ("... where none is kept", self.kept(exceptions))):
            row = "# %-24s" % title
            for variant in VARIANTS:
                row += "|      " + "".join(" %5.2f" % self.mean(variant, what, without)
                                           for what in SHOWN)
            print(row)
        print("#")

    def kept(self, exceptions):
        """The functions that have to do more for the probe, whatever makes the site"""
        return {name for name in self.plain
                if exceptions.reason(name, self.name) == "kept"}

    def means(self, exceptions):
        """Of all functions, and of those where nothing is kept"""
        return [self.mean("probed", "insns", without)
                for without in ((), self.kept(exceptions))]


def check_functions(tap, config, exceptions, todo):
    pairs = config.pairs["probed"]
    tap.ok(not config.odd["probed"], f"{config.name}: the same functions with probes and without",
           config.odd["probed"], todo)
    for name in (name for name in config.shown() if name in pairs):
        pair = pairs[name]
        if exceptions.reason(name, config.name):
            tap.ok(not pair.good(), f"{config.name}: {name}: is still an exception", (), todo)
            continue
        tap.ok(pair.good(), f"{config.name}: {name}: {pair.sites} NOPs and nothing else",
               ["extra: " + ", ".join(f"{getattr(pair, what)} {what}" for what in Path.COUNTED),
                *pair.diff()], todo)


def check_whole(tap, config, exceptions, todo):
    pairs = config.pairs["probed"]
    leaves = [name for name in config.functions()
              if name.startswith("leaf") and not exceptions.reason(name, config.name)]
    # GCC may choose another order, and a register for a constant or the other way round.
    changed = [name for name in leaves if pairs[name].plain.operations()
               != pairs[name].other.operations()]
    tap.ok(leaves and not changed, f"{config.name}: leaf functions have the same instructions",
           [line for name in changed for line in (name, *pairs[name].diff())], todo)
    tap.ok(pairs["leaf3"].insns == 1, f"{config.name}: leaf3 has one instruction more")
    # Where GCC does not part hot and cold code
    together = config.name == "Os" or not config.architecture.PARTS
    if config.name == "Os" and config.architecture.PARTS:
        tap.ok(pairs["leaf0"].bytes == 5, "Os: its NOP has five bytes")
    elif together:
        here = [name for name, cold in config.cold.items() if min(cold, default=config.end[name]) < config.end[name]]
        tap.ok(any(config.cold.values()) and not here,
               f"{config.name}: cold blocks are behind the hot code", here)
    else:
        # Later compilers do not part functions that never return.
        parted = config.cold.keys() - (set() if exceptions.gcc <= 12
                                       else {"loop_endless", "loop_poll"})
        here = [name for name in parted
                if ".text" in (section for section, _ in config.cold[name])]
        tap.ok(any(config.cold.values()) and not here,
               f"{config.name}: cold blocks are in .text.unlikely", here)
    means = config.means(exceptions)
    for where, added, limit in zip(("", ", where none is kept"), means,
                                   exceptions.limits(config.name)):
        tap.ok(0 < added <= limit, f"{config.name}: a site adds {added:.3f} instructions{where},"
               f" as it was at most {limit}", (), todo)
    for variant, name in ("events", "tracepoint"), ("branch", "load and branch"):
        other = config.mean(variant, "insns")
        tap.ok(0 < means[0] <= other / 2, f"{config.name}: ... and a {name} {other:.3f},"
               " at least twice that")
    plain, other = (config.mean(variant, "insns") for variant in ("macros", "events"))
    tap.ok(0 < plain <= other * MACROS, f"{config.name}: ... and one without the plugin {plain:.3f},"
           f" at most {MACROS} of a tracepoint")
    # Otherwise hotpath.py has taken a cold block for a hot one.
    mixed = [name for name, pair in config.pairs["branch"].items()
             if any(symbol.startswith("branch_probe_") for symbol in pair.other.loaded)]
    tap.ok(not mixed, f"{config.name}: no hot path loads the ID of a probe", mixed)


def main():
    *options, folder, gcc = sys.argv[1:]
    configs = [Configuration(path.rstrip("/")) for path in sorted(glob.glob(folder + "/*/"))]
    exceptions = Exceptions(os.path.join(os.path.dirname(__file__),
                                         configs[0].architecture.NAME + ".exceptions"), int(gcc))
    if options == ["--update"]:
        exceptions.set_functions({config.name: config.disturbed() for config in configs})
        for config in configs:
            exceptions.set_limits(config.name, config.means(exceptions))
        exceptions.write()
    tap = Tap()
    todo = "" if exceptions.is_known else f"the figures are those of GCC {exceptions.gcc}"
    for config in configs:
        config.table(exceptions)
    for config in configs:
        check_functions(tap, config, exceptions, todo)
        check_whole(tap, config, exceptions, todo)
    known = {(name, config.name) for config in configs for name in config.plain}
    wrong = exceptions.wrong(known)
    tap.ok(not wrong, "exceptions are functions of the corpus, with a reason", wrong)
    print(f"1..{tap.count}")
    return tap.failed != 0


if __name__ == "__main__":
    sys.exit(main())
