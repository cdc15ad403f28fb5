"""Domains that are deleted while uploads run: after the 204 no answer shows them."""

import threading
from concurrent.futures import ThreadPoolExecutor

from compare import compare_all
from containers import pack
from reports import Generator, Report
from scenarios.setting import domain_names, running_service, wait_for_reports

REPORTS_PER_DOMAIN = 3
CONCURRENT_DELETIONS = 8


def deleted_at_once(checks, options):
    """Deletes many domains at once and checks every endpoint right after each answer."""
    kept, doomed = domain_names(3, "kept"), domain_names(options.domains, "doomed")
    generator = Generator(options.seed + 4, kept)
    reports = [generator.report(records=3) for _ in range(60)]
    lost = {name: [own_report(generator, name, index, one) for one in range(REPORTS_PER_DOMAIN)] for index, name in enumerate(doomed)}
    with running_service(options, [*kept, *doomed]) as service:
        client = service.client
        early = [pack(report, "gz", f"early-{index}") for index, report in enumerate(sum(lost.values(), []))]
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(client.upload_until_accepted, early))
        wait_for_reports(checks, service, len(early))
        ids = {row["domain"]: row["id"] for row in client.list_all("/domains")[0]}
        report_ids = {name: [] for name in doomed}
        names = {domain_id: name for name, domain_id in ids.items()}
        for row in client.list_all("/reports")[0]:
            report_ids[names[row["domain_id"]]].append(row["id"])
        uploads = Uploads(client, reports)
        uploads.start()

        def delete(index_and_name):
            index, name = index_and_name
            late = own_report(generator, name, index, REPORTS_PER_DOMAIN)
            client.upload_until_accepted(pack(late, "plain", f"late-{index}"))
            status = client.request("DELETE", f"/api/v1/domains/{ids[name]}").status
            checks.equal(f"DELETE of {name}", status, 204)
            compare_gone(checks, client, Doomed(name, index, ids[name], report_ids[name]))

        checks.say(f"deletes {len(doomed)} domains")
        with ThreadPoolExecutor(CONCURRENT_DELETIONS) as pool:
            list(pool.map(delete, enumerate(doomed)))
        left = [row for row in client.list_all("/reports")[0] if row["domain_id"] not in {ids[name] for name in kept}]
        checks.equal("reports of deleted domains in the list, after the last 204", len(left), 0)
        (rows,) = service.sql("SELECT count() AS row_count FROM records WHERE domain_id NOT IN (%s)" % quoted(ids[name] for name in kept))
        checks.equal("SQL: records of deleted domains, after the last 204", int(rows["row_count"]), 0)
        uploads.join()
        wait_for_reports(checks, service, len(reports))
        compare_all(checks, service, reports, details_max=20)


def quoted(values):
    return ", ".join(f"'{value}'" for value in values)


def own_address(index):
    """An address that only this domain's reports contain."""
    return f"198.18.{index // 250}.{index % 250 + 1}"


def own_report(generator, name, index, number):
    """A report whose messages all failed, from the domain's own address."""
    drawn = generator.report(domain=name, records=2)
    records = [one._replace(source_ip=own_address(index), dkim="fail", spf="fail") for one in drawn.records]
    return Report(name, drawn.reporter, f"{name} {number}", drawn.begin, drawn.end, drawn.policy, records)


class Doomed:
    def __init__(self, name, index, domain_id, report_ids):
        self.name = name
        self.address = own_address(index)
        self.domain_id = domain_id
        self.report_ids = report_ids


def compare_gone(checks, client, doomed):
    """Checks that no endpoint shows the domain that was just deleted."""
    status = client.request("GET", f"/api/v1/domains/{doomed.domain_id}").status
    checks.equal(f"{doomed.name}: GET of the domain", status, 404)
    for report_id in doomed.report_ids:
        checks.equal(f"{doomed.name}: GET of {report_id}", client.request("GET", f"/api/v1/reports/{report_id}").status, 404)
    for path in ("/reports", "/reports/aggregate", "/reports/sources", "/reports/failures"):
        answer = client.request("GET", f"/api/v1{path}?domain_id={doomed.domain_id}&start_date=2012-01-01")
        checks.equal(f"{doomed.name}: {path} of the domain", answer.status, 404)
    listed = client.get("/reports", format="csv").text
    checks.true(f"{doomed.name}: its reports are in the list as CSV", doomed.domain_id not in listed)
    for kind in ("sources", "failures"):
        text = client.get(f"/reports/{kind}", start_date="2012-01-01", format="csv").text
        checks.true(f"{doomed.name}: its address is among the {kind}", f"\n{doomed.address}," not in text)


class Uploads(threading.Thread):
    """Uploads for other domains during the deletions."""

    def __init__(self, client, reports):
        super().__init__(daemon=True)
        self.client = client
        self.reports = reports

    def run(self):
        for index, report in enumerate(self.reports):
            self.client.upload_until_accepted(pack(report, "gz", f"kept-{index}"))
