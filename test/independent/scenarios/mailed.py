"""Reports that arrive by mail, from real clients: Python's smtplib and swaks."""

import json
import os
import random
import re
import shutil
import smtplib
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from compare import compare_all
from dns_server import DnsServer
from mails import make_mails
from product import free_port
from reports import Generator
from scenarios.setting import domain_names, running_service, wait_for_reports

REPORT_DOMAIN = "in.example"
SENDERS = 6
MAILS_PER_CONNECTION = 40
#: One mail in so many is sent by swaks, which takes longer to start than to send.
SWAKS_EVERY = 10
RETRY_WITHIN_S = 120


def mailed(checks, options):
    """Mails of all shapes, some to two mailboxes and some again; each report must be visible exactly once."""
    checks.true("swaks is missing: apt-get install swaks", shutil.which("swaks") is not None)
    domains = domain_names(5)
    generator = Generator(options.seed + 8, domains)
    reports = [generator.report(records=generator.random.randint(0, 30)) for _ in range(options.mails * 2)]
    mails = make_mails(reports, options.mails, random.Random(options.seed))
    port = free_port()
    settings = {
        "RUAFLOW_REPORT_DOMAIN": REPORT_DOMAIN,
        "RUAFLOW_SMTP_PORT": str(port),
        # Every name is unknown there: no mail proves who sent it, and none waits for an answer.
        "RUAFLOW_DNS_SERVERS": DnsServer().address,
    }
    with running_service(options, domains, settings) as service:
        count_unproven_reports(service)
        mailboxes = read_mailboxes(service.client)
        checks.equal("mailboxes", sorted(mailboxes), sorted(domains))
        clients = {"smtplib": 0, "swaks": 0}
        with ThreadPoolExecutor(SENDERS) as pool:
            list(pool.map(lambda share: send_share(checks, share, port, mailboxes, clients), [mails[index::SENDERS] for index in range(SENDERS)]))
        shapes = {}
        for mail in mails:
            shapes[mail.shape] = shapes.get(mail.shape, 0) + 1
        checks.figures.update({"mails": len(mails), "shapes": len(shapes), "clients": clients})
        checks.say(f"{len(mails)} mails of {len(shapes)} shapes: {shapes}")
        sent = {report.identity: report for mail in mails for report in mail.reports}
        wait_for_reports(checks, service, len(sent))
        compare_all(checks, service, list(sent.values()), details_max=options.details)


def count_unproven_reports(service):
    """The mails carry no signature; sums include their reports only if the organization says so."""
    [organization] = json.loads(service.run("orgs", "list", "--json"))
    service.run("orgs", "set", organization["id"], "--count-unauthenticated", "yes")


def read_mailboxes(client):
    """The mailbox of each domain, as its owner is told to publish it."""
    found = {}
    for row in client.list_all("/domains")[0]:
        text = client.get(f"/domains/{row['id']}/dns").text
        found[row["domain"]] = re.search(r"mailto:([^\"\s;,]+)", text).group(1)
    return found


def choose_recipients(mail, index, mailboxes):
    """The mailbox of the report's domain, spelled in several ways; sometimes also that of another domain."""
    domain = mail.reports[0].domain if mail.reports else min(mailboxes)
    local, host = mailboxes[domain].split("@")
    address = [f"{local}@{host}", f"{local.upper()}@{host.upper()}", f"{local}+reports@{host}"][index % 3]
    return [address, mailboxes[max(mailboxes)]] if index % 7 == 0 else [address]


def send_share(checks, mails, port, mailboxes, clients):
    """Sends mails one after another, each until it is accepted."""
    server = None
    for index, mail in enumerate(mails):
        recipients = choose_recipients(mail, index, mailboxes)
        if index % SWAKS_EVERY == 0:
            send_with_swaks(checks, mail, port, recipients)
            clients["swaks"] += 1
            continue
        if server is None or index % MAILS_PER_CONNECTION == 1:
            if server is not None:
                server.quit()
            server = smtplib.SMTP("127.0.0.1", port, local_hostname="mx.reporter.example", timeout=120)
        refused = send_until_accepted(server, mail, recipients)
        checks.equal(f"refused recipients of {mail.shape}", refused, {})
        clients["smtplib"] += 1
    if server is not None:
        server.quit()


def send_until_accepted(server, mail, recipients):
    deadline = time.monotonic() + RETRY_WITHIN_S
    while True:
        try:
            return server.sendmail("reports@reporter.example", recipients, mail.body)
        except smtplib.SMTPResponseException as error:
            if error.smtp_code >= 500 or time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def send_with_swaks(checks, mail, port, recipients):
    # swaks gives every line the end of SMTP, and its own "." to mark the end of the mail.
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(mail.body.replace(b"\r\n", b"\n"))
    try:
        done = subprocess.run(
            ["swaks", "--server", "127.0.0.1", "--port", str(port), "--helo", "mx.reporter.example", "--from", "reports@reporter.example",
             "--to", ",".join(recipients), "--data", f"@{file.name}", "--timeout", "120"],
            capture_output=True,
            timeout=180,
        )
    finally:
        os.unlink(file.name)
    checks.equal(f"swaks with {mail.shape}: {done.stdout[-400:]!r}", done.returncode, 0)
