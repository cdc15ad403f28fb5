"""Held reports that are released by their domain's verification while ClickHouse is down."""

import os
import signal
import subprocess
import time

from compare import compare_all
from containers import pack
from dns_server import DnsServer
from product import SQL_KEY, Service, free_port
from reports import Generator
from scenarios.setting import wait_for_reports

HELD_REPORTS = 12
LARGE_RECORDS = 6_000


def held_release(checks, options):
    """Reports are released once although rows cannot be written for a while and the release is retried."""
    dns = DnsServer()
    port = free_port()
    url = f"http://default:{SQL_KEY}@127.0.0.1:{port}/ruaflow"
    service = Service(options.root, {"CLICKHOUSE_URL": url, "RUAFLOW_DNS_SERVERS": dns.address, "RUAFLOW_REPORT_DOMAIN": "in.example"})
    del service.settings["RUAFLOW_SQL_PORT"], service.settings["RUAFLOW_SQL_KEY"]
    clickhouse = ClickHouse(service, port)
    try:
        clickhouse.start()
        service.start()
        domain, reports = hold(checks, service, Generator(options.seed + 5, ["held.example"]))
        clickhouse.kill()
        publish(dns, domain)
        answer = service.client.post_json(f"/domains/{domain['id']}/verify")
        checks.equal(f"verification, {answer.body[:300]!r}", answer.status, 200)
        checks.say(f"verified; ClickHouse is down for {options.seconds} s")
        time.sleep(options.seconds)
        clickhouse.start()
        wait_for_reports(checks, service, len(reports), within_s=300)
        compare_all(checks, service, reports)
    finally:
        service.remove()
        clickhouse.kill()
        dns.close()


def hold(checks, service, generator):
    """Adds a domain that stays pending and uploads reports about it. @returns the domain and the reports"""
    created = service.client.post_json("/domains", {"domain": "held.example"})
    checks.equal("answer to a new domain", created.status, 201)
    reports = [generator.report(records=20) for _ in range(HELD_REPORTS)] + [generator.report(records=LARGE_RECORDS)]
    for index, report in enumerate(reports):
        (entry,) = service.client.upload_until_accepted(pack(report, "gz", f"held-{index}"))["entries"]
        checks.equal("outcome of a held report", entry["outcome"], "held")
    checks.equal("reports before the verification", service.client.get("/reports").json["meta"]["total"], 0)
    return created.json["data"], reports


def publish(dns, domain):
    dns.texts[f"_dmarc.{domain['domain']}"] = ["v=DMARC1; p=none"]
    dns.texts[f"_ruaflow-verification.{domain['domain']}"] = [domain["verification_token"]]
    dns.texts[domain["domain"]] = []


class ClickHouse:
    """The engine with its HTTP interface, as `npm run clickhouse` starts it; it can be killed."""

    def __init__(self, service, port):
        self.service = service
        self.settings = {"CLICKHOUSE_DATA_DIR": f"{service.folder}/clickhouse", "CLICKHOUSE_PORT": str(port), "CLICKHOUSE_PASSWORD": SQL_KEY}
        self.process = None

    def start(self, within_s=60):
        root = self.service.root
        self.process = subprocess.Popen(
            [*root.clickhouse],
            cwd=root.path,
            env=root.environment(self.settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        deadline = time.monotonic() + within_s
        for line in self.process.stdout:
            if "ClickHouse listens" in line:
                return
            if time.monotonic() > deadline:
                break
        raise RuntimeError("ClickHouse did not start")

    def kill(self):
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
