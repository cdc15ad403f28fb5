"""A provider's portfolio: reports of many domains, what the API calls things, and the sums recounted from the reports."""

import ipaddress
import random
import time
from collections import defaultdict

from expected import date, rate, timestamp
from reports import DAY, Dkim, Record, Report, Spf, canonical

# Everything that the API names, in one place.
AGGREGATE, SOURCES, FAILURES = "/reports/aggregate", "/reports/sources", "/reports/failures"
LIST = "/reports"
LIST_BY_POST = "/reports/search"
DOMAINS, ATTENTION = "/domains", "/domains/attention"
GROUPINGS = ["domain", "client_reference", "label", "reporter", "source_organization", "country", "day", "header_from", "disposition"]
GROUP_SORTS = ["emails", "failed", "pass_rate", "emails_change", "failed_change", "pass_rate_change", "key"]
FAILURE_SORTS = ["failure_count", "failure_count_change", "key"]
DOMAIN_SORTS = ["domain", "pass_rate", "messages", "pass_rate_change", "dmarc_policy", "client_reference", "last_report_at"]

#: Days of the period that is asked about, and of the one before.
PERIOD_DAYS = 14
#: Longer than the list of domains looks back, which is 30 days and 30 days before.
OLDEST_DAY = 58
REPORTERS = ["google.com", "Enterprise Outlook", "Yahoo", 'Mail "Guard", Inc.', "=relay.example"]
SELECTORS = ["s1", "selector2", "k1._tenant"]
SENDERS = ["bulk.example.net", "esp-one.example", "crm.example.org"]
SHARED_NETWORKS = ["198.51.100.0/28", "2a02:1234:5678::/48"]


class Domain:
    """What the provider knows of a domain."""

    def __init__(self, name, reference, labels, policy):
        self.name = name
        self.reference = reference
        self.labels = labels
        self.policy = policy
        self.id = None


def create_domains(count, label):
    """Some share a client, some have none; some have two labels, some none."""
    found = []
    for index in range(count):
        reference = None if index % 7 == 6 else f"C-{label}-{index % 5}"
        labels = [[f"{label}-retail"], [f"{label}-retail", f"{label}-vip, \"gold\""], [], [f"{label}-bank"]][index % 4]
        found.append(Domain(f"{label}-{index}.example", reference, labels, ["none", "quarantine", "reject"][index % 3]))
    return found


class PortfolioGenerator:
    """Draws the reports of each domain, always the same for a seed and day."""

    def __init__(self, seed, domains):
        self.random = random.Random(seed)
        self.seed = seed
        self.today = int(time.time()) // DAY
        self.count = 0
        # Shared by all domains: questions about one source concern many of them.
        self.shared = [str(address) for network in SHARED_NETWORKS for address in self._some(network, 6)]
        self.senders = {domain.name: [*self._some(f"192.0.2.{16 * index % 256}/28", 3), *self._some(f"2001:db8:{index:x}::/48", 2)] for index, domain in enumerate(domains)}
        self.domains = domains

    def _some(self, network, count):
        network = ipaddress.ip_network(network)
        return [str(network[1 + self.random.randrange(min(network.num_addresses - 1, 1 << 60))]) for _ in range(count)]

    def reports(self):
        """The last domain is silent: its reports are all older than the period that is asked about."""
        found = []
        for domain in self.domains:
            silent = domain is self.domains[-1]
            for ago in self.random.sample(range(PERIOD_DAYS * 2 + 3 if silent else 1, OLDEST_DAY), 16):
                for reporter in self.random.sample(REPORTERS, self.random.choice([1, 2])):
                    found.append(self.report(domain, self.today - ago, reporter))
        # Two that report every day, of which one has not reported yesterday.
        for reporter, newest in (("late.example", 2), ("daily.example", 1)):
            found += [self.report(self.domains[0], self.today - ago, reporter) for ago in range(newest, 41)]
        return found

    def report(self, domain, day, reporter):
        self.count += 1
        records = [self._record(domain) for _ in range(self.random.choice([1, 2, 3, 5]))]
        policy = {"p": domain.policy, "sp": None}
        return Report(domain.name, reporter, f"portfolio-{self.seed}-{self.count}", day * DAY, day * DAY + DAY - 1, policy, records)

    def _record(self, domain):
        draw = self.random
        dkim, spf = draw.choices([("pass", "pass"), ("pass", "fail"), ("fail", "pass"), ("fail", "fail")], [50, 15, 10, 25])[0]
        passed = "pass" in (dkim, spf)
        sender = draw.choice(SENDERS)
        signatures = [Dkim(domain.name, draw.choice(SELECTORS), "pass")] if dkim == "pass" else []
        if draw.random() < 0.4:
            signatures.append(Dkim(sender, draw.choice(SELECTORS), draw.choice(["pass", "fail"])))
        return Record(
            source_ip=draw.choice(self.shared if draw.random() < 0.4 else self.senders[domain.name]),
            count=draw.choice([1, 1, 2, 7, 40, 300]),
            disposition="none" if passed else draw.choice(["none", "quarantine", "reject"]),
            dkim=dkim,
            spf=spf,
            reasons=(),
            header_from=draw.choice([domain.name, domain.name, f"news.{domain.name}"]),
            envelope_from=None,
            envelope_to=None,
            dkim_results=tuple(signatures),
            spf_results=(Spf(domain.name if spf == "pass" else f"bounce.{sender}", "mfrom", "pass" if spf == "pass" else draw.choice(["fail", "softfail"])),),
        )


