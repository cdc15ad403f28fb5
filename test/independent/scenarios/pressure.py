"""Large uploads: the service stays responsive, stays within its memory, and stores each report once."""

import gzip
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from containers import STORED, File, mail_bytes, zip_bytes
from product import Client
from reports import DAY
from scenarios.setting import domain_names, running_service, wait_for_reports

HEALTH_MAX_S = 1.0
HEALTH_P99_MAX_S = 0.25
RSS_MAX_MIB = 700
# A report has at most 200,000 records.
GZ_RECORDS = 195_000
ZIP_RECORDS = 160_000
# Uncompressed bytes arrive without pauses: in the past they blocked everything else until they were
# parsed.
STORED_RECORDS = 55_000
# Odd, so that its multiples modulo a power of two are all different: unordered, distinct addresses.
SPREAD = 2_654_435_761
FLOOD_REPORTS = 4


class LargeReport:
    """A report of many short records, generated without keeping them."""

    def __init__(self, domain, report_id, records, begin):
        self.records = records
        head = (
            "<feedback><report_metadata><org_name>large.example</org_name><email>a@large.example</email>"
            f"<report_id>{report_id}</report_id><date_range><begin>{begin}</begin><end>{begin + DAY - 1}</end></date_range>"
            f"</report_metadata><policy_published><domain>{domain}</domain><p>none</p></policy_published>"
        )
        self.messages = sum(index % 5 + 1 for index in range(records))
        self.xml = (head + "".join(self.record(domain, index) for index in range(records)) + "</feedback>").encode()

    @staticmethod
    def record(domain, index):
        address = index * SPREAD % (1 << 29)
        return (
            f"<record><row><source_ip>{64 + (address >> 24)}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}</source_ip>"
            f"<count>{index % 5 + 1}</count><policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>"
            f"</policy_evaluated></row><identifiers><header_from>{domain}</header_from></identifiers></record>"
        )


class Health(threading.Thread):
    """Requests /healthz repeatedly and records the time of each answer; samples the memory too."""

    def __init__(self, service):
        super().__init__(daemon=True)
        self.service = service
        self.client = Client(service.port, service.key)
        self.seconds = []
        self.rss_mib = 0
        self.is_stopping = False

    def run(self):
        while not self.is_stopping:
            started = time.monotonic()
            status = self.client.request("GET", "/healthz").status
            self.seconds.append(time.monotonic() - started if status == 200 else float("inf"))
            self.rss_mib = max(self.rss_mib, self.service.rss_mib())
            time.sleep(0.01)

    def finish(self):
        self.is_stopping = True
        self.join()
        ordered = sorted(self.seconds)
        return {"max s": round(ordered[-1], 3), "p99 s": round(ordered[int(len(ordered) * 0.99)], 3), "RSS MiB": round(self.rss_mib)}


def watched(service, work):
    health = Health(service)
    health.start()
    work()
    time.sleep(0.5)
    return health.finish()


def responsive(checks, options):
    """Sends one large upload in each container, then many at once."""
    (domain,) = domain_names(1, "large")
    begin = (int(time.time()) // DAY - 10) * DAY
    checks.say("generates large reports")
    large = {
        "gz": LargeReport(domain, "large-gz", GZ_RECORDS, begin),
        "zip": LargeReport(domain, "large-zip", ZIP_RECORDS, begin),
        "stored zip": LargeReport(domain, "large-stored", STORED_RECORDS, begin),
        "mail": LargeReport(domain, "large-mail", STORED_RECORDS, begin),
    }
    single = {
        "gz": File("large.xml.gz", gzip.compress(large["gz"].xml, 6), []),
        "zip": File("large.zip", zip_bytes([("large.xml", large["zip"].xml)]), []),
        "stored zip": File("stored.zip", zip_bytes([("stored.xml", large["stored zip"].xml)], STORED), []),
        "mail": File("large.eml", mail_bytes(large["mail"].xml, "mailed.xml", "xml"), []),
    }
    floods = [LargeReport(domain, f"flood-{index}", GZ_RECORDS // 4 if options.uploads < 16 else GZ_RECORDS, begin) for index in range(FLOOD_REPORTS)]
    flood = [File(f"flood-{index}.xml.gz", gzip.compress(report.xml, 6), []) for index, report in enumerate(floods)]
    with running_service(options, [domain]) as service:
        checks.figures["at rest"] = watched(service, lambda: time.sleep(3))
        for kind, file in single.items():
            figures = watched(service, lambda body=file: [take(checks, service.client.upload(body)) for _ in range(3)])
            checks.figures[f"one {kind} of {len(file.body) / 1e6:.1f} MB"] = figures
            checks.say(f"one {kind} of {len(file.body) / 1e6:.1f} MB: {figures}")
            checks.true(f"/healthz took {figures['max s']} s beside one {kind}", figures["max s"] <= HEALTH_MAX_S)
            checks.true(f"p99 of /healthz was {figures['p99 s']} s beside one {kind}", figures["p99 s"] <= HEALTH_P99_MAX_S)
        wait_for_reports(checks, service, len(single), within_s=600)
        answers = {}
        figures = watched(service, lambda: answers.update(send_at_once(checks, service, flood, options.uploads)))
        checks.figures[f"{options.uploads} at once"] = {**figures, "answers": answers}
        checks.say(f"{options.uploads} at once: {figures}, answers {answers}")
        checks.true(f"p99 of /healthz was {figures['p99 s']} s beside {options.uploads} uploads", figures["p99 s"] <= HEALTH_P99_MAX_S)
        checks.true(f"resident memory reached {figures['RSS MiB']} MiB beside {options.uploads} uploads", figures["RSS MiB"] <= RSS_MAX_MIB)
        checks.true(f"answers other than 202 and 503: {answers}", set(answers) <= {"202", "503 with Retry-After"})
        reports = [*large.values(), *floods[: max(1, min(FLOOD_REPORTS, options.uploads))]]
        wait_for_reports(checks, service, len(reports), within_s=900)
        (sums,) = service.sql("SELECT count() AS row_count, sum(messages) AS messages FROM records")
        wanted = (sum(one.records for one in reports), sum(one.messages for one in reports) + int(checks.is_twin))
        checks.equal("SQL: rows and messages", (int(sums["row_count"]), int(sums["messages"])), wanted)


def take(checks, answer):
    """The answer must say that the upload was accepted."""
    outcomes = {entry["outcome"] for entry in answer.json["data"]["entries"]} if answer.status == 202 else {answer.body[:200]}
    checks.true(f"a large upload was answered {answer.status} {outcomes}", outcomes <= {"accepted", "duplicate", "stored"})


def send_at_once(checks, service, files, uploads):
    """Uploads the same few reports many times at once: each is parsed every time and must be stored once."""
    lock = threading.Lock()
    answers = {}

    def send(index):
        client = Client(service.port, service.key, timeout=600)
        while True:
            answer = client.upload(files[index % len(files)])
            retry = answer.headers.get("retry-after")
            name = f"{answer.status}{' with Retry-After' if retry else ''}"
            with lock:
                answers[name] = answers.get(name, 0) + 1
            if answer.status == 202 or retry is None:
                return take(checks, answer)
            time.sleep(min(float(retry), 10))

    with ThreadPoolExecutor(uploads) as pool:
        list(pool.map(send, range(uploads)))
    return answers
