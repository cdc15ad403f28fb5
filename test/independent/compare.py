"""Compares every answer of the API, its CSV and SQL with the generated reports."""

import csv
import io
from collections import Counter
from datetime import datetime

from expected import Expected, date, most, rate, timestamp
from reports import canonical

DETAILS_MAX = 120
DOMAINS_MAX = 3
# Pages of sources and failures; their CSV is compared completely.
PAGES_MAX = 12


def compare_all(checks, service, reports, details_max=DETAILS_MAX):
    """Compares every answer about the organization. @param reports: every report that must be stored, each once"""
    client = service.client
    expected = Expected(add_message(reports) if checks.is_twin else reports)
    domains = {row["domain"]: row["id"] for row in client.list_all("/domains")[0]}
    days = [report.day for report in expected.reports]
    period = {"start_date": date(min(days) - 2), "end_date": date(max(days) + 2)}
    before = len(checks.differences)
    rows = compare_list(checks, client, expected, domains)
    compare_details(checks, client, expected, domains, rows, details_max)
    scopes = [(None, "all domains", expected)]
    scopes += [(domains.get(name), name, expected.of_domain(name)) for name in expected.domains[:DOMAINS_MAX]]
    for domain_id, name, part in scopes:
        filters = {**period, "domain_id": domain_id}
        compare_aggregate(checks, client, part, filters, name)
        compare_sources(checks, client, part, filters, name)
        compare_failures(checks, client, part, filters, name)
    compare_sql(checks, service, expected, domains)
    checks.say(f"{checks.compared} comparisons, {len(checks.differences) - before} new differences")


def add_message(reports):
    at = next(index for index, report in enumerate(reports) if report.records)
    return [*reports[:at], reports[at].with_other_content(), *reports[at + 1 :]]


def read_csv(answer):
    return list(csv.DictReader(io.StringIO(answer.text)))


def plain(text):
    """A cell without the apostrophe that prevents a spreadsheet from running it."""
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text


def to_row(report, domains):
    return (domains.get(report.domain), report.reporter, timestamp(report.begin), timestamp(report.end), report.messages, report.passed, report.messages - report.passed)


def row_of(row):
    return (row["domain_id"], row["reporter"], row["date_range"]["begin"], row["date_range"]["end"], row["total_count"], row["pass_count"], row["fail_count"])


def compare_multisets(checks, what, found, expected):
    checks.compared += sum(expected.values())
    for row, count in (found - expected).items():
        checks.differ(f"{what}: {count} x {row} too many")
    for row, count in (expected - found).items():
        checks.differ(f"{what}: {count} x {row} missing")


