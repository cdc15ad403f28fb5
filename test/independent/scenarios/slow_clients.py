"""Slow clients of every door at once, beside honest clients of four organizations: each of these is served in time."""

import base64
import gzip
import http.client
import json
import smtplib
import threading
import time

from attackers import Crowd, SlowMail, SlowUpload, Unread, draw_pause
from dns_server import DnsServer
from product import Client, free_port
from reports import Generator, to_xml
from scenarios.mailed import REPORT_DOMAIN, read_mailboxes
from scenarios.setting import domain_names, running_service

TENANTS = 4
CROWD = 200
P99_MAX_S = 1.0
RSS_MAX_MIB = 600


class Honest(threading.Thread):
    """One organization's day: uploads, mails and questions, each from its own network."""

    def __init__(self, number, tenant, ports):
        super().__init__(daemon=True)
        self.source = (f"127.{100 + number}.0.1", 0)
        self.tenant = tenant
        self.http_port, self.smtp_port = ports
        self.seconds = {"upload": [], "mail": [], "question": []}
        self.failed = []
        self.stopping = False

    def run(self):
        turn = 0
        while not self.stopping:
            kind = ("upload", "mail", "question")[turn % 3]
            turn += 1
            started = time.monotonic()
            try:
                outcome = getattr(self, kind)(self.tenant["generator"].report(records=3))
            except (OSError, http.client.HTTPException, smtplib.SMTPException) as error:
                outcome = f"{type(error).__name__}: {error}"
            self.seconds[kind].append(time.monotonic() - started)
            if outcome is not None:
                self.failed.append(f"{kind}: {outcome}"[:200])
            time.sleep(draw_pause())

    def upload(self, report):
        return self.request("POST", "/api/v1/reports?name=r.xml", to_xml(report), 202)

    def question(self, _):
        return self.request("GET", "/api/v1/reports/aggregate", None, 200)

    def request(self, method, path, body, wanted):
        connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=30, source_address=self.source)
        try:
            connection.request(method, path, body, {"authorization": f"Bearer {self.tenant['key']}", "content-type": "application/octet-stream"})
            answer = connection.getresponse()
            text = answer.read()
            return None if answer.status == wanted else f"{answer.status} {text[:120]!r}"
        finally:
            connection.close()

    def mail(self, report):
        body = base64.encodebytes(gzip.compress(to_xml(report))).replace(b"\n", b"\r\n")
        head = b"From: a@reporter.example\r\nSubject: r\r\nMIME-Version: 1.0\r\nContent-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        with smtplib.SMTP("127.0.0.1", self.smtp_port, local_hostname="mx.reporter.example", timeout=30, source_address=self.source) as server:
            server.sendmail("a@reporter.example", [self.tenant["mailbox"]], head + body)


def slow_clients(checks, options):
    """First without attackers, then beside each crowd, then beside all of them."""
    ports = (free_port(), free_port())
    settings = {"RUAFLOW_PORT": str(ports[0]), "RUAFLOW_REPORT_DOMAIN": REPORT_DOMAIN, "RUAFLOW_SMTP_PORT": str(ports[1]), "RUAFLOW_DNS_SERVERS": DnsServer().address}
    with running_service(options, [], settings) as service:
        tenants = [open_tenant(service, ports[0], number, options) for number in range(TENANTS + 1)]
        liar = tenants.pop()
        crowds = {
            "uploads": lambda: Crowd(SlowUpload(ports[0], liar["key"]), CROWD, 31),
            "mails": lambda: Crowd(SlowMail(ports[1], liar["mailbox"]), CROWD, 32),
            "unread answers": lambda: Crowd(Unread(ports[0]), CROWD, 33),
        }
        sent = 0
        for name, chosen in {"none": [], **{name: [name] for name in crowds}, "all": list(crowds)}.items():
            sent += measure(checks, service, tenants, name, {"ports": ports, "crowds": [crowds[one] for one in chosen], "seconds": options.seconds})
        wait_until_counted(checks, tenants, ports[0], sent + int(checks.is_twin))


def open_tenant(service, port, number, options):
    created = json.loads(service.run("orgs", "create", f"tenant {number}", "--json"))
    organization = created["id"]
    key = json.loads(service.run("keys", "create", "test", "--org", organization, "--json"))["key"]
    (domain,) = domain_names(1, f"slow-{number}")
    service.run("domains", "add", "-", "--org", organization, text=domain)
    service.run("orgs", "set", organization, "--count-unauthenticated", "yes")
    mailbox = read_mailboxes(Client(port, key))[domain]
    return {"key": key, "domain": domain, "mailbox": mailbox, "generator": Generator(options.seed + 20 + number, [domain])}


def measure(checks, service, tenants, name, setting):
    """@returns how many reports the honest clients have sent"""
    attackers = [create() for create in setting["crowds"]]
    for one in attackers:
        one.start()
    if attackers:
        time.sleep(5)
    honest = [Honest(number, tenant, setting["ports"]) for number, tenant in enumerate(tenants)]
    for one in honest:
        one.start()
    rss, until = 0, time.monotonic() + setting["seconds"]
    while time.monotonic() < until:
        rss = max(rss, service.rss_mib())
        time.sleep(0.2)
    for one in honest:
        one.stopping = True
    for one in honest:
        one.join(60)
    for one in attackers:
        one.stop()
    figures = {"RSS MiB": round(rss), "slow connections": sum(one.opened for one in attackers)}
    for kind in ("upload", "mail", "question"):
        seconds = sorted(value for one in honest for value in one.seconds[kind])
        if not seconds:
            checks.differ(f"{name}: no {kind} was answered")
            continue
        figures[kind] = {"count": len(seconds), "p50 s": round(seconds[len(seconds) // 2], 3), "p99 s": round(seconds[int(len(seconds) * 0.99)], 3)}
        checks.true(f"{name}: p99 of {kind} is {figures[kind]['p99 s']} s", figures[kind]["p99 s"] <= P99_MAX_S)
    failed = [text for one in honest for text in one.failed]
    checks.equal(f"{name}: honest requests that failed ({len(failed)})", failed[:3], [])
    checks.true(f"{name}: resident memory reached {round(rss)} MiB", rss <= RSS_MAX_MIB)
    checks.figures[f"beside {name}"] = figures
    checks.say(f"beside {name}: {figures}")
    lost = sum(1 for text in failed if not text.startswith("question"))
    return sum(len(one.seconds["upload"]) + len(one.seconds["mail"]) for one in honest) - lost


def wait_until_counted(checks, tenants, port, sent):
    deadline, total = time.monotonic() + 120, -1
    while total < sent and time.monotonic() < deadline:
        total = sum(Client(port, tenant["key"]).get("/reports", per_page=1).json["meta"]["total"] for tenant in tenants)
        time.sleep(0.5)
    checks.equal("reports that were accepted and are listed", total, sent)
