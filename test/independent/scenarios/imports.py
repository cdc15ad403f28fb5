"""Imports that are killed, with a service that is killed too, and alone: in the end every number matches the files."""

import os
import signal
import subprocess
import time

from compare import compare_all
from containers import pack_all
from product import Service
from reports import Generator
from scenarios.setting import domain_names, wait_for_reports, write_files

KILLS_PER_ROUND = 6
# How long an import may take after the last kill before it counts as stuck.
END_WITHIN_S = 120
# docs/sql.md: a stored report is shown about a second later; after a kill, when the next writer looks.
SHOWN_WITHIN_S = 10
LARGE_RECORDS = 6_000


class Rounds:
    """New files for each round, and all reports so far."""

    def __init__(self, checks, options, service):
        self.checks = checks
        self.options = options
        self.service = service
        self.generator = Generator(options.seed + 3, domain_names(5, "imported"))
        self.random = self.generator.random
        self.reports = []
        self.done = 0

    def next_folder(self):
        # Mostly small reports: a kill may interrupt one of many appends.
        fresh = [self.generator.report(records=self.random.randint(1, 9)) for _ in range(self.options.reports)]
        fresh.append(self.generator.report(records=LARGE_RECORDS))
        self.reports += fresh
        self.done += 1
        return write_files(f"{self.service.folder}/round-{self.done}", pack_all(fresh, self.random))

    def compare_sums(self):
        """A quick check after each round: SQL sums, which show duplicate rows first."""
        wanted = (sum(len(one.records) for one in self.reports), sum(one.messages for one in self.reports))
        deadline = time.monotonic() + SHOWN_WITHIN_S
        while (found := self.read_sums()) != wanted and time.monotonic() < deadline:
            time.sleep(0.5)
        self.checks.equal(f"SQL after round {self.done}: rows and messages", found, wanted)

    def read_sums(self):
        (found,) = self.service.sql("SELECT count() AS row_count, sum(messages) AS messages FROM records")
        return int(found["row_count"]), int(found["messages"])


class Import:
    """An import that is started again whenever it ends before all files are imported."""

    def __init__(self, service, checks, folder):
        self.service = service
        self.checks = checks
        self.folder = folder
        self.runs = 0
        self.process = None
        self.start()

    def start(self):
        self.runs += 1
        self.process = self.service.start_command("import", "--add-domains", self.folder)

    def kill(self, whole_group=True):
        """Sends SIGKILL to the command. Without its group, the engines that it started keep running."""
        kill = os.killpg if whole_group else os.kill
        try:
            kill(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def has_ended(self):
        return self.process.poll() is not None

    def is_done(self):
        """Whether it ended by itself, with a summary and success."""
        output = self.service.command_output()
        has_summary = "Reports stored:" in output
        self.checks.true(f"the import ended with {self.process.returncode} and without a summary: {output[-300:]!r}", has_summary)
        return has_summary and self.process.returncode == 0

    def run_to_end(self, tries=6):
        """Runs it until it is done, without further kills."""
        for _ in range(tries):
            try:
                self.process.wait(END_WITHIN_S)
            except subprocess.TimeoutExpired:
                self.checks.differ(f"the import is stuck {END_WITHIN_S} s after the last kill: {self.service.command_output()[-200:]!r}")
                self.kill()
            else:
                if self.is_done():
                    return
            self.start()
        self.checks.differ(f"the import was not done after {tries} attempts without a kill")


def import_killed(checks, options):
    """Imports with a running service; the service, PostgreSQL and the import are killed at random moments."""
    service = Service(options.root)
    try:
        service.start()
        rounds = Rounds(checks, options, service)
        kills = {"service": 0, "PostgreSQL": 0, "import": 0, "service and import": 0}
        while sum(kills.values()) < options.kills:
            one = Import(service, checks, rounds.next_folder())
            disturb(checks, rounds, one, kills)
            one.run_to_end()
            checks.say(f"round {rounds.done}: import run {one.runs} times, kills so far {kills}")
            rounds.compare_sums()
        checks.figures["kills"] = kills
        finish(checks, service, rounds)
    finally:
        service.remove()


def disturb(checks, rounds, one, kills):
    """Kills a few times at random moments while the import runs."""
    service, draw = rounds.service, rounds.random
    for _ in range(KILLS_PER_ROUND):
        time.sleep(draw.uniform(0.1, 1.5))
        if one.has_ended() or sum(kills.values()) >= rounds.options.kills:
            return
        victim = draw.choices(list(kills), [60, 15, 15, 10])[0]
        kills[victim] += 1
        if victim == "service":
            service.kill()
            while draw.random() < 0.6 and sum(kills.values()) < rounds.options.kills:
                service.launch()
                time.sleep(draw.uniform(0.2, 3.0))
                service.kill()
                kills[victim] += 1
            service.start_with_retry()
        elif victim == "PostgreSQL":
            checks.true("PostgreSQL runs, so that it can be killed", service.kill_postgres())
            wait_until_ready(checks, service)
        elif victim == "import":
            one.kill()
            one.start()
        else:
            service.kill()
            one.kill()
            one.start()
            service.start_with_retry(attempts=60)


def wait_until_ready(checks, service, within_s=90):
    """Waits until the service is ready again; restarts it if it ends, as a supervisor would."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        time.sleep(0.3)
        if service.process.poll() is not None:
            service.start_with_retry()
        try:
            if service.client.request("GET", "/readyz").status == 200:
                return
        except OSError:
            pass
    checks.differ(f"the service is not ready {within_s} s after PostgreSQL was killed: {service.tail(300)!r}")


def import_alone_killed(checks, options):
    """Imports without a service: the command starts the engines itself and is killed with or without them."""
    service = Service(options.root)
    try:
        service.start()
        service.stop()
        rounds = Rounds(checks, options, service)
        kills = {"with its engines": 0, "alone": 0}
        while sum(kills.values()) < options.kills:
            one = Import(service, checks, rounds.next_folder())
            for _ in range(KILLS_PER_ROUND):
                time.sleep(rounds.random.uniform(0.3, 6.0))
                if one.has_ended() or sum(kills.values()) >= options.kills:
                    break
                victim = rounds.random.choice(list(kills))
                kills[victim] += 1
                one.kill(whole_group=victim == "with its engines")
                one.start()
            one.run_to_end()
            checks.say(f"round {rounds.done}: import run {one.runs} times, kills so far {kills}")
        checks.figures["kills"] = kills
        service.start()
        finish(checks, service, rounds)
    finally:
        service.remove()


def finish(checks, service, rounds):
    wait_for_reports(checks, service, len(rounds.reports))
    compare_all(checks, service, rounds.reports, details_max=rounds.options.details)
