# SPDX-License-Identifier: GPL-2.0-only
#
# shares.py - folders of the host that the guest has, by 9p
#
#  - Its root (--root): read-only, and over it what --add names and what the guest
#    writes, in its memory.
#  - A folder that it can write to, for the host to read (--out), as /out.
#
# For each of them here is what QEMU is told, the kernel's modules that it takes, and
# what /init does.

import lzma
import os

from initramfs import Failure

ADDED = "/added"	# in the initramfs: what lies over the root
MODULES = "/modules"

NEEDED = ("virtio_pci", "9pnet_virtio", "9p", "overlay")

# Nobody writes to the root, so the guest may keep in mind what it has read.
INIT_ROOT = f"""
root=/root
mkdir -p /lower /written $root
mount -t 9p -o ro,trans=virtio,version=9p2000.L,msize=512000,cache=loose root /lower
mount -t tmpfs tmpfs /written
mkdir /written/files /written/work
mount -t overlay -o lowerdir={ADDED}:/lower,upperdir=/written/files,workdir=/written/work \
	overlay $root
"""

INIT_OUT = """
mkdir -p $root/out
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 out $root/out
"""


def qemu_arguments(root, out):
    """What QEMU is told of the two folders, each of which may be None."""
    def share(tag, folder, more):
        path = folder.replace(",", ",,")
        return ["-virtfs", f"local,path={path},mount_tag={tag},security_model=none{more}"]
    return [*(share("root", root, ",readonly=on,multidevs=remap") if root else []),
            *(share("out", out, "") if out else [])]


def init_lines(root, out):
    """What /init does to have the two folders."""
    lines = f"for module in {MODULES}/*; do\n\tinsmod $module\ndone\n"
    return lines + (INIT_ROOT if root else "") + (INIT_OUT if out else "")


def add_modules(files, roots, release):
    """Add the modules that it takes to the initramfs, in the order in which they load."""
    folder = modules_folder(roots, release)
    for number, path in enumerate(modules(folder)):
        opened = lzma.open if path.endswith(".xz") else open
        with opened(os.path.join(folder, path), "rb") as file:
            files.data(f"{MODULES}/{number:02}.ko", file.read(), 0o644)


def modules_folder(roots, release):
    """Where the modules of the kernel are, in one of these roots or here."""
    for top in [*filter(None, roots), "/"]:
        folder = os.path.join(top, "lib/modules", release)
        if os.path.exists(os.path.join(folder, "modules.dep")):
            return folder
    raise Failure(f"the modules of the kernel {release} are not installed")


def modules(folder):
    """Paths of the needed modules, each behind those that it needs."""
    with open(os.path.join(folder, "modules.builtin")) as file:
        builtin = {module_name(line.strip()) for line in file}
    dependencies = {}
    with open(os.path.join(folder, "modules.dep")) as file:
        for line in file:
            path, _, others = line.partition(":")
            dependencies[module_name(path)] = [path, *others.split()]
    ordered = {}
    for name in NEEDED:
        if name in builtin:
            continue
        if name not in dependencies:
            raise Failure(f"the kernel has no module {name}: {folder}")
        ordered.update(dict.fromkeys(reversed(dependencies[name])))
    return list(ordered)


def module_name(path):
    return os.path.basename(path).split(".")[0]
