# SPDX-License-Identifier: GPL-2.0-only
"""flags.py - what kernel code is compiled with, by architecture

As a machine's first word names it ("aarch64" of "aarch64-linux-gnu"):

    KERNEL	the flags of the kernel that code generation depends on
    SETS	sets of flags beyond that: what kernels are compiled with, and what is
		as different as can be
    OPERAND_SETS	sets for the programs of operands.py: what leaves fewer registers, and
		what KASAN adds to each load
    RUNTIME	for runtime.c, which is no kernel code
    LINK	for a program of both

    CLANG	clang's names of GCC's flags, "" for those that it does not have, and -O1 for
		-O0: jump labels of the kernel need an optimizer
"""

COMMON = """-std=gnu11 -w -fno-strict-aliasing -fno-strict-overflow -fno-PIE -fno-common
	-fno-delete-null-pointer-checks -fno-asynchronous-unwind-tables"""

KERNEL = {
    "x86_64": f"""{COMMON} -mcmodel=kernel -mno-red-zone -mgeneral-regs-only
	-mpreferred-stack-boundary=3 -mindirect-branch=thunk-extern
	-mindirect-branch-register""".split(),
    # -mgeneral-regs-only cannot be undone: it is in the sets.
    "aarch64": f"{COMMON} -mabi=lp64 -mlittle-endian".split(),
}

SETS = {
    "x86_64": (
        "-O2",
        "-Os",
        "-O2 -fno-omit-frame-pointer -fno-optimize-sibling-calls",
        "-O2 -fstack-protector-strong "
        "-mstack-protector-guard=global -mfunction-return=thunk-extern",
        "-Os -fno-omit-frame-pointer -fno-inline",
        "-O3 -funroll-loops",
        "-O2 -pg -mfentry -fcf-protection=branch -fno-jump-tables -fno-ipa-ra",
        "-O1",
        "-Og -fno-reorder-blocks",
        "-O2 -fno-omit-frame-pointer -fsanitize=undefined -fsanitize-undefined-trap-on-error "
        "-maccumulate-outgoing-args",
        "-Os -fno-reorder-blocks-and-partition "
        "-fsanitize-coverage=trace-pc",
        "-O3 -ftracer -fsplit-paths -fno-ipa-icf -fno-reorder-blocks",
        "-O2 -mpreferred-stack-boundary=4 -fno-guess-branch-probability -fno-tree-pre",
        "-O0",
    ),
    # FRAME_POINTERS has the runtime check the chain of frame records.  FIXED_X18 has it
    # leave that register alone.  The first set is what Debian's kernel has.
    "aarch64": (
        "-O2 -mgeneral-regs-only -mbranch-protection=pac-ret+leaf -fno-omit-frame-pointer "
        "-fno-optimize-sibling-calls -fpatchable-function-entry=2 -fstack-protector-strong "
        "-DFRAME_POINTERS",
        "-O2 -mgeneral-regs-only -fomit-frame-pointer",
        "-Os -mgeneral-regs-only -mbranch-protection=pac-ret",
        "-O2 -mgeneral-regs-only -mbranch-protection=standard -ffixed-x18 "
        "-DFIXED_X18 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -DFRAME_POINTERS",
        "-Os -mgeneral-regs-only -fno-omit-frame-pointer -momit-leaf-frame-pointer -fno-inline "
        "-ffixed-x18 -DFIXED_X18 -DFRAME_POINTERS",
        "-O3 -mgeneral-regs-only -funroll-loops -mbranch-protection=bti",
        "-O2 -mgeneral-regs-only -mbranch-protection=pac-ret+leaf+b-key -fno-jump-tables "
        "-fno-ipa-ra -fno-shrink-wrap",
        "-O1 -mgeneral-regs-only -mbranch-protection=standard -march=armv8.5-a",
        "-Og -mgeneral-regs-only -fno-reorder-blocks -fno-omit-frame-pointer "
        "-mbranch-protection=pac-ret+leaf -DFRAME_POINTERS",
        "-O2 -mgeneral-regs-only -fsanitize=undefined -fsanitize-undefined-trap-on-error "
        "-fstack-clash-protection",
        "-Os -mgeneral-regs-only -fno-reorder-blocks-and-partition -fsanitize-coverage=trace-pc",
        "-O3 -ftracer -fsplit-paths -fno-ipa-icf -fno-reorder-blocks",
        "-O2 -mgeneral-regs-only -fno-guess-branch-probability -fno-tree-pre "
        "-mharden-sls=all -mcmodel=large",
        "-O0 -mgeneral-regs-only -fno-omit-frame-pointer -DFRAME_POINTERS",
        "-O2 -fno-omit-frame-pointer -mbranch-protection=standard -DFRAME_POINTERS",
    ),
}

# The functions are those of KASAN's outline instrumentation; inline it has a shadow memory.
KASAN = "-fsanitize=kernel-address " + " ".join(
    f"--param=asan-{name}=0" for name in ("instrumentation-with-call-threshold", "stack", "globals"))
FEW_X86 = "-ffixed-r14 -ffixed-r15"
FEW_ARM64 = " ".join(f"-ffixed-x{n}" for n in range(19, 29))

OPERAND_SETS = {arch: tuple(f"{level} {flags}".strip() for flags in sets
                            for level in ("-O2", "-Os", "-O1", "-O3"))
                for arch, sets in {
                    "x86_64": ("", "-fno-omit-frame-pointer", FEW_X86,
                               f"-fno-omit-frame-pointer {FEW_X86}", KASAN,
                               f"{KASAN} -fno-omit-frame-pointer {FEW_X86}"),
                    "aarch64": tuple("-mgeneral-regs-only " + flags for flags in (
                        "-fno-omit-frame-pointer -DFRAME_POINTERS", "-fomit-frame-pointer",
                        f"-fno-omit-frame-pointer -DFRAME_POINTERS {FEW_ARM64}",
                        f"-fomit-frame-pointer {FEW_ARM64}", KASAN,
                        f"{KASAN} -fno-omit-frame-pointer -DFRAME_POINTERS {FEW_ARM64}")),
                }.items()}

RUNTIME = {
    # Programs align the stack as the kernel does.
    "x86_64": ("-O1", "-mstackrealign"),
    "aarch64": ("-O1", "-fno-omit-frame-pointer", "-ffixed-x18", "-fno-pie"),
}

LINK = {
    "x86_64": ("-no-pie", "-Wl,-z,noexecstack"),
    # An emulator then needs no libraries.
    "aarch64": ("-no-pie", "-static", "-Wl,-z,noexecstack"),
}

CLANG = {
    "-O0": "-O1",
    "-mpreferred-stack-boundary=3": "-mstack-alignment=8",
    "-mpreferred-stack-boundary=4": "-mstack-alignment=16",
    "-mindirect-branch=thunk-extern": "-mretpoline-external-thunk",
    **dict.fromkeys("""-mindirect-branch-register -mfunction-return=thunk-extern -mabi=lp64
        -maccumulate-outgoing-args -ffixed-r14 -ffixed-r15 -fno-guess-branch-probability
        -fno-ipa-icf -fno-ipa-ra -fno-reorder-blocks-and-partition -fno-shrink-wrap
        -fno-tree-pre -fsplit-paths""".split(), ""),
    **{f"--param=asan-{name}=0": f"-mllvm -asan-{name}=0"
       for name in ("instrumentation-with-call-threshold", "stack", "globals")},
}
