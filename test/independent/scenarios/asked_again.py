"""The same questions again, before and after reports, settings and deletions, as a client asks that remembers what it got."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

from compare import add_message, compare_aggregate, compare_failures, compare_sources
from containers import pack
from expected import Expected, date
from product import Answer, Client
from reports import Generator
from scenarios.setting import domain_names, running_service, wait_for_reports

BATCHES = 3
EVER = {"start_date": "2012-01-01"}
REFERENCE = "K-again"


class RememberingClient(Client):
    """Sends the tag of the last answer with each question, and takes that answer again on 304."""

    def __init__(self, port, key):
        super().__init__(port, key)
        self.remembered = {}
        self.unchanged = 0

    def request(self, method, path, body=None, headers=None):
        known = self.remembered.get(path) if method == "GET" else None
        tag = known.headers.get("etag") if known else None
        answer = super().request(method, path, body, {**(headers or {}), **({"if-none-match": tag} if tag else {})})
        if answer.status == 304:
            self.unchanged += 1
            return known
        if method == "GET" and answer.status == 200:
            self.remembered[path] = Answer(answer.status, answer.headers, answer.body)
        return answer


def asked_again(checks, options):
    domains = domain_names(4, "again")
    generator = Generator(options.seed + 5, domains)
    reports = [generator.report() for _ in range(options.reports)]
    size = -(-len(reports) // BATCHES)
    batches = [reports[start : start + size] for start in range(0, len(reports), size)]
    with running_service(options, domains) as service:
        client = RememberingClient(service.port, service.key)
        compare_again(checks, client, [], {}, "before the first report")
        sent = []
        for number, batch in enumerate(batches):
            upload(checks, service, batch, f"batch-{number}")
            sent += batch
            wait_for_reports(checks, service, len(sent))
            compare_again(checks, client, sent, {}, f"after batch {number}")
        ids = {row["domain"]: row["id"] for row in client.list_all("/domains")[0]}
        change_client(checks, client, sent, ids)
        gone = domains[0]
        checks.equal(f"DELETE of {gone}", client.request("DELETE", f"/api/v1/domains/{ids[gone]}").status, 204)
        compare_again(checks, client, [report for report in sent if report.domain != gone], {}, "after a deletion")
        checks.true("an answer was never the same", client.unchanged > 0)
        checks.figures["answers with 304"] = client.unchanged


def change_client(checks, client, sent, ids):
    """Domains get a client one after the other: its sums are those of all domains that have it."""
    for count, name in enumerate(list(ids)[1:], start=1):
        body = json.dumps({"client_reference": REFERENCE})
        client.request("PUT", f"/api/v1/domains/{ids[name]}", body, {"content-type": "application/json"})
        of_client = [report for report in sent if report.domain in list(ids)[1 : count + 1]]
        compare_again(checks, client, of_client, {"client_reference": REFERENCE}, f"of a client with {count} domains")


def compare_again(checks, client, reports, filters, scope):
    """Compares twice: the second time most answers have not changed. An end in the future makes no day of today another question."""
    expected = Expected(add_message(reports) if checks.is_twin and reports else reports)
    last = max([report.day for report in reports], default=20_000)
    period = {**EVER, "end_date": date(last + 2), **filters}
    for again in ("", ", again"):
        compare_aggregate(checks, client, expected, period, scope + again)
        compare_sources(checks, client, expected, period, scope + again)
        compare_failures(checks, client, expected, period, scope + again)


def upload(checks, service, reports, name):
    """Uploads while another client compares what is listed with the sums that it asks for afterwards."""
    ended = threading.Event()
    with ThreadPoolExecutor(7) as pool:
        watching = pool.submit(watch, checks, RememberingClient(service.port, service.key), ended)
        files = [pack(report, "gz", f"{name}-{index}") for index, report in enumerate(reports)]
        list(pool.map(service.client.upload_until_accepted, files))
        ended.set()
        watching.result()


def watch(checks, client, ended):
    """A report that is listed is in every sum that is asked for later."""
    while not ended.is_set():
        listed = client.get("/reports", per_page=1).json["meta"]["total"]
        counted = client.get("/reports/aggregate", **EVER).json["data"]["totals"]["reports"]
        grouped = client.get("/reports/aggregate", **EVER, group_by="domain", per_page=100).json["data"]
        checks.true(f"{listed} reports are listed, and the sums have {counted}", counted >= listed)
        checks.true(f"{listed} reports are listed, and the groups have fewer", sum(row["reports"] for row in grouped) >= listed)
