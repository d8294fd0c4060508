# SPDX-License-Identifier: GPL-2.0-only
#
# sdt.mk - statically defined tracing for the modules of a Kbuild file
#
# In a Kbuild file, or a Makefile that serves as one:
#
#	include /where/sdt/is/kbuild/sdt.mk
#
# Every object remains a target of Kbuild's own rules, or of the author's.  This file only
#
#  - adds compiler flags: for <linux/sdt.h>, <linux/sdt_handler.h> and the plugin, or, with
#    clang and with GCC before version 11, for the form without it,
#  - runs the command that makes a module's object through kbuild/join, which adds the
#    module's probe table to it,
#  - tells modpost which symbols sdt.ko exports.
#
# Set before the include:
#
#	sdt-srcroot	folders to strip from the names of source files,
#			like the one that is built (M=)
#	sdt-dkms-tree	the folder of DKMS, if it is not /var/lib/dkms
#	sdt-plugin	n: compile without the plugin, as with clang
#	sdt-types	text: without the plugin, do not compile the types before arguments
#	sdt-required	n: if the plugin cannot be built, warn, and build without probes
#	sdt-btf		y, or the image of the kernel: give the modules BTF, or fail
#
# Outside a kernel build, in a Makefile that starts one, it only warns about problems that
# Kbuild would not explain.

ifndef sdt-included
sdt-included := y

ifneq ($(if $(KERNELRELEASE),,$(word 2,$(CURDIR))),)
$(warning sdt: Kbuild cannot build a module in a folder with a space in its name: $(CURDIR))
endif

ifneq ($(and $(KERNELRELEASE),$(obj)),)

# The author's settings.  Any other variable of the author's named sdt-* or sdt_* is a mistake,
# unless it lists objects of a module, or contains this file's path.
sdt-settings := sdt-srcroot sdt-dkms-tree sdt-plugin sdt-types sdt-required sdt-btf
sdt-unknown := $(filter-out sdt-included sdt-settings $(sdt-settings) %-y %-m %-n %-objs %-,\
	       $(filter sdt-% sdt_%,$(.VARIABLES)))
