# SPDX-License-Identifier: GPL-2.0-only
"""exceptions.py - what is known of the corpus, for each compiler

A file has a line for each function whose hot path gains more than NOPs:

    function	reason	configurations, in a column for each version of GCC

Before these, the line "gcc" names the versions, and a line "limit" for each configuration
has two means of instructions per site: of all functions, and of those that keep nothing
for it.  "-" is none.
"""
import math

# Why a function may be an exception: the probe asks for more than a site, mostly
# for a value that has to be kept; or GCC chooses otherwise.
REASONS = ("kept", "gcc")


class Exceptions:
    """A file, and its column for one compiler"""

    def __init__(self, path, gcc):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.lines = [line.rstrip("\n") for line in file]
        versions = [int(word) for word in self._row("gcc")[1:]]
        self.wanted, self.is_known = gcc, gcc in versions
        # Without figures of its own, those of the nearest version
        self.gcc = min(versions, key=lambda version: abs(version - gcc))
        self.column = versions.index(self.gcc)

    @staticmethod
    def _words(line):
        return line.split("#")[0].split()

    def _row(self, *key):
        """The words of the line that begins with these"""
        return next(words for words in map(self._words, self.lines)
                    if words[:len(key)] == list(key))

    def _functions(self):
        """name, reason and configurations of this compiler's exceptions"""
        for name, reason, *cells in filter(None, map(self._words, self.lines)):
            if name not in ("gcc", "limit") and cells[self.column] != "-":
                yield name, reason, cells[self.column].split(",")

    def reason(self, function, config):
        """Why the function is an exception, "" if it is none"""
        return next((reason for name, reason, configs in self._functions()
                     if name == function and config in configs), "")

    def limits(self, config):
        return [float(word) for word in self._row("limit", config)[2 + self.column].split(",")]

    def wrong(self, known):
        """The exceptions that are no function and configuration in known, or have no reason"""
        return [f"{name} {config} {reason}" for name, reason, configs in self._functions()
                for config in configs if (name, config) not in known or reason not in REASONS]

    def _set(self, found):
        """Changes this compiler's column: {the first two words of a line: what is there}"""
        def changed(line):
            words = self._words(line)
            if not words:
                return line
            cells = words[1:] if words[0] == "gcc" else words[2:]
            head = words[:len(words) - len(cells)]
            cells[self.column] = found.pop(tuple(head), cells[self.column])
            return self._line(head, cells)

        self.lines = [changed(line) for line in self.lines]
        if found:
            self.lines += ["", "# To be explained."]
        self.lines += [self._line(head, [cell if column == self.column else "-" for column
                                         in range(len(self._row("gcc")) - 1)])
                       for head, cell in found.items()]

    def _with_cell(self, line):
        words = self._words(line)
        if not words:
            return line
        head = words[:1 if words[0] == "gcc" else 2]
        cells = words[len(head):]
        cells.insert(self.column, "-")
        return self._line(head, cells)

    @staticmethod
    def _line(head, cells):
        return " ".join(["%-19s %-5s" % (head[0], "".join(head[1:])),
                         *("%-11s" % cell for cell in cells)]).rstrip()

    def set_functions(self, disturbed):
        """Makes the functions in {configuration: functions} this compiler's exceptions"""
        if not self.is_known:
            self._add_column()
        cells = {tuple(words[:2]): "-" for words in map(self._words, self.lines)
                 if words and words[0] not in ("gcc", "limit")}
        reasons = dict(cells.keys())
        for config in sorted(disturbed, key=["O2", "Os", "fp"].index):
            for name in disturbed[config]:
                key = name, reasons.get(name, "gcc")
                cells[key] = ",".join([*cells.get(key, "-").strip("-").split(","), config]).strip(",")
        self._set(cells)

    def _add_column(self):
        """Makes a column for a version that has none, between those of its neighbours"""
        self.column = sum(int(word) < self.wanted for word in self._row("gcc")[1:])
        self.lines = [self._with_cell(line) for line in self.lines]
        self.gcc, self.is_known = self.wanted, True
        self._set({("gcc",): str(self.gcc)})

    def set_limits(self, config, means):
        self._set({("limit", config): ",".join("%.2f" % (math.ceil(mean * 100) / 100)
                                               for mean in means)})

    def write(self):
        # Lines that no compiler needs
        lines = [line for line in self.lines
                 if not self._words(line) or set(self._words(line)[2:]) != {"-"}]
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
