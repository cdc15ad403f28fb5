"""The named questions in docs/questions, each run with `ruaflow sql` and recounted from the generated reports."""

import json
import time
from collections import Counter, defaultdict
from pathlib import Path

from compare import add_message
from containers import pack_all
from expected import Expected, date, raw_result, rate
from reports import DAY, Generator, canonical
from scenarios.setting import domain_names, running_service, wait_for_reports, write_files

SHOWN_WITHIN_S = 30
WINDOW_DAYS = 30


class Recount:
    """Answers of the questions, from reports that must all be counted."""

    def __init__(self, reports, clients):
        self.clients = clients
        self.reports = Expected(reports).reports
        today = int(time.time()) // DAY
        self.recent = [report for report in self.reports if report.day >= today - WINDOW_DAYS]
        self.first_day = today - WINDOW_DAYS

    def sums(self, key, reports, where=lambda record: True):
        """Messages and passed messages of records by a key of report and record."""
        sums = defaultdict(lambda: [0, 0])
        for report in reports:
            for record in report.records:
                if where(record):
                    sums[key(report, record)][0] += record.count
                    sums[key(report, record)][1] += record.count if record.passed else 0
        return sums

    def mail_by_day(self):
        days = Expected(self.recent).days()
        return [[day, *sums, rate(sums[1], sums[0])] for day, sums in sorted(days.items())]

    def mail_by_client(self):
        """Messages and failed messages of this month, and messages of the whole last month, by the domain's reference."""
        this_month = time.strftime("%Y-%m", time.gmtime())
        begin_of_month = next(day for day in range(int(time.time()) // DAY, 0, -1) if date(day).endswith("-01"))
        last_month = date(begin_of_month - 1)[:7]
        sums = defaultdict(lambda: [0, 0, 0])
        for report in self.reports:
            month = date(report.day)[:7]
            if month < last_month:
                continue
            found = sums[self.clients[report.domain]]
            for record in report.records:
                if month >= this_month:
                    found[0] += record.count
                    found[1] += 0 if record.passed else record.count
                else:
                    found[2] += record.count
        return by_size([[client, *found] for client, found in sums.items()])

    def from_domains(self):
        sums = self.sums(lambda _, record: record.header_from, self.recent)
        return by_size([[name, *found, rate(found[1], found[0])] for name, found in sums.items()])

    def enforcement(self):
        failed = self.sums(lambda _, record: record.header_from, self.recent, lambda record: not record.passed)
        delivered = self.sums(lambda _, record: record.header_from, self.recent, lambda record: not record.passed and record.disposition == "none")
        return by_size([[name, found[0], delivered[name][0]] for name, found in failed.items()])

    def top_sources(self):
        sums = self.sums(lambda _, record: canonical(record.source_ip), self.recent)
        rows = by_size([[address, *found] for address, found in sums.items()])[:20]
        return [[address, "", "", *found] for address, *found in rows]

    def failing_sources(self):
        sums = self.sums(lambda _, record: canonical(record.source_ip), self.recent, lambda record: not record.passed)
        names = defaultdict(set)
        for report in self.recent:
            for record in report.records:
                if not record.passed:
                    names[canonical(record.source_ip)].add(record.header_from)
        return by_size([[address, found[0], len(names[address])] for address, found in sums.items()])[:20]

    def new_sources(self):
        first = {}
        for report in self.reports:
            for record in report.records:
                address = canonical(record.source_ip)
                first[address] = min(first.get(address, report.day), report.day)
        sums = self.sums(lambda _, record: canonical(record.source_ip), self.reports)
        rows = [[address, day, sums[address][0]] for address, day in first.items() if day >= self.first_day]
        return [[address, date(day), messages] for address, day, messages in by_size(rows, 2)]

    def countries(self):
        """Without data sets no country is known; the service of this scenario has none for these addresses to rely on."""
        sums = self.sums(lambda _, record: canonical(record.source_ip), self.recent)
        return [sum(found[0] for found in sums.values()), len(sums)]

    def reporters(self):
        counts = Counter(report.reporter for report in self.reports)
        messages = Counter()
        for report in self.reports:
            messages[report.reporter] += report.messages
        return by_size([[name, count, messages[name]] for name, count in counts.items()])

    def dispositions(self):
        sums = self.sums(lambda _, record: record.disposition, self.recent)
        return by_size([[name, found[0]] for name, found in sums.items()])

    def published_policies(self):
        """The policies of each domain's last reports, of which several may end at the same second."""
        last = {}
        for report in self.reports:
            end, policies = last.get(report.domain, (0, set()))
            if report.end > end:
                end, policies = report.end, set()
            if report.end == end:
                policies = policies | {report.policy["p"]}
            last[report.domain] = (end, policies)
        return last

    def dkim_selectors(self):
        return self.results("dkim_results", lambda one: (one.domain, one.selector))

    def spf_domains(self):
        return self.results("spf_results", lambda one: (one.domain, one.scope))

    def results(self, field, key):
        sums = defaultdict(lambda: [0, 0])
        for report in self.reports:
            for record in report.records:
                for one in getattr(record, field):
                    sums[key(one)][0] += record.count
                    sums[key(one)][1] += record.count if one.result == "pass" else 0
        return sorted(([*names, *found] for names, found in sums.items()), key=lambda row: (-row[2], row[0], row[1]))

    def unaligned_dkim(self):
        sums = self.sums(
            lambda _, record: record.header_from, self.reports, lambda record: raw_result(record.dkim_results) == "pass" and record.dkim != "pass"
        )
        return by_size([[name, found[0]] for name, found in sums.items()])

    def forwarded_mail(self):
        sums = self.sums(lambda report, _: report.reporter, self.reports, lambda record: record.dkim == "pass" and record.spf != "pass")
        return by_size([[name, found[0]] for name, found in sums.items()])

    def override_reasons(self):
        messages = Counter()
        for report in self.reports:
            for record in report.records:
                for reason in {one.type for one in record.reasons}:
                    messages[reason] += record.count
        return by_size([[name, count] for name, count in messages.items()])


def by_size(rows, column=1):
    """The largest first; equals by name, in the order of their bytes."""
    return sorted(rows, key=lambda row: (-row[column], row[0].encode()))


def questions(checks, options):
    domains = domain_names(5)
    generator = Generator(options.seed + 3, domains)
    reports = [generator.report() for _ in range(options.reports)]
    files = pack_all(reports, generator.random)
    with running_service(options, domains) as service:
        # The command must find the service by its data folder.
        del service.settings["RUAFLOW_SQL_PORT"], service.settings["RUAFLOW_SQL_KEY"]
        service.run("import", write_files(f"{service.folder}/files", files))
        wait_for_reports(checks, service, len(reports))
        wait_until_shown(checks, service, len(reports))
        clients = give_references(checks, service, domains)
        recount = Recount(add_message(reports) if checks.is_twin else reports, clients)
        folder = Path(options.root.path) / "docs" / "questions"
        names = sorted(path.stem for path in folder.glob("*.sql"))
        checks.equal("number of questions", len(names), 17)
        for name in names:
            columns, rows = ask(service, folder / f"{name}.sql")
            compare(checks, name, rows, recount)
            checks.equal(f"{name}: columns", columns, declared_columns(folder / f"{name}.sql"))
        wrong_join(checks, service, recount)


def give_references(checks, service, domains):
    """Two domains share a client, others have one of their own, and the last has none. @returns the reference of each domain"""
    clients = {name: f"K-{index // 2}" for index, name in enumerate(domains[:-1])} | {domains[-1]: ""}
    for domain in service.client.list_all("/domains")[0]:
        name = domain["domain"]
        if clients[name]:
            service.client.request("PUT", f"/api/v1/domains/{domain['id']}", json.dumps({"client_reference": clients[name], "labels": ["shop", name]}), {"content-type": "application/json"})
    deadline = time.monotonic() + SHOWN_WITHIN_S
    found = {}
    while found != clients and time.monotonic() < deadline:
        found = {row["name"]: row["client_reference"] for row in service.sql("SELECT name, client_reference FROM domains")}
        time.sleep(0.2)
    checks.equal("references shown in SQL", found, clients)
    shown = service.sql("SELECT name, arrayStringConcat(labels, ' ') AS labels FROM domains WHERE client_reference != '' ORDER BY name")
    checks.equal("labels shown in SQL", [row["labels"] for row in shown], [f"shop {row['name']}" for row in shown])
    return clients


def wait_until_shown(checks, service, total):
    deadline = time.monotonic() + SHOWN_WITHIN_S
    found = -1
    while found != total and time.monotonic() < deadline:
        found = int(service.sql("SELECT count() AS n FROM reports")[0]["n"])
        time.sleep(0.2)
    checks.equal("reports shown in SQL", found, total)


def ask(service, path):
    """@returns the names of the columns and the rows of a question"""
    lines = service.run("sql", "--file", str(path), "--format", "JSONCompactEachRowWithNames").splitlines()
    columns, *rows = [json.loads(line) for line in lines if line]
    return columns, rows


def declared_columns(path):
    (line,) = [line for line in path.read_text().splitlines() if line.startswith("-- Columns: ")]
    return [name.strip() for name in line.removeprefix("-- Columns: ").split(",")]


def compare(checks, name, rows, recount):
    if name == "needs-attention":
        # What needs attention depends on the hour; each row must name a domain and its client.
        for domain, client, *_ in rows:
            checks.equal(f"{name}: client of {domain}", client, recount.clients.get(domain))
        return
    expected = getattr(recount, name.replace("-", "_"))()
    if name == "published-policies":
        checks.equal(f"{name}: domains", [row[0] for row in rows], sorted(expected))
        for domain, policy, _ in rows:
            checks.one_of(f"{name} of {domain}", policy, expected[domain][1])
    elif name == "countries":
        checks.equal(f"{name}: sums", [sum(int(row[1]) for row in rows), sum(int(row[2]) for row in rows)], expected)
    else:
        if name == "top-sources":
            rows = [[row[0], "", "", *row[3:]] for row in rows]
        checks.equal(f"{name}: rows", len(rows), len(expected))
        for index, (found, wanted) in enumerate(zip(rows, expected)):
            compare_row(checks, f"{name}: row {index}", found, wanted)


def compare_row(checks, what, found, wanted):
    for value, other in zip(found, wanted):
        if isinstance(other, float):
            checks.near(what, float(value), other)
        else:
            checks.equal(what, type(other)(value), other)


def wrong_join(checks, service, recount):
    """A join of both kinds of results multiplies messages; the view of records has neither, and says the truth."""
    truth = sum(report.messages for report in recount.reports)
    (wrong,) = service.sql(
        "SELECT sum(d.record_messages) AS messages FROM dkim_results AS d INNER JOIN spf_results AS s ON s.report_id = d.report_id AND s.ordinal = d.ordinal"
    )
    (right,) = service.sql("SELECT sum(messages) AS messages FROM records WHERE counted")
    checks.equal("messages in SQL", int(right["messages"]), truth)
    checks.true("the join of DKIM and SPF results should differ", int(wrong["messages"]) != truth)
    failed = service.run("sql", "SELECT sum(messages) FROM records ARRAY JOIN dkim_domains, spf_domains", check=False)
    checks.equal("a cross product over the view of records", failed.strip(), "")