# A variable that calls a program or stops make is not expanded.
sdt-shell := $$(shell
sdt-error := $$(error
sdt-unknown := $(foreach v,$(sdt-unknown),\
	       $(if $(filter file override command,$(firstword $(origin $v))),\
	       $(if $(findstring $(sdt-shell),$(value $v))$(findstring $(sdt-error),$(value $v)),,\
	       $(if $(filter $(addsuffix %,$(realpath $($v))),\
		      $(realpath $(lastword $(MAKEFILE_LIST)))),,$v))))

# $(call sdt-meant,NAME): settings that become equal if up to two letters are left out of both
sdt-letters := a b c d e f g h i j k l m n o p q r s t u v w x y z - _
sdt-meant = $(firstword $(filter $(subst _,-,$1),$(sdt-settings)) $(foreach s,$(sdt-settings),\
	    $(foreach a,$(sdt-letters),$(foreach b,$(sdt-letters),\
	    $(if $(filter $(subst $a,,$(subst $b,,$s)),$(subst $a,,$(subst $b,,$1))),$s)))))

sdt-root := $(patsubst %/kbuild/sdt.mk,%,$(abspath $(lastword $(MAKEFILE_LIST))))

ifeq ($(wildcard $(sdt-root)/kbuild/sdt.mk),)
$(error sdt: the path of kbuild/sdt.mk has a space in it, which make cannot handle)
endif

# Several parts of a kernel build read the author's file, among them those that
# compile and run modpost.
sdt-part = $(filter %/scripts/Makefile.$1 scripts/Makefile.$1,$(MAKEFILE_LIST))
sdt-compiling := $(call sdt-part,build)

# The author's file, in messages
sdt-kbuild := $(abspath $(or $(wildcard $(src)/Kbuild),$(src)/Makefile))

sdt-hint = $(or $(patsubst %,did you mean %?,$(call sdt-meant,$1)),the settings are: $(sdt-settings))
ifneq ($(sdt-compiling),)
$(foreach v,$(sdt-unknown),$(warning sdt: $(if $(filter file,$(origin $v)),$(sdt-kbuild): )$v \
	is not a setting of sdt.mk; $(call sdt-hint,$v)))
endif

# -- the tools --------------------------------------------------------------

sdt-required ?= y
ifneq ($(filter-out y n,$(sdt-required)),)
$(error sdt: sdt-required is $(sdt-required): it must be y or n)
endif

sdt-plugin ?= y
ifneq ($(filter-out y n,$(sdt-plugin)),)
$(error sdt: sdt-plugin is $(sdt-plugin): it must be y or n)
endif

sdt-types ?= c
ifneq ($(filter-out c text,$(sdt-types)),)
$(error sdt: sdt-types is $(sdt-types): it must be c or text)
endif

sdt-no-probes :=
ifneq ($(sdt-compiling),)

# CONFIG_CC_IS_CLANG describes the compiler that built the kernel.
sdt-compiler := $(shell echo __clang__ __GNUC__ | $(CC) -E -P -x c - 2>/dev/null)
sdt-clang := $(filter 1,$(firstword $(sdt-compiler)))
# The plugin needs GCC 11.
sdt-old-gcc := $(filter 4 5 6 7 8 9 10,$(lastword $(sdt-compiler)))
sdt-plain := $(if $(sdt-clang)$(sdt-old-gcc)$(filter n,$(sdt-plugin)),y)

ifneq ($(CONFIG_JUMP_LABEL),y)

sdt-no-probes := y
$(warning sdt: this kernel has no jump labels (CONFIG_JUMP_LABEL), which probes need: every DTRACE_PROBE compiles to nothing)

else

sdt-tools := $(shell MAKE='$(MAKE)' CC='$(strip $(CC))' verbose=$(findstring 1,$(KBUILD_VERBOSE)) \
	     silent=$(filter silent_,$(quiet)) no_plugin=$(sdt-plain) $(sdt-root)/kbuild/build-tools)
ifeq ($(firstword $(sdt-tools)),ready)
sdt-plugin-file := $(if $(sdt-plain),,$(word 2,$(sdt-tools)))
sdt-sdtinfo := $(lastword $(sdt-tools))
else
sdt-reason := $(or $(sdt-tools),$(sdt-root)/kbuild/build-tools failed (see above))
ifneq ($(sdt-required),n)
$(error sdt: $(sdt-reason))
endif
sdt-no-probes := y
$(warning sdt: sdt-required is n, so every DTRACE_PROBE compiles to nothing: $(sdt-reason))
endif

endif
endif # sdt-compiling

ifneq ($(sdt-compiling),)

# -- flags ------------------------------------------------------------------

# The targets that Kbuild makes from a source file.  Unlike global variables, variables of these
# targets keep their values if the author sets the same ones below, or for make.
sdt-targets := $(addprefix $(obj)/%.,o i s lst ll symtypes)

sdt-flags = -I$(sdt-root)/kbuild/include -I$(sdt-root)/kmod/include

# Without the plugin, GCC rejects its options.
ifneq ($(sdt-no-probes)$(sdt-plain),)
sdt-remove := -fplugin-arg-sdt_plugin-%
$(foreach v,$(filter CFLAGS_%.o,$(.VARIABLES)),$(eval CFLAGS_REMOVE_$(v:CFLAGS_%=%) += $(sdt-remove)))
endif

ifeq ($(sdt-no-probes),)

# Source files are named relative to the module's own folder, in the form in which
# Kbuild passes it to the compiler: a relative path or a symbolic link is kept.  The
# author's folders are also used as written.
sdt-prefixes := $(or $(srcroot),$(KBUILD_EXTMOD)) \
		$(sort $(sdt-srcroot) $(abspath $(sdt-srcroot)) $(realpath $(sdt-srcroot)))

ifeq ($(sdt-plain),)

sdt-flags += -fplugin=$(sdt-plugin-file) \
	     $(addprefix -fplugin-arg-sdt_plugin-strip=,$(sdt-prefixes))

# The plugin looks up macros that the preprocessed source does not show, in bounds and
# types.  So ccache must not use that source as a key; in its depend mode it does not.
export CCACHE_DEPEND := 1

else

# Each object of a module has another __SDT_UNIT: its module and its path below the folder that
# is built, in characters of identifiers.  An archive can come from a subdirectory, and an object
# from another build.
sdt-path = $(modname)/$(patsubst $(KBUILD_EXTMOD)/%,%,$(basename $@))
sdt-unit = $(subst :,_o,$(subst =,_e,$(subst $(comma),_c,$(subst @,_a,$(subst ~,_t,$(subst +,_p,$(subst -,_m,$(subst .,_d,$(subst /,_s,$(subst _,__,$(sdt-path)))))))))))

# Otherwise newer clang continues with a wrong type, and repeats its error.
sdt-clang-flags := $(if $(sdt-clang),$(call cc-option,-Xclang -fno-recovery-ast))

# GCC takes the last prefix that fits, so the innermost comes last.  "sdtinfo link" reads
# machine code.
sdt-flags += -D__SDT_UNIT='"$(sdt-unit)"' $(if $(filter text,$(sdt-types)),-D__SDT_TYPES_ARE_TEXT) \
	    $(if $(filter %-no-warn-messages,$(ccflags-y) $(CFLAGS_$(target-stem).o)),-D__SDT_NO_WARN_MESSAGES) \
	    $(sdt-clang-flags) \
	    $(foreach p,$(sort $(sdt-prefixes)),-fmacro-prefix-map=$(p:/=)/=)
sdt-remove += $(CC_FLAGS_LTO) -gsplit-dwarf

ifneq ($(filter text,$(sdt-types)),)
$(warning sdt: sdt-types is text: the types of probe arguments are not checked, and each value has its expression's type)
endif

endif

# -- BTF --------------------------------------------------------------------

# With sdt-btf, join adds the module's BTF, where Kbuild makes none because KDIR has no
# vmlinux; and the checksum of the kernel's BTF that it refers to.
sdt-btf-base :=
ifneq ($(filter-out n,$(sdt-btf)),)

ifneq ($(CONFIG_DEBUG_INFO_BTF_MODULES),y)
$(error sdt: sdt-btf is set, but this kernel does not use BTF of modules (CONFIG_DEBUG_INFO_BTF_MODULES))
endif
ifeq ($(shell command -v $(PAHOLE)),)
$(error sdt: sdt-btf is set, but $(PAHOLE) was not found: install pahole)
endif

sdt-btf-base := $(obj)/.tmp_sdt-btf-base
sdt-answer := $(shell $(sdt-root)/kbuild/btf base $(sdt-btf-base) $(abspath $(objtree)) \
	      $(KERNELRELEASE) $(sdt-btf))
ifneq ($(sdt-answer),ready)
sdt-reason := $(or $(sdt-answer),$(sdt-root)/kbuild/btf failed (see above))
$(error sdt: $(sdt-reason))
endif

endif

# -- the module's object ----------------------------------------------------

# Objects are rebuilt if one of these changes.  They are not prerequisites of an object, because
# an author's recipe may link all prerequisites.  GCC does not list system headers such as ours.
# The command that makes a module's object does not name the compiler and the linker.
sdt-stamp := $(firstword $(shell { cat $(sdt-plugin-file) $(sdt-sdtinfo) $(sdt-btf-base) \
	     $(addprefix $(sdt-root)/kbuild/,join discard.lds btf include/linux/sdt*.h); \
	     echo '$(strip $(CC) $(LD))'; } | cksum))
sdt-flags += -D__SDT_STAMP=$(sdt-stamp)$(if $(sdt-btf-base),-btf)

export SDT_CC := $(CC)
export SDT_LD := $(LD)
# clang rejects preprocessor options if no preprocessor runs.
export SDT_AS := $(CC) $(if $(sdt-clang),-x assembler-with-cpp)
export SDTINFO := $(sdt-sdtinfo)
export SDT_BTF_BASE := $(sdt-btf-base)
export SDT_BTF_KBUILD := $(if $(wildcard $(objtree)/vmlinux),y)

$(obj)/%.o: export SDT_MODULE = $(firstword $(filter $@,$(obj-m)))
# Kbuild runs objtool on objects that it compiles, and on modules that it links from several
# objects; if it delays objtool until a module is linked, not on one linked by the author's recipe.
# Before Linux 6.0, all these variables had other names.
sdt-no-objtool = $(if $(objtool-enabled)$(objtool_obj),$(filter %.c %.S %.mod,$<),$(delay-objtool))
$(obj)/%.o: export SDT_OBJTOOL = $(if $(sdt-no-objtool),,$(strip \
	$(or $(objtool),$(__objtool_obj)) $(or $(objtool-args),$(objtool_args))))
$(obj)/%.o: override private CC = $(if $(filter $@,$(obj-m)),$(sdt-root)/kbuild/join,$(SDT_CC))
$(obj)/%.o: override private LD = $(if $(filter $@,$(obj-m)),$(sdt-root)/kbuild/join --ld,$(SDT_LD))

# The settings, each in one word, to detect those that the author sets below the include line
sdt-values = $(foreach s,$(sdt-settings),$s=$(subst $(space),$(comma),$($s)))
sdt-values-seen := $(sdt-values)
sdt-late = $(firstword $(subst =, ,$(filter-out $(sdt-values-seen),$(sdt-values))))
sdt-refuse = $(error sdt: $(sdt-kbuild): $(sdt-late) is set below the line that includes kbuild/sdt.mk: \
	     move it above)
sdt-flags += $(if $(sdt-late),$(sdt-refuse))

endif # sdt-no-probes

# KBUILD_CFLAGS stands in front of the author's flags, and GCC needs -fplugin= in front of the
# plugin's options.
$(sdt-targets): override private KBUILD_CFLAGS += $(sdt-flags)
$(sdt-targets): override private ccflags-remove-y += $(sdt-remove)

endif # sdt-compiling

# -- the symbols of sdt.ko --------------------------------------------------

# Modules that use no symbols of sdt.ko do not depend on it.
ifneq ($(call sdt-part,modpost),)

# In the project's own tree: that of sdt.ko, if it is built for this kernel.  In an installed one:
# that of the version that DKMS has installed, or that from "make modules_install".
ifneq ($(wildcard $(sdt-root)/tools/sdtinfo/Makefile),)
sdt-symvers := $(shell grep -aqsF 'vermagic=$(KERNELRELEASE) ' $(sdt-root)/kmod/sdt.ko && \
	       echo $(sdt-root)/kmod/Module.symvers)
sdt-build-kmod := run 'make -C $(sdt-root) kmod KDIR=$(abspath $(objtree))'
else
sdt-dkms-tree ?= /var/lib/dkms
sdt-symvers := $(firstword $(wildcard \
	       $(sdt-dkms-tree)/sdt/kernel-$(KERNELRELEASE)-$(UTS_MACHINE)/Module.symvers \
	       $(INSTALL_MOD_PATH)/lib/modules/$(KERNELRELEASE)/sdt.symvers))
sdt-build-kmod := install it by DKMS or by 'make modules_install' in the sources of sdt
endif

ifneq ($(sdt-symvers),)

ifeq ($(filter $(sdt-symvers),$(abspath $(KBUILD_EXTRA_SYMBOLS))),)
ifeq ($(origin KBUILD_EXTRA_SYMBOLS),command line)
override KBUILD_EXTRA_SYMBOLS += $(sdt-symvers)
else
KBUILD_EXTRA_SYMBOLS += $(sdt-symvers)
endif
endif

else

# modpost would report each symbol, but not that sdt.ko exports it.
sdt-callers := $(shell \
	names=$$(grep -so '\<_*sdt_[a-z_]*\>' $(sdt-root)/kmod/include/linux/sdt_handler.h) && \
	sed 's/ko$$/o/' $(or $(MODORDER),modules.order) 2>/dev/null | while read -r o; do \
		$(NM) -u "$$o" | awk '{ print $$2 }' | grep -qxF "$$names" && echo "$$o"; \
	done)
ifneq ($(sdt-callers),)
$(error sdt: $(notdir $(firstword $(sdt-callers:.o=.ko))) calls sdt.ko, which is not built for $(KERNELRELEASE): \
	$(sdt-build-kmod))
endif

endif
endif # modpost

endif # in a kernel build
endif # sdt-included
