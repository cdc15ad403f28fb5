"""Counts comparisons and collects the differences that they find."""

import sys
import time

SHOWN_MAX = 12


class Checks:
    """The comparisons of one scenario, and the figures that it measured."""

    def __init__(self, name, started_at, is_twin=False):
        self.name = name
        self.started_at = started_at
        #: Expects one message more than was sent, which shows that the comparisons can fail.
        self.is_twin = is_twin
        self.broke_off = False
        self.compared = 0
        self.differences = []
        self.figures = {}

    def say(self, text):
        print(f"[{time.monotonic() - self.started_at:6.1f} s] {self.name}: {text}", file=sys.stderr, flush=True)

    def equal(self, what, found, expected):
        self.compared += 1
        if found != expected:
            self.differ(f"{what}: {found!r} instead of {expected!r}")

    def near(self, what, found, expected, within=0.051):
        self.compared += 1
        if abs(found - expected) > within:
            self.differ(f"{what}: {found!r} instead of {expected!r}")

    def one_of(self, what, found, allowed):
        self.compared += 1
        if found not in allowed:
            self.differ(f"{what}: {found!r} is not one of {sorted(allowed)!r}")

    def true(self, what, holds):
        self.compared += 1
        if not holds:
            self.differ(what)

    def differ(self, text):
        self.differences.append(text[:600])
        if len(self.differences) <= SHOWN_MAX:
            self.say(f"WRONG: {text[:600]}")
