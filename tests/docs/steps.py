#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""steps.py - follow a page of the documentation

    steps.py take PAGE.md FOLDER	take the page's files and commands out of it
    steps.py check PAGE.md FOLDER	compare what the commands have printed; prints TAP
    steps.py block PAGE.md HEADING	print the first block below that heading

Of a block of C or of a makefile, the file's name is the last one in backquotes in front of
it.  Of the others, "$ COMMAND" is a user's command and "# COMMAND" root's, each with the
lines that it prints, in which "..." stands for any text and, alone, for any lines.

FOLDER gets the files, and two scripts that run the commands in order, each in one shell:

    sh user.sh RESULTS; sh root.sh RESULTS

RESULTS is a folder, by its absolute path, for what each command prints and its exit
status.  "check" looks for it in FOLDER/results, and exits with status 1 if something differs.
"""
import os
import re
import sys

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
SCRIPTS = {"$": "user", "#": "root"}


def files_and_commands(text):
    """{name: content}, [(who, command, lines that it prints)]"""
    files, commands = {}, []
    for block in BLOCK.finditer(text):
        language, body = block.groups()
        if language:
            files[re.findall(r"`([\w.-]+)`", text[:block.start()])[-1]] = body
            continue
        for line in body.splitlines():
            if line[:2] in ("$ ", "# "):
                commands.append((SCRIPTS[line[0]], line[2:], []))
            else:
                commands[-1][2].append(line)
    return files, commands


def take(files, commands, folder):
    for who in SCRIPTS.values():
        files[f"{who}.sh"] = "".join(
            f'{{\n{command}\n}} >"$1/{number}" 2>&1\necho $? >"$1/{number}.status"\n'
            for number, (user, command, _) in enumerate(commands) if user == who)
    for name, content in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)


def pattern(lines):
    """A regular expression for the lines that a command prints"""
    return "".join("(?:.*\n)*" if line == "..." else
                   ".*".join(map(re.escape, line.split("..."))) + "\n" for line in lines)


def content(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return None


def check(commands, folder):
    failed = False
    for number, (_, command, lines) in enumerate(commands):
        path = os.path.join(folder, "results", str(number))
        printed, status = content(path), content(path + ".status")
        good = status == "0\n" and re.fullmatch(pattern(lines), printed)
        print(f"{'' if good else 'not '}ok {number + 1} - {command}".replace("#", "\\#"))
        if not good:
            failed = True
            print("# exit status:", (status or "not run").strip())
            print("".join(f"# printed: {line}\n" for line in (printed or "").splitlines()) +
                  "".join(f"# wanted:  {line}\n" for line in lines), end="")
    print(f"1..{len(commands)}")
    sys.exit(failed)


def block(text, heading):
    section = re.search(rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", text, re.M | re.S)
    found = section and BLOCK.search(section[1])
    if not found:
        sys.exit(f"steps.py: no block below '{heading}'")
    print(found[2], end="")


def main():
    what, page, folder = sys.argv[1:]
    if what == "block":
        block(content(page), folder)
        return
    files, commands = files_and_commands(content(page))
    if what == "take":
        take(files, commands, folder)
    else:
        check(commands, folder)


main()
