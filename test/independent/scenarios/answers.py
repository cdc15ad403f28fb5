"""Answers during changes: outcomes of uploads, pages of lists."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

from compare import compare_all
from containers import pack
from product import UnexpectedAnswer
from reports import Generator
from scenarios.setting import domain_names, running_service, wait_for_reports

FINAL_WITHIN_S = 60


def final_outcome(client, entry):
    """
    The final outcome of an uploaded entry. An answer that is not final has a status URL, at which the outcome becomes
    final. @returns the outcome, or None if the answer does not lead to one
    """
    if entry.get("final") is True or entry["outcome"] != "accepted":
        return entry["outcome"]
    url = entry.get("status_url")
    if url is None:
        return None
    deadline = time.monotonic() + FINAL_WITHIN_S
    while time.monotonic() < deadline:
        answer = client.request("GET", url)
        if answer.status == 200:
            for one in answer.json["data"]["entries"]:
                if one["entry"] == entry["entry"] and one.get("final") is True:
                    return one["outcome"]
        time.sleep(0.1)
    return None


def quick_duplicate(checks, options):
    """A report, the same report again, and a conflicting one: each answer leads to the final outcome."""
    domains = domain_names(3)
    generator = Generator(options.seed + 1, domains)
    rounds = max(5, min(60, options.reports // 10))
    firsts = [generator.report(records=5) for _ in range(rounds)]
    with running_service(options, domains) as service:
        client = service.client
        counts = {"final": 0, "not final": 0, "lost": 0}
        for index, report in enumerate(firsts):
            other = report.with_other_content()
            files = [pack(report, "gz", f"{index}-a"), pack(report, "plain", f"{index}-b"), pack(other, "gz", f"{index}-c")]
            entries = [client.upload_until_accepted(file)["entries"][0] for file in files]
            outcomes = []
            for entry in entries:
                outcome = final_outcome(client, entry)
                outcomes.append("stored" if outcome == "accepted" else str(outcome))
                counts["lost" if outcome is None else "not final" if entry.get("final") is False else "final"] += 1
            answers = [entry["outcome"] for entry in entries]
            checks.equal(f"outcomes of round {index}, answered {answers}", sorted(outcomes), ["conflict", "duplicate", "stored"])
        checks.figures["answers"] = counts
        checks.say(f"answers: {counts}")
        wait_for_reports(checks, service, len(firsts))
        compare_all(checks, service, firsts, details_max=options.details)


def list_while_arriving(checks, options):
    """Pages that are read while reports arrive are consistent, and the cursor sees each report once."""
    domains = domain_names(4)
    generator = Generator(options.seed + 2, domains)
    reports = [generator.report(records=generator.random.randint(1, 4)) for _ in range(options.reports)]
    with running_service(options, domains) as service:
        uploads = SlowUploads(service, reports)
        with ThreadPoolExecutor(1) as following:
            uploads.start()
            cursor = following.submit(read_cursor, checks, service.client, len(reports))
            read_pages(checks, service.client, uploads)
            uploads.join()
            wait_for_reports(checks, service, len(reports))
            compare_cursor(checks, service.client, cursor)
        compare_all(checks, service, reports, details_max=10)


class SlowUploads(threading.Thread):
    """Uploads reports in groups with short pauses."""

    def __init__(self, service, reports):
        super().__init__(daemon=True)
        self.service = service
        self.reports = reports

    def run(self):
        for index, report in enumerate(self.reports):
            self.service.client.upload_until_accepted(pack(report, "gz", f"arriving-{index}"))
            if index % 20 == 19:
                time.sleep(0.2)


def read_pages(checks, client, uploads):
    """Compares the rows of pages with their meta, with different orders and sizes."""
    pages = 0
    while uploads.is_alive() and pages < 400:
        for per_page, sort in ((100, None), (20, "received_at"), (7, "-received_at"), (1, None)):
            answer = client.get("/reports", per_page=per_page, sort=sort).json
            meta, rows = answer["meta"], len(answer["data"])
            checks.equal(f"rows of page 1 of {per_page}, total {meta['total']}", rows, min(per_page, meta["total"]))
            checks.equal(f"total_pages of {meta['total']} by {per_page}", meta["total_pages"], -(-meta["total"] // per_page))
            pages += 1
        time.sleep(0.02)
    checks.figures["pages compared"] = pages


def next_rows(client, cursor):
    """The rows that became visible after the cursor ("" for the first), and the next cursor."""
    answer = client.get("/reports", after=cursor, per_page=50).json
    return answer["data"], answer["meta"].get("next")


def read_cursor(checks, client, total, within_s=120):
    """Follows the cursor from the beginning until it has seen every report. @returns the ids, in order"""
    seen, cursor = [], ""
    deadline = time.monotonic() + within_s
    while len(seen) < total and time.monotonic() < deadline:
        rows, following = next_rows(client, cursor)
        seen += [row["id"] for row in rows]
        cursor = following or cursor
        if not rows:
            time.sleep(0.2)
    checks.equal("cursor: rows after the last report", len(next_rows(client, cursor)[0]), 0)
    return seen


def compare_cursor(checks, client, reading):
    """The cursor must have seen exactly the listed reports, each once."""
    try:
        seen = reading.result()
    except UnexpectedAnswer as error:
        checks.differ(f"cursor: {error}")
        return
    listed = {row["id"] for row in client.list_all("/reports")[0]}
    checks.equal("cursor: reports seen more than once", len(seen) - len(set(seen)), 0)
    checks.equal("cursor: reports missed", len(listed - set(seen)), 0)
    checks.equal("cursor: reports that are not listed", len(set(seen) - listed), 0)
