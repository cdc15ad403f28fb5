"""Questions across the domains of a provider, each recounted from the reports: filters, groups, lists, and who may see what."""

import json
import time
from collections import defaultdict
from urllib.parse import urlencode

from compare import read_csv, plain, row_of, to_row
from containers import pack_all
from expected import date, rate
from portfolio import (
    AGGREGATE,
    ATTENTION,
    DOMAIN_SORTS,
    DOMAINS,
    FAILURE_SORTS,
    FAILURES,
    GROUP_SORTS,
    GROUPINGS,
    LIST,
    LIST_BY_POST,
    PERIOD_DAYS,
    SOURCES,
    PortfolioGenerator,
    Recount,
    Sums,
    create_domains,
    create_filters,
    in_order,
)
from product import Client
from reporting import compare_completeness, compare_reporters
from reports import DAY, canonical
from scenarios.setting import running_service, wait_for_reports, write_files

ATTENTION_WITHIN_S = 90
LIST_DAYS = 30
# The rule for the pass rate that every new domain has.
ALERT_BELOW, ALERT_MESSAGES_MIN = 90, 100
# The alert rules are evaluated at once, and not once an hour.
SETTINGS = {"RUAFLOW_ALERTS_EVERY_MS": "2000"}


def portfolio(checks, options):
    domains = create_domains(options.portfolio, "own")
    foreign = create_domains(max(4, options.portfolio // 4), "foreign")
    generator = PortfolioGenerator(options.seed + 11, domains)
    reports = generator.reports()
    with running_service(options, [], SETTINGS) as service:
        other = create_other(service, foreign, options.seed)
        import_reports(service, "own", reports, generator.random, "--org", service.organization)
        wait_for_reports(checks, service, len(reports))
        give_settings(checks, service.client, domains)
        give_settings(checks, other, foreign)
        told = add_one(reports) if checks.is_twin else reports
        recount = Recount(domains, told, generator.today)
        asking = Asking(checks, service.client, recount, foreign)
        asking.filters()
        asking.groups()
        asking.domains_list()
        asking.refusals()
        asking.attention()
        compare_reporters(asking)
        compare_completeness(asking)
        asking.nothing_stale(service, generator)


def add_one(reports):
    """The twin expects one message more, in a report of the period."""
    at = next(index for index, one in enumerate(reports) if one.day > int(time.time()) // DAY - PERIOD_DAYS)
    return [*reports[:at], reports[at].with_other_content(), *reports[at + 1 :]]


def create_other(service, foreign, seed):
    """A second organization with the same kind of data. @returns its client"""
    [service.organization] = [one["id"] for one in json.loads(service.run("orgs", "list", "--json"))]
    created = json.loads(service.run("orgs", "create", "Other provider", "--json"))
    organization = created["id"]
    key = json.loads(service.run("keys", "create", "test", "--org", organization, "--json"))["key"]
    generator = PortfolioGenerator(seed + 12, foreign)
    import_reports(service, "foreign", generator.reports(), generator.random, "--org", organization)
    return Client(service.port, key)


def import_reports(service, name, reports, draw, *more):
    service.run("import", "--add-domains", *more, write_files(f"{service.folder}/{name}", pack_all(reports, draw)))


def give_settings(checks, client, domains):
    listed = {row["domain"]: row["id"] for row in client.list_all(DOMAINS)[0]}
    checks.equal("names of the domains", sorted(listed), sorted(domain.name for domain in domains))
    for domain in domains:
        domain.id = listed[domain.name]
        put_settings(checks, client, domain)


def put_settings(checks, client, domain):
    body = json.dumps({"labels": domain.labels, "client_reference": domain.reference}).encode()
    answer = client.request("PUT", f"/api/v1/domains/{domain.id}", body, {"content-type": "application/json"})
    checks.equal(f"settings of {domain.name}: status", answer.status, 200)


class Asking:
    def __init__(self, checks, client, recount, foreign):
        self.checks = checks
        self.client = client
        self.recount = recount
        self.foreign = foreign
        self.filters_asked = create_filters(list(recount.domains.values()), recount.reports)

    def ask(self, path, parameters, what):
        """@returns the answer to a GET; None, counted as a difference, if it is not 200"""
        full = f"/api/v1{path}?{urlencode(parameters, doseq=True)}"
        return self._check(self.client.request("GET", full), f"{what}: GET {full[:200]}")

    def post(self, path, parameters, what):
        return self._check(self.client.post_json(path, parameters), f"{what}: POST {path}")

    def _check(self, answer, what):
        self.checks.equal(f"{what}: status", answer.status, 200)
        if answer.status != 200:
            self.checks.differ(f"{what}: {answer.body[:200]!r}")
            return None
        self.never_foreign(what, answer.text)
        return answer

    def never_foreign(self, what, text):
        self.checks.true(f"{what}: has what belongs to another organization", "foreign-" not in text and not any(one.id in text for one in self.foreign))

    def both(self, path, parameters, what):
        """The JSON of a GET and of a POST, which must be equal; None if there is none."""
        got = self.ask(path, parameters, what)
        posted = self.post(LIST_BY_POST if path == LIST else path, parameters, what)
        if got is None:
            return None
        if posted is not None:
            self.checks.equal(f"{what}: data of POST {path}", posted.json["data"], got.json["data"])
        return got.json

    def csv(self, path, parameters, what):
        """A CSV has every row in a fixed order, and refuses to be sorted."""
        asked = {name: value for name, value in parameters.items() if name not in ("page", "per_page", "sort")}
        answer = self.ask(path, {**asked, "format": "csv"}, f"{what} as CSV")
        return None if answer is None else read_csv(answer)

    # Filters

    def filters(self):
        for wanted in self.filters_asked:
            self.aggregate(wanted)
            self.sources(wanted)
            if "result" not in wanted.parameters:
                self.failures(wanted)
            self.reports(wanted)
        self.checks.say("filters are compared")

    def aggregate(self, wanted):
        what = f"aggregate, {wanted.name}"
        parameters = {**self.recount.period, **wanted.parameters}
        body = self.both(AGGREGATE, parameters, what)
        if body is None:
            return
        sums = Sums(self.recount.rows(wanted))
        self.checks.equal(f"{what}: totals", body["data"]["totals"], {"emails": sums.emails, "reports": sums.reports, "sources": sums.sources})
        found = body["data"]["authentication"]
        self.checks.near(f"{what}: pass_rate", found["pass_rate"], rate(sums.passed, sums.emails))
        self.checks.near(f"{what}: spf_pass_rate", found["spf_pass_rate"], sums.share_of("spf"))
        self.checks.near(f"{what}: dkim_pass_rate", found["dkim_pass_rate"], sums.share_of("dkim"))
        days = defaultdict(lambda: [0, 0])
        for report, record in sums.rows:
            days[date(report.day)][0 if record.passed else 1] += record.count
        wanted_days = [[date(day), *days[date(day)]] for day in range(self.recount.start, self.recount.end + 1)]
        self.checks.equal(f"{what}: daily", [[one["date"], one.get("passed"), one.get("failed")] for one in body["data"]["daily"]], wanted_days)
        rows = self.csv(AGGREGATE, parameters, what)
        if rows is not None:
            self.checks.equal(f"{what}: daily as CSV", [[one["date"], int(one["emails"])] for one in rows], [[day, sum(counts)] for day, *counts in wanted_days])

    def sources(self, wanted):
        self.compare_sources(SOURCES, wanted, ("total_count", "pass_count"), Sums, False)

    def failures(self, wanted):
        self.compare_sources(FAILURES, wanted, ("failure_count",), Sums, True)

    def compare_sources(self, path, wanted, counts, sums_of, failed_only):
        what = f"{path}, {wanted.name}"
        parameters = {**self.recount.period, **wanted.parameters}
        body = self.both(path, parameters, what)
        if body is None:
            return
        rows = defaultdict(list)
        for report, record in self.recount.rows(wanted, failed_only=failed_only):
            rows[canonical(record.source_ip)].append((report, record))
        sums = {address: sums_of(some) for address, some in rows.items()}
        to_counts = lambda one: (one.emails, one.passed)[: len(counts)]  # noqa: E731
        expected = {address: to_counts(one) for address, one in sums.items()}
        found = {row["source_ip"]: tuple(row[name] for name in counts) for row in body["data"]}
        self.checks.equal(f"{what}: total", body["meta"]["total"], len(expected))
        self.checks.equal(f"{what}: counts", found, expected)
        numbers = [row[counts[0]] for row in body["data"]]
        self.checks.equal(f"{what}: order", numbers, sorted(numbers, reverse=True))
        if failed_only:
            self.checks.equal(f"{what}: total_failures", body["meta"]["total_failures"], sum(one.failed for one in sums.values()))
        life = self.recount.life(wanted)
        for row in body["data"]:
            one = sums.get(row["source_ip"])
            if one is not None:
                self.compare_details(f"{what}: {row['source_ip']}", row, one, counts[0])
                self.checks.equal(f"{what}: life of {row['source_ip']}", (row["first_seen"], row["last_seen"]), life[row["source_ip"]])
        exported = self.csv(path, parameters, what)
        if exported is not None:
            self.checks.equal(f"{what}: counts as CSV", {row["source_ip"]: tuple(int(row[name]) for name in counts) for row in exported}, expected)

    def compare_details(self, what, row, sums, count):
        aligned = [sum(record.count for _, record in sums.rows if getattr(record, field) == "pass") for field in ("spf", "dkim")]
        self.checks.equal(f"{what}: aligned", [row.get("spf_aligned"), row.get("dkim_aligned")], aligned)
        self.checks.equal(f"{what}: domain_count", row.get("domain_count"), sums.domains)
        by_domain = defaultdict(int)
        for report, record in sums.rows:
            by_domain[report.domain] += record.count
        found = [(one["name"], one[count]) for one in row.get("domains", [])]
        self.checks.equal(f"{what}: counts of its largest domains", [number for _, number in found], sorted(by_domain.values(), reverse=True)[:5])
        self.checks.true(f"{what}: a domain has another count", all(by_domain.get(name) == number for name, number in found))

    def reports(self, wanted):
        """The list has each report that has at least one of the records."""
        what = f"list of reports, {wanted.name}"
        parameters = {**self.recount.period, **wanted.parameters}
        ids = {name: domain.id for name, domain in self.recount.domains.items()}
        expected = sorted(to_row(report, ids) for report in {report.identity: report for report, _ in self.recount.rows(wanted)}.values())
        body = self.both(LIST, {**parameters, "per_page": 100}, what)
        if body is None:
            return
        self.checks.equal(f"{what}: total", body["meta"]["total"], len(expected))
        found, page = list(body["data"]), 2
        while len(found) < body["meta"]["total"] and body["data"]:
            answer = self.ask(LIST, {**parameters, "per_page": 100, "page": page}, what)
            if answer is None or not answer.json["data"]:
                break
            found += answer.json["data"]
            page += 1
        self.checks.equal(f"{what}: reports", sorted(map(row_of, found)), expected)
        exported = self.csv(LIST, parameters, what)
        if exported is not None:
            counts = sorted((row["domain_id"], plain(row["reporter"]), int(row["total_count"])) for row in exported)
            self.checks.equal(f"{what}: reports as CSV", counts, sorted((row[0], row[1], row[4]) for row in expected))

    # Groups

    def groups(self):
        whole, filtered = self.filters_asked[0], [one for one in self.filters_asked if set(one.parameters) in ({"label"}, {"source_ip"}, {"result"}, {"selector"})]
        for grouping in GROUPINGS:
            for sort in [sign + name for name in GROUP_SORTS for sign in ("", "-")]:
                self.compare_groups(AGGREGATE, whole, grouping, sort, False)
                self.compare_groups(SOURCES, whole, grouping, sort, False)
            for sort in [sign + name for name in FAILURE_SORTS for sign in ("", "-")]:
                self.compare_groups(FAILURES, whole, grouping, sort, True)
            for wanted in filtered:
                self.compare_groups(AGGREGATE, wanted, grouping, "-emails", False)
                if "result" not in wanted.parameters:
                    self.compare_groups(FAILURES, wanted, grouping, "-failure_count", True)
        self.checks.say("groups are compared")

    def compare_groups(self, path, wanted, grouping, sort, failed_only):
        what = f"{path} by {grouping}, sort={sort}, {wanted.name}"
        parameters = {**self.recount.period, **wanted.parameters, "group_by": grouping, "sort": sort}
        found = self.read_pages(path, parameters, what)
        if found is None:
            return
        rows, meta = found
        groups = self.recount.groups(wanted, grouping, failed_only)
        field = sort.lstrip("-")
        groups = in_order(groups, lambda one: one.value(field), sort.startswith("-"), lambda one: one.key)
        self.checks.equal(f"{what}: keys in order", [row["key"] for row in rows], [one.key for one in groups])
        self.compare_group_meta(what, meta, grouping, len(groups))
        of_all = Sums(self.recount.rows(wanted, failed_only=failed_only)).failed
        if failed_only:
            self.checks.equal(f"{what}: total_failures", meta["total_failures"], of_all)
        expected = {one.key: one for one in groups}
        for row in rows:
            if row["key"] in expected:
                self.compare_group(f"{what}: {row['key']}", row, expected[row["key"]], of_all if failed_only else None)
        if sort in ("-emails", "-failure_count"):
            self.compare_group_csv(path, parameters, what, groups)

    def read_pages(self, path, parameters, what):
        """All pages; the default order by small ones. @returns rows and meta"""
        per_page = 7 if parameters["sort"] in ("-emails", "-failure_count") else 100
        rows, page, meta = [], 1, None
        while meta is None or (len(rows) < meta["total"] and page <= 60):
            asked = {**parameters, "per_page": per_page, "page": page}
            body = self.both(path, asked, what) if page == 1 else getattr(self.ask(path, asked, what), "json", None)
            if body is None:
                return None
            rows, meta, page = rows + body["data"], body["meta"], page + 1
            if not body["data"]:
                break
        return rows, meta

    def compare_group_meta(self, what, meta, grouping, total):
        first = self.recount.start
        self.checks.equal(f"{what}: meta", {name: meta.get(name) for name in ("total", "group_by", "groups_omitted")}, {"total": total, "group_by": grouping, "groups_omitted": 0})
        self.checks.equal(f"{what}: period", meta.get("period"), {"start": date(first), "end": date(self.recount.end)})
        self.checks.equal(f"{what}: previous_period", meta.get("previous_period"), {"start": date(first - PERIOD_DAYS), "end": date(first - 1)})

    def compare_group(self, what, row, group, failed_of_all):
        now, before = group.now, group.before
        names = ["sources", "domains"]
        if failed_of_all is None:
            expected = {"emails": now.emails, "reports": now.reports, "passed": now.passed, "failed": now.failed}
            self.checks.equal(f"{what}: previous", {name: row["previous"][name] for name in ("emails", "passed", "failed")}, {"emails": before.emails, "passed": before.passed, "failed": before.failed})
            self.checks.equal(f"{what}: change", [row["change"]["emails"], row["change"]["failed"]], [now.emails - before.emails, now.failed - before.failed])
            self.compare_rates(what, row, group)
        else:
            expected = {"failure_count": now.failed}
            self.checks.near(f"{what}: share", row["share"], rate(now.failed, failed_of_all))
            self.checks.equal(f"{what}: previous", row["previous"]["failure_count"], before.failed)
            self.checks.equal(f"{what}: change", row["change"]["failure_count"], now.failed - before.failed)
        expected |= {"sources": now.sources, "domains": now.domains}
        self.checks.equal(f"{what}: sums", {name: row[name] for name in [*expected, *names]}, expected)
        if "domain_id" in row:
            domain = next(one for one in self.recount.domains.values() if one.id == group.key)
            found = (row["domain"], row["client_reference"], sorted(row["labels"]))
            self.checks.equal(f"{what}: domain", found, (domain.name, domain.reference, sorted(domain.labels)))

    def compare_rates(self, what, row, group):
        now, before = group.now, group.before
        self.checks.near(f"{what}: pass_rate", row["pass_rate"], rate(now.passed, now.emails))
        self.checks.near(f"{what}: spf_pass_rate", row["spf_pass_rate"], now.share_of("spf"))
        self.checks.near(f"{what}: dkim_pass_rate", row["dkim_pass_rate"], now.share_of("dkim"))
        change = row["change"]["pass_rate"]
        if before.emails == 0:
            self.checks.equal(f"{what}: change of pass_rate", change, None)
        elif change is None:
            self.checks.differ(f"{what}: no change of pass_rate")
        else:
            self.checks.near(f"{what}: change of pass_rate", change, rate(now.passed, now.emails) - rate(before.passed, before.emails), 0.11)

    def compare_group_csv(self, path, parameters, what, groups):
        rows = self.csv(path, parameters, what)
        if rows is None:
            return
        count = "failure_count" if path == FAILURES else "emails"
        self.checks.equal(f"{what}: CSV", [[plain(row["key"]), int(row[count])] for row in rows], [[one.key or "", one.value(count)] for one in groups])

    # The list of domains

    def domains_list(self):
        facts = {name: DomainFacts(self.recount, domain) for name, domain in self.recount.domains.items()}
        some = self.recount.domains[min(self.recount.domains)]
        filters = [
            ({}, lambda one: True),
            ({"label": some.labels[:1]}, lambda one: some.labels[0] in one.domain.labels),
            ({"client_reference": some.reference}, lambda one: one.domain.reference == some.reference),
            ({"search": some.labels[0][:-2].upper()}, lambda one: any(some.labels[0][:-2] in label for label in one.domain.labels)),
            ({"search": some.reference}, lambda one: some.reference == one.domain.reference),
            ({"dmarc_policy": "reject"}, lambda one: one.domain.policy == "reject"),
            ({"dmarc_policy": ["none", "reject"]}, lambda one: one.domain.policy != "quarantine"),
            ({"pass_rate_below": 70}, lambda one: one.messages > 0 and one.rate < 70),
            ({"pass_rate_above": 70}, lambda one: one.messages > 0 and one.rate > 70),
            # All domains were verified just now.
            ({"silent_days": 1}, lambda one: False),
        ]
        for parameters, is_wanted in filters:
            self.compare_domains({**parameters, "sort": "domain"}, [one for one in facts.values() if is_wanted(one)], facts)
        for sort in [sign + name for name in DOMAIN_SORTS for sign in ("", "-")]:
            self.compare_domains({"sort": sort}, list(facts.values()), facts)
        self.checks.say("the list of domains is compared")

    def compare_domains(self, parameters, expected, facts):
        what = f"domains, {parameters}"
        answer = self.ask(DOMAINS, {**parameters, "per_page": 100}, what)
        if answer is None:
            return
        rows = answer.json["data"]
        self.checks.equal(f"{what}: total", answer.json["meta"]["total"], len(expected))
        self.checks.equal(f"{what}: names", sorted(row["domain"] for row in rows), sorted(one.domain.name for one in expected))
        self.compare_domain_order(what, parameters["sort"], rows, facts)
        for row in rows if parameters["sort"] == "domain" else []:
            self.compare_domain(f"{what}: {row['domain']}", row, facts[row["domain"]])
        exported = self.csv(DOMAINS, parameters, what)
        if exported is not None:
            self.checks.equal(f"{what}: names as CSV", sorted(row["domain"] for row in exported), sorted(row["domain"] for row in rows))

    def compare_domain_order(self, what, sort, rows, facts):
        """Equals may be in any order. Times are compared as the answer has them."""
        field = sort.lstrip("-")
        value = (lambda row: row[field]) if field == "last_report_at" else (lambda row: facts[row["domain"]].value(field))
        values = [value(row) for row in rows]
        if field == "dmarc_policy":
            # By name or by strength: equal policies are together.
            changes = sum(one != other for one, other in zip(values, values[1:]))
            self.checks.equal(f"{what}: equal policies together", changes, len(set(values)) - 1)
            return
        known = sorted((one for one in values if one is not None), reverse=sort.startswith("-"))
        self.checks.equal(f"{what}: order", values, known + [None] * (len(values) - len(known)))

    def compare_domain(self, what, row, fact):
        domain = fact.domain
        self.checks.equal(f"{what}: settings", (row["client_reference"], sorted(row["labels"]), row["dmarc_policy"]), (domain.reference, sorted(domain.labels), domain.policy))
        self.checks.equal(f"{what}: messages", row.get("messages"), fact.messages)
        self.checks.near(f"{what}: pass_rate", row["pass_rate"], fact.rate)
        self.checks.equal(f"{what}: latest_day", row.get("latest_day"), fact.latest_day)
        change = row.get("pass_rate_change")
        if fact.change is None or change is None:
            self.checks.equal(f"{what}: pass_rate_change", change, fact.change)
        else:
            self.checks.near(f"{what}: pass_rate_change", change, fact.change, 0.11)

    # What is refused

    def refusals(self):
        own, foreign = next(iter(self.recount.domains.values())).id, self.foreign[0].id
        for path in (AGGREGATE, SOURCES, FAILURES, LIST):
            for name, value in [("source_ip", "not an address"), ("source_ip", "192.0.2.0/33"), ("disposition", "lost"), ("result", "perhaps"), ("no_such_parameter", "1"), ("label", ""), ("domain_id", [own] * 101)]:
                self.refused(path, {name: value}, 400, name)
            for value in (foreign, [own, foreign], "dom_unknown"):
                self.refused(path, {"domain_id": value}, 404, None)
            for name in ("label", "client_reference"):
                value = self.foreign[0].labels[0] if name == "label" else self.foreign[0].reference
                answer = self.ask(path, {name: value}, "another organization's word selects nothing")
                if answer is not None and path != AGGREGATE:
                    self.checks.equal(f"{path}: {name} of another organization", answer.json["meta"]["total"], 0)
        for path in (AGGREGATE, SOURCES, FAILURES):
            self.refused(path, {"group_by": "moon"}, 400, "group_by")
            self.refused(path, {"group_by": "domain", "sort": "moon"}, 400, "sort")
            self.refused(path, {"group_by": "domain", "page": 0}, 400, "page")
            self.refused(path, {"group_by": "domain", "per_page": 1001}, 400, "per_page")
        self.refused(AGGREGATE, {"sort": "emails"}, 400, "sort")
        self.refused(FAILURES, {"result": "pass"}, 400, "result")
        self.refused(LIST, {"group_by": "domain"}, 400, "group_by")
        for name, value in [("sort", "moon"), ("dmarc_policy", "moon"), ("pass_rate_below", 101), ("silent_days", 0), ("no_such_parameter", 1)]:
            self.refused(DOMAINS, {name: value}, 400, name)
        self.refused(ATTENTION, {"reason": "moon"}, 400, "reason")
        self.checks.say("refusals are compared")

    def refused(self, path, parameters, status, name):
        full = f"/api/v1{path}?{urlencode(parameters, doseq=True)}"
        answer = self.client.request("GET", full)
        what = f"GET {full[:120]}"
        self.checks.equal(f"{what}: status", answer.status, status)
        self.never_foreign(what, answer.text if status != 404 else "")
        if name is not None and answer.status == status:
            named = json.dumps(answer.json.get("errors", [])) + answer.json.get("detail", "")
            self.checks.true(f"{what}: the answer does not name {name}: {answer.body[:200]!r}", name in named)

    # What needs attention

    def attention(self):
        body = self.wait_for_attention()
        if body is None:
            return
        rows = body["data"]
        counts = defaultdict(int)
        for row in rows:
            domain = self.recount.domains.get(row["domain"])
            what = f"attention, {row['domain']}"
            self.checks.true(f"{what}: is not among the domains", domain is not None)
            if domain is None:
                continue
            self.checks.equal(f"{what}: settings", (row["domain_id"], row["client_reference"], sorted(row["labels"])), (domain.id, domain.reference, sorted(domain.labels)))
            self.checks.near(f"{what}: rank_score", row["rank_score"], sum(one["weight"] for one in row["reasons"]))
            for one in row["reasons"]:
                counts[one["reason"]] += 1
                self.compare_reason(what, domain, one)
        self.checks.equal("attention: order", [row["domain"] for row in rows], [row["domain"] for row in sorted(rows, key=lambda row: (-row["rank_score"], row["since"]))])
        low = sorted(row["domain"] for row in rows if any(one["reason"] == "pass_rate" for one in row["reasons"]))
        self.checks.equal("attention: domains with a low pass rate", low, sorted(one.name for one in self.recount.domains.values() if self.has_low_rate(one)))
        found = {name: count for name, count in body["meta"]["counts"].items() if count > 0}
        self.checks.equal("attention: counts", found, dict(counts))
        self.attention_of_label(rows)
        self.checks.figures["domains that need attention"] = len(rows)

    def wait_for_attention(self):
        """Rounds look at the domains once a minute, after the alert rules."""
        deadline = time.monotonic() + ATTENTION_WITHIN_S
        while True:
            answer = self.client.request("GET", f"/api/v1{ATTENTION}?per_page=100")
            if answer.status != 200 or (answer.json["data"] and answer.json["meta"].get("evaluated_at")) or time.monotonic() > deadline:
                break
            time.sleep(0.5)
        checked = self._check(answer, "attention")
        return None if checked is None else checked.json

    def compare_reason(self, what, domain, reason):
        """A pass rate is that of the week up to today, rounded down."""
        if reason["reason"] == "pass_rate":
            self.checks.near(f"{what}: pass rate of the week", reason["value"], self.read_week(domain)[0], 0.101)

    def read_week(self, domain):
        """@returns pass rate and messages"""
        week = [report for report in self.recount.reports if report.domain == domain.name and report.day > self.recount.today - 7]
        messages = sum(report.messages for report in week)
        return rate(sum(report.passed for report in week), messages), messages

    def has_low_rate(self, domain):
        found, messages = self.read_week(domain)
        return messages >= ALERT_MESSAGES_MIN and found < ALERT_BELOW

    def attention_of_label(self, rows):
        label = self.recount.domains[min(self.recount.domains)].labels[0]
        answer = self.ask(ATTENTION, {"label": label, "per_page": 100}, "attention of a label")
        if answer is not None:
            expected = [row["domain"] for row in rows if label in row["labels"]]
            self.checks.equal("attention of a label", [row["domain"] for row in answer.json["data"]], expected)

    # Nothing is stale

    def nothing_stale(self, service, generator):
        """The next answer has a domain's new client, label, and report."""
        moved = list(self.recount.domains.values())[1]
        moved.reference, moved.labels = "C-own-moved", ["own-new"]
        put_settings(self.checks, self.client, moved)
        self.compare_groups(AGGREGATE, self.filters_asked[0], "client_reference", "-emails", False)
        self.compare_groups(SOURCES, self.filters_asked[0], "label", "-emails", False)
        self.filters_asked = create_filters(list(self.recount.domains.values()), self.recount.reports)
        for wanted in [one for one in self.filters_asked if set(one.parameters) <= {"client_reference", "label"}]:
            self.aggregate(wanted)
        report = generator.report(moved, generator.today - 2, "late.example")
        import_reports(service, "late", [report], generator.random, "--org", service.organization)
        wait_for_reports(self.checks, service, len(self.recount.reports) + 1)
        self.recount.reports = [*self.recount.reports, report]
        for path, sort in ((AGGREGATE, "-emails"), (SOURCES, "-emails"), (FAILURES, "-failure_count")):
            for grouping in ("client_reference", "reporter", "day"):
                self.compare_groups(path, self.filters_asked[0], grouping, sort, path == FAILURES)
        self.aggregate(self.filters_asked[0])
        facts = {name: DomainFacts(self.recount, domain) for name, domain in self.recount.domains.items()}
        self.compare_domains({"sort": "domain"}, list(facts.values()), facts)


class DomainFacts:
    """What the list says of a domain: its last 30 days, and the 30 days before."""

    def __init__(self, recount, domain):
        self.domain = domain
        own = [report for report in recount.reports if report.domain == domain.name]
        sums = [self._sums(own, recount.today - past) for past in (0, LIST_DAYS)]
        (self.messages, self.passed), (messages, passed) = sums
        self.rate = rate(self.passed, self.messages)
        self.change = rate(self.passed, self.messages) - rate(passed, messages) if self.messages and messages else None
        self.exact_change = self.passed / self.messages - passed / messages if self.messages and messages else None
        self.latest_day = date(max(report.day for report in own)) if own else None

    @staticmethod
    def _sums(reports, last):
        some = [report for report in reports if last - LIST_DAYS < report.day <= last]
        return sum(report.messages for report in some), sum(report.passed for report in some)

    def value(self, field):
        return {
            "domain": self.domain.name,
            "pass_rate": self.passed / self.messages if self.messages else None,
            "messages": self.messages,
            "pass_rate_change": self.exact_change,
            "dmarc_policy": self.domain.policy,
            "client_reference": self.domain.reference,
        }[field]
