"""Rows, filters, groups, CSV and SQL name the same service, sender, class and cause of each source, also after overrides and further mail."""

import time
from collections import defaultdict

from compare import add_message, plain, read_csv
from containers import pack_all
from expected import Expected, date
from reports import THIRD_PARTIES, Generator
from scenarios.setting import domain_names, running_service, wait_for_reports, write_files

JUDGED_WITHIN_S = 180
#: Domains that services of the map use, in place of those that none does.
SERVICES = dict(zip(THIRD_PARTIES, ["sendgrid.net", "amazonses.com", "mcsv.net", "mailgun.org"]))
KINDS = {"sources": ("total_count", "emails", "messages"), "failures": ("failure_count", "failure_count", "failed")}
GROUPINGS = ("service", "class", "cause", "sender")
VERDICT = ("service", "service_category", "class", "cause", "sender", "sender_kind")


def verdicts(checks, options):
    domains = domain_names(4, "judged")
    generator = Generator(options.seed + 11, domains)
    reports = [with_services(generator.report()) for _ in range(options.reports)]
    half = len(reports) // 2
    with running_service(options, domains) as service:
        for name, part in (("first", reports[:half]), ("further", reports[half:])):
            service.run("import", write_files(f"{service.folder}/{name}", pack_all(part, generator.random)))
            stored = reports if name == "further" else part
            wait_for_reports(checks, service, len(stored))
            wait_until_judged(checks, service)
            compare(checks, service, stored, f"after the {name} reports")
        for value, ours in (("SendGrid", False), ("Mailchimp", True)):
            answer = service.client.post_json("/senders/overrides", {"kind": "service", "value": value, "ours": ours})
            checks.equal(f"override of {value}", answer.status, 201)
        wait_until_judged(checks, service)
        compare(checks, service, reports, "after overrides")


def with_services(report):
    def renamed(results):
        return tuple(one._replace(domain=SERVICES.get(one.domain, one.domain)) for one in results)

    report.records = [one._replace(dkim_results=renamed(one.dkim_results), spf_results=renamed(one.spf_results)) for one in report.records]
    return report


def wait_until_judged(checks, service):
    started_at = time.monotonic()
    pending = True
    while pending and time.monotonic() - started_at < JUDGED_WITHIN_S:
        pending = "verdicts" in service.client.get("/reports/sources", page=1, per_page=1).json["meta"]
        time.sleep(0.3)
    checks.equal("domains that wait to be judged", pending, False)
    checks.say(f"judged after {time.monotonic() - started_at:.1f} s")
    checks.figures["judged after s"] = round(max(checks.figures.get("judged after s", 0), time.monotonic() - started_at), 1)


def compare(checks, service, reports, when):
    expected = Expected(add_message(reports) if checks.is_twin else reports)
    days = [report.day for report in expected.reports]
    period = {"start_date": date(min(days) - 2), "end_date": date(max(days) + 2)}
    before = checks.compared
    ids = {row["domain"]: row["id"] for row in service.client.list_all("/domains")[0]}
    pairs = read_pairs(service)
    for kind in KINDS:
        sums = {name: sums_of(expected.of_domain(name), kind) for name in ids}
        for name, domain_id in ids.items():
            verdict_of = {address: pair for (owner, address), pair in pairs.items() if owner == domain_id}
            compare_domain(checks, service.client, (kind, {**period, "domain_id": domain_id}, f"{kind} of {name} {when}"), sums[name], verdict_of)
        own = {(ids[name], address): messages for name, some in sums.items() for address, messages in some.items()}
        compare_groups(checks, service.client, (kind, period, f"{kind} of all domains {when}"), own, pairs)
        compare_sql(checks, service, kind, own, pairs, when)
    checks.say(f"{when}: {checks.compared - before} comparisons")


def sums_of(expected, kind):
    return {address: one.messages for address, one in expected.sources(failed_only=kind == "failures").items() if one.messages > 0}


def read_pairs(service):
    """What SQL says of each domain and address."""
    rows = service.sql(f"SELECT DISTINCT domain_id, source_ip_text AS address, {', '.join(VERDICT)} FROM sources")
    return {(row["domain_id"], row["address"]): tuple(row[field] for field in VERDICT) for row in rows}


def compare_domain(checks, client, asked, sums, verdict_of):
    kind, filters, what = asked
    count = KINDS[kind][0]
    rows = client.list_all(f"/reports/{kind}", **filters, verdicts="true")[0]
    checks.equal(f"{what}: addresses", sorted(row["source_ip"] for row in rows), sorted(sums))
    for row in rows:
        address = row["source_ip"]
        checks.equal(f"{what}: messages of {address}", row[count], sums.get(address))
        compare_verdict(checks, f"{what}: {address}", row, verdict_of.get(address))
    plain_rows = client.get(f"/reports/{kind}", **filters).json["data"]
    checks.equal(f"{what}: services without verdicts", [(row["source_ip"], row["service"]) for row in plain_rows], [(row["source_ip"], row["service"]) for row in rows])
    exported = {row["source_ip"]: row for row in read_csv(client.get(f"/reports/{kind}", **filters, verdicts="true", format="csv"))}
    checks.equal(f"{what} as CSV: addresses", sorted(exported), sorted(sums))
    for address, row in exported.items():
        checks.equal(f"{what} as CSV: messages of {address}", int(row[count]), sums.get(address))
        compare_verdict(checks, f"{what} as CSV: {address}", row, verdict_of.get(address))
    compare_filters(checks, client, asked, sums, rows)
    pairs = {(filters["domain_id"], address): verdict for address, verdict in verdict_of.items()}
    compare_groups(checks, client, asked, {(filters["domain_id"], address): messages for address, messages in sums.items()}, pairs)


