"""The expected answers about a set of reports, counted from the generated data."""

from collections import Counter, defaultdict
from datetime import datetime, timezone

from reports import DAY, canonical


def timestamp(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def date(day):
    return timestamp(day * DAY)[:10]


def rate(part, whole):
    return 100 * part / whole if whole else 0


def raw_result(results):
    """The result that represents a record: pass if any passed, otherwise the first; "none" without results."""
    values = [one.result for one in results]
    return "pass" if "pass" in values else (values or ["none"])[0]


def most(counter):
    """The values of most messages; several if their counts are equal."""
    highest = max(counter.values())
    return {value for value, count in counter.items() if count == highest}


class Source:
    """The messages of an address that count; `first` and `last` cover all of its reports, whether or not their messages count."""

    def __init__(self):
        self.messages = 0
        self.passed = 0
        self.spf = Counter()
        self.dkim = Counter()
        self.disposition = Counter()
        self.first = None
        self.last = None

    def see(self, report):
        self.first = report.begin if self.first is None else min(self.first, report.begin)
        self.last = report.end if self.last is None else max(self.last, report.end)

    def add(self, record):
        self.messages += record.count
        self.passed += record.count if record.passed else 0
        self.spf[raw_result(record.spf_results)] += record.count
        self.dkim[raw_result(record.dkim_results)] += record.count
        self.disposition[record.disposition] += record.count


class Expected:
    """Sums over reports, each of which must count exactly once."""

    def __init__(self, reports):
        self.reports = list({report.identity: report for report in reports}.values())
        self._sources = {}

    def of_domain(self, domain):
        return Expected([report for report in self.reports if report.domain == domain])

    @property
    def domains(self):
        return sorted({report.domain for report in self.reports})

    @property
    def messages(self):
        return sum(report.messages for report in self.reports)

    @property
    def passed(self):
        return sum(report.passed for report in self.reports)

    @property
    def records(self):
        return sum(len(report.records) for report in self.reports)

    def sum_where(self, field):
        return sum(record.count for report in self.reports for record in report.records if getattr(record, field) == "pass")

    def days(self):
        """Messages and passed messages of each day that has a report."""
        days = defaultdict(lambda: [0, 0])
        for report in self.reports:
            days[date(report.day)][0] += report.messages
            days[date(report.day)][1] += report.passed
        return days

    def sources(self, failed_only=False):
        if failed_only not in self._sources:
            found = self._sources[failed_only] = defaultdict(Source)
            for report in self.reports:
                for record in report.records:
                    source = found[canonical(record.source_ip)]
                    source.see(report)
                    if not (failed_only and record.passed):
                        source.add(record)
        return self._sources[failed_only]
