"""What the answers say while things happen: outcomes of uploads, pages of lists."""

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
    What becomes of an uploaded entry. An answer that is not final names where to ask; at the place that it names, the
    outcome becomes final. @returns the outcome, or None when the answer leads nowhere
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
    """A report, at once again, and another one with its identity: each answer leads to what becomes of it."""
    domains = domain_names(3)
    generator = Generator(options.seed + 1, domains)
    rounds = max(5, min(60, options.reports // 10))
    firsts = [generator.report(records=5) for _ in range(rounds)]
    with running_service(options, domains) as service:
        client = service.client
        said = {"final": 0, "to ask": 0, "lost": 0}
        for index, report in enumerate(firsts):
            other = report.with_other_content()
            files = [pack(report, "gz", f"{index}-a"), pack(report, "plain", f"{index}-b"), pack(other, "gz", f"{index}-c")]
            entries = [client.upload_until_taken(file)["entries"][0] for file in files]
            outcomes = []
            for entry in entries:
                outcome = final_outcome(client, entry)
                outcomes.append("stored" if outcome == "accepted" else str(outcome))
                said["lost" if outcome is None else "to ask" if entry.get("final") is False else "final"] += 1
            answers = [entry["outcome"] for entry in entries]
            checks.equal(f"outcomes of round {index}, answered {answers}", sorted(outcomes), ["conflict", "duplicate", "stored"])
        checks.figures["answers"] = said
        checks.say(f"answers: {said}")
        wait_for_reports(checks, service, len(firsts))
        compare_all(checks, service, firsts, details_max=options.details)


def list_while_arriving(checks, options):
    """Pages that are read while reports arrive agree with themselves, and the cursor sees each report once."""
    domains = domain_names(4)
    generator = Generator(options.seed + 2, domains)
    reports = [generator.report(records=generator.random.randint(1, 4)) for _ in range(options.reports)]
    with running_service(options, domains) as service:
        arriving = Arriving(service, reports)
        with ThreadPoolExecutor(1) as following:
            arriving.start()
            cursor = following.submit(read_cursor, checks, service.client, len(reports))
            read_pages(checks, service.client, arriving)
            arriving.join()
            wait_for_reports(checks, service, len(reports))
            compare_cursor(checks, service.client, cursor)
        compare_all(checks, service, reports, details_max=10)


class Arriving(threading.Thread):
    """Uploads reports, some at a time, with short pauses."""

    def __init__(self, service, reports):
        super().__init__(daemon=True)
        self.service = service
        self.reports = reports

    def run(self):
        for index, report in enumerate(self.reports):
            self.service.client.upload_until_taken(pack(report, "gz", f"arriving-{index}"))
            if index % 20 == 19:
                time.sleep(0.2)


def read_pages(checks, client, arriving):
    """A page has the rows that its meta says, also with sort and several sizes."""
    looks = 0
    while arriving.is_alive() and looks < 400:
        for per_page, sort in ((100, None), (20, "received_at"), (7, "-received_at"), (1, None)):
            answer = client.get("/reports", per_page=per_page, sort=sort).json
            meta, rows = answer["meta"], len(answer["data"])
            checks.equal(f"rows of page 1 of {per_page}, total {meta['total']}", rows, min(per_page, meta["total"]))
            checks.equal(f"total_pages of {meta['total']} by {per_page}", meta["total_pages"], -(-meta["total"] // per_page))
            looks += 1
        time.sleep(0.02)
    checks.figures["pages looked at"] = looks


def next_rows(client, cursor):
    """Rows that became visible after the cursor ("" for the first), and the cursor after them."""
    answer = client.get("/reports", after=cursor, per_page=50).json
    return answer["data"], answer["meta"].get("next")


def read_cursor(checks, client, total, within_s=120):
    """Follows the cursor from the beginning, while reports arrive, until everything was seen. @returns the ids, in order"""
    seen, cursor = [], ""
    deadline = time.monotonic() + within_s
    while len(seen) < total and time.monotonic() < deadline:
        rows, following = next_rows(client, cursor)
        seen += [row["id"] for row in rows]
        cursor = following or cursor
        if not rows:
            time.sleep(0.2)
    checks.equal("cursor: rows after the last one", len(next_rows(client, cursor)[0]), 0)
    return seen


def compare_cursor(checks, client, reading):
    """What the cursor saw is what is listed, each once."""
    try:
        seen = reading.result()
    except UnexpectedAnswer as error:
        checks.differ(f"cursor: {error}")
        return
    listed = {row["id"] for row in client.list_all("/reports")[0]}
    checks.equal("cursor: reports seen more than once", len(seen) - len(set(seen)), 0)
    checks.equal("cursor: reports missed", len(listed - set(seen)), 0)
    checks.equal("cursor: reports that are not there", len(set(seen) - listed), 0)