class Filter:
    """Parameters of a question, and which rows they select."""

    def __init__(self, parameters, domains=lambda _: True, records=None):
        self.parameters = parameters
        self.domains = domains
        self.selects_records = records is not None
        self.records = records or (lambda _: True)

    @property
    def name(self):
        return ", ".join(f"{name}={value if isinstance(value, str) else f'{len(value)} values'}" for name, value in self.parameters.items()) or "no filter"


def create_filters(domains, reports):
    """Every filter, and some together."""
    ids = [domain.id for domain in domains]
    some = domains[: len(domains) : max(1, len(domains) // 3)][:3]
    label, other = domains[0].labels[0], domains[3].labels[0]
    reference = domains[0].reference
    records = [record for report in reports for record in report.records]
    v4 = next(one.source_ip for one in records if one.source_ip.startswith("198.51.100."))
    v6 = next(one.source_ip for one in records if one.source_ip.startswith("2a02:"))
    in_range = lambda text: (lambda one: ipaddress.ip_address(one.source_ip) in ipaddress.ip_network(text))  # noqa: E731
    subdomain = next(one.header_from for one in records if one.header_from.startswith("news."))
    spf_domain = next(one.spf_results[0].domain for one in records if one.spf_results[0].domain.startswith("bounce."))
    signed = lambda **wanted: (lambda one: any(all(getattr(each, name) == value for name, value in wanted.items()) for each in one.dkim_results))  # noqa: E731
    return [
        Filter({}),
        Filter({"domain_id": domains[0].id}, lambda one: one is domains[0]),
        Filter({"domain_id": [one.id for one in some]}, lambda one: one in some),
        Filter({"domain_id": ids}),
        Filter({"label": label}, lambda one: label in one.labels),
        Filter({"label": [label, other]}, lambda one: label in one.labels or other in one.labels),
        Filter({"label": "no domain has this"}, lambda _: False),
        Filter({"client_reference": reference}, lambda one: one.reference == reference),
        Filter({"client_reference": reference, "label": label}, lambda one: one.reference == reference and label in one.labels),
        Filter({"source_ip": v4}, records=in_range(v4)),
        Filter({"source_ip": SHARED_NETWORKS[0]}, records=in_range(SHARED_NETWORKS[0])),
        Filter({"source_ip": v6.upper()}, records=in_range(v6)),
        Filter({"source_ip": SHARED_NETWORKS[1]}, records=in_range(SHARED_NETWORKS[1])),
        Filter({"source_ip": SHARED_NETWORKS[0], "label": label}, lambda one: label in one.labels, in_range(SHARED_NETWORKS[0])),
        Filter({"header_from": subdomain}, records=lambda one: one.header_from == subdomain),
        Filter({"selector": SELECTORS[0]}, records=signed(selector=SELECTORS[0])),
        Filter({"dkim_domain": SENDERS[0]}, records=signed(domain=SENDERS[0])),
        Filter({"dkim_domain": SENDERS[0], "selector": SELECTORS[1]}, records=signed(domain=SENDERS[0], selector=SELECTORS[1])),
        Filter({"spf_domain": spf_domain}, records=lambda one: any(each.domain == spf_domain for each in one.spf_results)),
        Filter({"disposition": "reject"}, records=lambda one: one.disposition == "reject"),
        Filter({"result": "pass"}, records=lambda one: one.passed),
        Filter({"result": "fail"}, records=lambda one: not one.passed),
        Filter({"result": "fail", "disposition": "none", "client_reference": reference}, lambda one: one.reference == reference, lambda one: not one.passed and one.disposition == "none"),
    ]


class Sums:
    """Sums of rows, which are pairs of report and record."""

    def __init__(self, rows):
        self.rows = rows
        self.emails = sum(record.count for _, record in rows)
        self.passed = sum(record.count for _, record in rows if record.passed)
        self.failed = self.emails - self.passed
        self.reports = len({report.identity for report, _ in rows})
        self.sources = len({canonical(record.source_ip) for _, record in rows})
        self.domains = len({report.domain for report, _ in rows})

    def share_of(self, field):
        return rate(sum(record.count for _, record in self.rows if getattr(record, field) == "pass"), self.emails)


class Group:
    """A group with the period before."""

    def __init__(self, key, name, rows, before):
        self.key = key
        self.name = name
        self.now = Sums(rows)
        self.before = Sums(before)

    def value(self, field):
        now, before = self.now, self.before
        return {
            "emails": now.emails,
            "failed": now.failed,
            "failure_count": now.failed,
            "pass_rate": now.passed / now.emails if now.emails else 0,
            "emails_change": now.emails - before.emails,
            "failed_change": now.failed - before.failed,
            "failure_count_change": now.failed - before.failed,
            "pass_rate_change": now.passed / now.emails - before.passed / before.emails if now.emails and before.emails else None,
            "key": self.name,
        }[field]


def in_order(items, value, descending, tie):
    """Sorted by value; those without one come last, and equals are in the order of `tie`, where nothing also comes last."""
    last = lambda one: (1, "") if one is None else (0, one)  # noqa: E731
    tied = sorted(items, key=lambda one: last(tie(one)))
    # `reverse` leaves equals in their order.
    known = sorted((one for one in tied if value(one) is not None), key=value, reverse=descending)
    return known + [one for one in tied if value(one) is None]


class Recount:
    """The answers, from the reports alone."""

    def __init__(self, domains, reports, today):
        self.domains = {domain.name: domain for domain in domains}
        self.reports = reports
        self.today = today
        self.end = today - 1
        self.start = self.end - PERIOD_DAYS + 1

    @property
    def period(self):
        return {"start_date": date(self.start), "end_date": date(self.end)}

    def rows(self, wanted, first=None, last=None, failed_only=False):
        first, last = self.start if first is None else first, self.end if last is None else last
        return [
            (report, record)
            for report in self.reports
            if first <= report.day <= last and wanted.domains(self.domains[report.domain])
            for record in report.records
            if wanted.records(record) and not (failed_only and record.passed)
        ]

    def before(self, wanted, failed_only=False):
        return self.rows(wanted, self.start - PERIOD_DAYS, self.start - 1, failed_only)

    def keys(self, grouping, report, record, shift=0):
        domain = self.domains[report.domain]
        return {
            "domain": [domain.id],
            "client_reference": [domain.reference],
            "label": domain.labels or [None],
            "reporter": [report.reporter],
            # Nothing is looked up, so no owner and no country is known.
            "source_organization": [None],
            "country": [None],
            "day": [date(report.day + shift)],
            "header_from": [record.header_from],
            "disposition": [record.disposition],
        }[grouping]

    def groups(self, wanted, grouping, failed_only=False):
        """Groups that have mail in the period, unordered."""
        now, before = defaultdict(list), defaultdict(list)
        for report, record in self.rows(wanted, failed_only=failed_only):
            for key in self.keys(grouping, report, record):
                now[key].append((report, record))
        for report, record in self.before(wanted, failed_only):
            for key in self.keys(grouping, report, record, PERIOD_DAYS):
                before[key].append((report, record))
        names = {domain.id: domain.name for domain in self.domains.values()}
        name = (lambda key: names[key]) if grouping == "domain" else (lambda key: key)
        return [Group(key, name(key), rows, before[key]) for key, rows in now.items()]

    def life(self, wanted):
        """When each source was seen for the domains, whatever the period and the records that are asked about."""
        seen = {}
        for report in self.reports:
            if wanted.domains(self.domains[report.domain]):
                for record in report.records:
                    address = canonical(record.source_ip)
                    first, last = seen.get(address, (report.begin, report.end))
                    seen[address] = (min(first, report.begin), max(last, report.end))
        return {address: tuple(map(timestamp, times)) for address, times in seen.items()}