def compare_list(checks, client, expected, domains):
    rows, meta = client.list_all("/reports")
    checks.equal("list: meta.total", meta["total"], len(expected.reports))
    checks.equal("list: total_pages", meta["total_pages"], -(-len(expected.reports) // 100))
    checks.equal("list: distinct ids", len({row["id"] for row in rows}), len(rows))
    wanted = Counter(to_row(report, domains) for report in expected.reports)
    compare_multisets(checks, "list", Counter(map(row_of, rows)), wanted)
    for row in rows:
        checks.near(f"list: pass_rate of {row['id']}", row["pass_rate"], rate(row["pass_count"], row["total_count"]))
    exported = Counter(
        (row["domain_id"], plain(row["reporter"]), row["date_range.begin"], row["date_range.end"], int(row["total_count"]), int(row["pass_count"]), int(row["fail_count"]))
        for row in read_csv(client.get("/reports", format="csv"))
    )
    compare_multisets(checks, "list as CSV", exported, wanted)
    for name in expected.domains[:DOMAINS_MAX]:
        total = client.get("/reports", domain_id=domains.get(name), per_page=1).json["meta"]["total"]
        checks.equal(f"list of {name}: meta.total", total, len(expected.of_domain(name).reports))
    return rows


def to_record(record):
    return {
        "source_ip": canonical(record.source_ip),
        "count": record.count,
        "dmarc_pass": record.passed,
        "policy_evaluated": {
            "disposition": record.disposition,
            "dkim": record.dkim,
            "spf": record.spf,
            "reasons": [{"type": reason.type, "comment": reason.comment} for reason in record.reasons],
        },
        "identifiers": {"header_from": record.header_from, "envelope_from": record.envelope_from, "envelope_to": record.envelope_to},
        "dkim": [(one.domain, one.selector, one.result) for one in record.dkim_results],
        "spf": [(one.domain, one.scope, one.result) for one in record.spf_results],
    }


def record_of(row):
    results = row["auth_results"]
    return {
        **{name: row[name] for name in ("source_ip", "count", "dmarc_pass", "policy_evaluated", "identifiers")},
        "dkim": [(one["domain"], one["selector"], one["result"]) for one in results["dkim"]],
        "spf": [(one["domain"], one["scope"], one["result"]) for one in results["spf"]],
    }


def compare_details(checks, client, expected, domains, rows, details_max):
    names = {domain_id: name for name, domain_id in domains.items()}
    wanted = {report.identity: report for report in expected.reports}
    step = max(1, len(rows) // details_max)
    largest = sorted(rows, key=lambda row: -row["total_count"])[:5]
    seen = set()
    for row in [*rows[::step], *largest]:
        answer = client.request("GET", f"/api/v1/reports/{row['id']}")
        checks.equal(f"detail {row['id']}: status of a listed report", answer.status, 200)
        if answer.status != 200:
            continue
        data = answer.json["data"]
        seconds = [int(parse_time(data["date_range"][name])) for name in ("begin", "end")]
        identity = (names.get(data["domain_id"]), data["reporter"], data["reporter_report_id"], *seconds)
        report = wanted.get(identity)
        checks.true(f"detail {row['id']}: {identity} was never sent", report is not None)
        if report is None or identity in seen:
            continue
        seen.add(identity)
        checks.equal(f"detail {row['id']}: list row", row_of(data), row_of(row))
        checks.equal(f"detail {row['id']}: record_count", data["record_count"], len(report.records))
        checks.equal(f"detail {row['id']}: records_skipped", data["records_skipped"], 0)
        checks.equal(f"detail {row['id']}: policy", (data["policy_published"]["p"], data["policy_published"]["sp"]), (report.policy["p"], report.policy["sp"]))
        compare_records(checks, row["id"], [record_of(one) for one in data["records"]], [to_record(one) for one in report.records])
        exported = read_csv(client.get(f"/reports/{row['id']}", format="csv"))
        found = [(one["source_ip"], int(one["count"]), one["policy_evaluated.dkim"], one["policy_evaluated.spf"]) for one in exported]
        checks.equal(f"detail {row['id']} as CSV", found, [(canonical(one.source_ip), one.count, one.dkim, one.spf) for one in report.records])


def compare_records(checks, report_id, found, expected):
    checks.equal(f"detail {report_id}: number of records", len(found), len(expected))
    for index, (left, right) in enumerate(zip(found, expected)):
        checks.equal(f"detail {report_id}: record {index}", left, right)


def parse_time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def compare_aggregate(checks, client, expected, filters, scope):
    data = client.get("/reports/aggregate", **filters).json["data"]
    sources = [source for source in expected.sources().values() if source.messages > 0]
    checks.equal(f"aggregate of {scope}", data["totals"], {"emails": expected.messages, "reports": len(expected.reports), "sources": len(sources)})
    found = data["authentication"]
    checks.near(f"aggregate of {scope}: pass_rate", found["pass_rate"], rate(expected.passed, expected.messages))
    checks.near(f"aggregate of {scope}: dmarc_pass_rate", found["dmarc_pass_rate"], rate(expected.passed, expected.messages))
    checks.near(f"aggregate of {scope}: spf_pass_rate", found["spf_pass_rate"], rate(expected.sum_where("spf"), expected.messages))
    checks.near(f"aggregate of {scope}: dkim_pass_rate", found["dkim_pass_rate"], rate(expected.sum_where("dkim"), expected.messages))
    days = expected.days()
    exported = {row["date"]: row for row in read_csv(client.get("/reports/aggregate", **filters, format="csv"))}
    dates = [day["date"] for day in data["daily"]]
    checks.equal(f"aggregate of {scope}: days in order", dates, sorted(set(dates)))
    checks.true(f"aggregate of {scope}: a day is missing", set(days) <= set(dates))
    for day in data["daily"]:
        messages, passed = days.get(day["date"], (0, 0))
        checks.equal(f"aggregate of {scope}: {day['date']}", day["emails"], messages)
        checks.near(f"aggregate of {scope}: rate of {day['date']}", day["pass_rate"], rate(passed, messages))
        checks.equal(f"aggregate of {scope} as CSV: {day['date']}", int(exported[day["date"]]["emails"]), messages)


def by_address(checks, what, rows):
    found = {row["source_ip"]: row for row in rows}
    checks.equal(f"{what}: distinct addresses", len(found), len(rows))
    return found


def compare_sources(checks, client, expected, filters, scope):
    wanted = {address: source for address, source in expected.sources().items() if source.messages > 0}
    rows, meta, is_all = client.list_some("/reports/sources", PAGES_MAX, **filters)
    checks.equal(f"sources of {scope}: meta.total", meta["total"], len(wanted))
    exported = by_address(checks, f"sources of {scope} as CSV", read_csv(client.get("/reports/sources", **filters, format="csv")))
    found = by_address(checks, f"sources of {scope}", rows)
    missing = set(wanted) - set(found) if is_all else set()
    checks.equal(f"sources of {scope}: addresses", sorted((set(found) - set(wanted)) | missing)[:5], [])
    checks.equal(f"sources of {scope} as CSV: addresses", sorted(set(exported) ^ set(wanted))[:5], [])
    for address, source in wanted.items():
        what = f"source {address} of {scope}"
        for form, row in (("", found.get(address)), (" as CSV", exported.get(address))):
            if row is None:
                continue
            checks.equal(f"{what}{form}: counts", (int(row["total_count"]), int(row["pass_count"])), (source.messages, source.passed))
            checks.near(f"{what}{form}: pass_rate", float(row["pass_rate"]), rate(source.passed, source.messages))
            compare_source_facts(checks, f"{what}{form}", row, source)


def compare_source_facts(checks, what, row, source):
    checks.one_of(f"{what}: spf_result", row["spf_result"], most(source.spf))
    checks.one_of(f"{what}: dkim_result", row["dkim_result"], most(source.dkim))
    checks.equal(f"{what}: seen", (row["first_seen"], row["last_seen"]), (timestamp(source.first), timestamp(source.last)))


def compare_failures(checks, client, expected, filters, scope):
    wanted = {address: source for address, source in expected.sources(failed_only=True).items() if source.messages > 0}
    rows, meta, is_all = client.list_some("/reports/failures", PAGES_MAX, **filters)
    checks.equal(f"failures of {scope}: meta", (meta["total"], meta["total_failures"]), (len(wanted), expected.messages - expected.passed))
    exported = by_address(checks, f"failures of {scope} as CSV", read_csv(client.get("/reports/failures", **filters, format="csv")))
    found = by_address(checks, f"failures of {scope}", rows)
    missing = set(wanted) - set(found) if is_all else set()
    checks.equal(f"failures of {scope}: addresses", sorted((set(found) - set(wanted)) | missing)[:5], [])
    checks.equal(f"failures of {scope} as CSV: addresses", sorted(set(exported) ^ set(wanted))[:5], [])
    for address, source in wanted.items():
        for form, row in (("", found.get(address)), (" as CSV", exported.get(address))):
            if row is None:
                continue
            what = f"failures of {address} of {scope}{form}"
            checks.equal(f"{what}: failure_count", int(row["failure_count"]), source.messages)
            checks.one_of(f"{what}: policy_applied", row["policy_applied"], most(source.disposition))
            compare_source_facts(checks, what, row, source)


def compare_sql(checks, service, expected, domains):
    (totals,) = service.sql("SELECT count() AS row_count, sumIf(r.messages, dmarc_pass) AS passed, uniqExact(report_id, ordinal) AS records, sum(r.messages) AS messages FROM records AS r")
    wanted = {"row_count": expected.records, "messages": expected.messages, "records": expected.records, "passed": expected.passed}
    checks.equal("SQL: sums of records", numbers(totals), wanted)
    (reports,) = service.sql("SELECT count() AS row_count, uniqExact(report_id) AS reports, sum(p.messages) AS messages, sum(p.records) AS records FROM reports AS p")
    wanted = {"row_count": len(expected.reports), "reports": len(expected.reports), "messages": expected.messages, "records": expected.records}
    checks.equal("SQL: sums of reports", numbers(reports), wanted)
    by_domain = service.sql("SELECT domain_id, count() AS row_count, sum(messages) AS messages FROM records GROUP BY domain_id")
    found = {row.pop("domain_id"): numbers(row) for row in by_domain}
    for name in expected.domains:
        part = expected.of_domain(name)
        if part.records:
            wanted = {"row_count": part.records, "messages": part.messages}
            checks.equal(f"SQL: records of {name}", found.get(domains.get(name)), wanted)
    compare_report_rows(checks, service, expected)


def compare_report_rows(checks, service, expected):
    """Compares each report's rows, found by the reporter's id."""
    rows = service.sql(
        "SELECT p.reporter_report_id AS id, toUnixTimestamp(p.date_range_begin) AS begin, p.policy_domain AS domain, "
        "count() AS row_count, sum(r.messages) AS messages FROM records AS r INNER JOIN reports AS p ON p.report_id = r.report_id "
        "GROUP BY p.report_id, id, begin, domain"
    )
    found = Counter((row["domain"], row["id"], int(row["begin"]), int(row["row_count"]), int(row["messages"])) for row in rows)
    wanted = Counter((one.domain, one.report_id, one.begin, len(one.records), one.messages) for one in expected.reports if one.records)
    compare_multisets(checks, "SQL: rows of each report", found, wanted)


def numbers(row):
    return {name: int(value) for name, value in row.items()}