def compare_verdict(checks, what, row, wanted):
    for place, field in enumerate(VERDICT):
        checks.equal(f"{what}: {field}", plain(row[field] or ""), wanted and wanted[place])


def compare_filters(checks, client, asked, sums, rows):
    """The filter for the service and class of a row finds it, and nothing else."""
    kind, filters, what = asked
    count = KINDS[kind][0]
    groups = defaultdict(list)
    for row in rows:
        groups[row["service"] or "", row["class"]].append(row["source_ip"])
    for (service, name), addresses in groups.items():
        chosen = {"service": service, "class": name}
        found = client.get(f"/reports/{kind}", **filters, **chosen).json["data"]
        checks.equal(f"{what}: addresses of {chosen}", sorted(row["source_ip"] for row in found), sorted(addresses))
        for row in found:
            checks.equal(f"{what}: {row['source_ip']} of {chosen}", (row[count], row["service"] or ""), (sums.get(row["source_ip"]), service))
        exported = read_csv(client.get(f"/reports/{kind}", **filters, **chosen, format="csv"))
        for row in exported:
            checks.equal(f"{what}: {row['source_ip']} of {chosen} as CSV", int(row[count]), sums.get(row["source_ip"]))
        checks.equal(f"{what}: rows of {chosen} as CSV", len(exported), len(addresses))


def compare_groups(checks, client, asked, own, pairs):
    kind, filters, what = asked
    field = KINDS[kind][1]
    for grouping in GROUPINGS:
        wanted = defaultdict(lambda: [0, set()])
        for (domain_id, address), messages in own.items():
            group = wanted[pairs[domain_id, address][VERDICT.index(grouping)]]
            group[0] += messages
            group[1].add(address)
        wanted = {key: (messages, len(addresses)) for key, (messages, addresses) in wanted.items()}
        rows = client.list_all(f"/reports/{kind}", **filters, group_by=grouping)[0]
        checks.equal(f"{what} by {grouping}", {row["key"] or "": (row[field], row["sources"]) for row in rows}, wanted)
        exported = read_csv(client.get(f"/reports/{kind}", **filters, group_by=grouping, format="csv"))
        checks.equal(f"{what} by {grouping} as CSV", {plain(row["key"]): (int(row[field]), int(row["sources"])) for row in exported}, wanted)
        for key, (messages, _) in wanted.items():
            found = client.get(f"/reports/{kind}", **filters, **{grouping: key}).json["data"]
            checks.equal(f"{what}: rows of {grouping} {key!r}", sum(row[KINDS[kind][0]] for row in found), messages)
    compare_senders_and_causes(checks, client, asked, own, pairs)


def compare_senders_and_causes(checks, client, asked, own, pairs):
    """Groups of three columns, whose shares of failed messages add up to 100."""
    kind, filters, what = asked
    field = KINDS[kind][1]
    wanted = defaultdict(int)
    for pair, messages in own.items():
        verdict = dict(zip(VERDICT, pairs[pair]))
        wanted[verdict["sender"], verdict["sender_kind"], verdict["class"], verdict["cause"]] += messages
    rows = client.list_all(f"/reports/{kind}", **filters, group_by="sender_cause")[0]
    found = {(row["sender"] or "", row["sender_kind"], row["class"], row["cause"]): row[field] for row in rows}
    checks.equal(f"{what} by sender and cause", found, dict(wanted))
    if kind == "failures" and rows:
        checks.equal(f"{what}: shares", round(sum(row["share"] for row in rows), 6), 100)


def compare_sql(checks, service, kind, own, pairs, when):
    column = KINDS[kind][2]
    rows = service.sql(f"SELECT domain_id, source_ip_text AS address, service, class, sum({column}) AS n FROM {kind} GROUP BY 1, 2, 3, 4")
    found = {(row["domain_id"], row["address"]): int(row["n"]) for row in rows}
    checks.equal(f"{kind} in SQL {when}: sources", len(found), len(own))
    for row in rows:
        key = (row["domain_id"], row["address"])
        checks.equal(f"{kind} in SQL {when}: messages of {key}", int(row["n"]), own.get(key))
        checks.equal(f"{kind} in SQL {when}: verdict on {key}", (row["service"], row["class"]), (pairs[key][0], pairs[key][2]))
