"""Reports by mail from true reporters and from liars with right keys of their own, in random order, with kills between."""

import random
import smtplib
import time

from dns_server import DnsServer
from liars import LIAR, NAMES, REPORTERS, mixed_report_mail, quoting_mails, report_mail, with_email
from product import free_port
from reports import Generator, Report
from scenarios.mailed import REPORT_DOMAIN, read_mailboxes
from scenarios.setting import domain_names, running_service
from signing import SIGNED, Signer

#: What each forgery states, so that a single counted one is seen in every sum.
LIE = 7_777_777
#: Many large senders do not sign what the body is.
SIGNED_BY_MANY = ("mime-version", "from", "to", "subject")
RETRY_WITHIN_S = 120
SETTLED_WITHIN_S = 120


def forged(checks, options):
    """Only reports that their reporter's own domain proves are counted, and none of them is displaced."""
    signer, dns, draw = Signer(), DnsServer(), random.Random(options.seed)
    for domain in {LIAR, *(reporter.domain for reporter in REPORTERS), "gmx.net", "outlook.com", "google.com"}:
        signer.publish(dns, domain)
    # A subdomain without a record has its organizational domain's policy.
    for domain in ("yahoo.com", "mimecastreport.com", "mail.ru", "web.de", "comcast.net", "musterstadt.example"):
        signer.publish(dns, domain)
    domains = domain_names(3, "forged")
    generator = Generator(options.seed + 11, domains)
    true = [(reporter, rename(generator, reporter.name)) for reporter in REPORTERS for _ in range(4)]
    forms = [(form, signed) for form in (report_mail, mixed_report_mail) for signed in (SIGNED, SIGNED_BY_MANY)]
    mails = [sign_true(signer, *one, *forms[index % len(forms)]) for index, one in enumerate(true)]
    mails += forge(signer, generator, true)
    draw.shuffle(mails)
    port = free_port()
    settings = {"RUAFLOW_REPORT_DOMAIN": REPORT_DOMAIN, "RUAFLOW_SMTP_PORT": str(port), "RUAFLOW_DNS_SERVERS": dns.address}
    with running_service(options, domains, settings) as service:
        mailboxes = read_mailboxes(service.client)
        kills = {draw.randrange(len(mails)) for _ in range(min(options.kills, 6))}
        for index, (domain, mail) in enumerate(mails):
            deliver(port, mailboxes[domain], mail)
            if index in kills:
                service.kill()
                service.start_with_retry()
        checks.figures.update({"mails": len(mails), "true reports": len(true), "kills": len(kills)})
        compare(checks, service, true)


def rename(generator, name, like=None):
    """A recent report of this reporter; `like`: with the identity of another one, but with the liar's number."""
    drawn = generator.report(records=3, begin=(generator.today - generator.random.randint(2, 20)) * 86_400)
    if like is None:
        return Report(drawn.domain, name, drawn.report_id, drawn.begin, drawn.end, drawn.policy, drawn.records)
    records = [drawn.records[0]._replace(count=LIE)]
    return Report(like.domain, name, like.report_id, like.begin, like.end, like.policy, records)


def sign_true(signer, reporter, report, form=report_mail, signed=SIGNED):
    xml = with_email(report, reporter.email)
    subject = f"Report Domain: {report.domain} Submitter: {reporter.domain} Report-ID: {report.report_id}"
    mail = form(xml, reporter.sender, subject, f"{reporter.domain}!{report.domain}!{report.begin}!{report.end}.xml.gz")
    return report.domain, signer.sign(mail, reporter.domain, signed)


def forge(signer, generator, true):
    """Forgeries with the identity of true reports where they can have it."""
    mails = []
    for index, name in enumerate([*NAMES, *(reporter.name for reporter in REPORTERS[:-2])]):
        _, like = next(((one, report) for one, report in true if one.name == name), true[index % len(true)])
        lie = rename(generator, name.replace("\u0000", ""), like)
        sender = f"dmarc@{LIAR}"
        mail = report_mail(with_email(lie, sender), sender, f"Report Domain: {lie.domain} Submitter: {LIAR}", f"{LIAR}!{lie.domain}!{lie.begin}!{lie.end}.xml.gz")
        mails.append((lie.domain, signer.sign(mail, LIAR)))
    for sender, name in (("x@outlook.com", "Enterprise Outlook"), ("x@gmx.net", "GMX"), ("x@gmx.net", "x"), ("x@outlook.com", "outlook.com")):
        lie = rename(generator, name, true[0][1])
        mail = report_mail(with_email(lie, sender), sender, "Report", "report.xml.gz")
        mails.append((lie.domain, signer.sign(mail, sender.split("@")[1])))
    for provider in ("google.com", "yahoo.com"):
        reporter = REPORTERS[0] if provider == "google.com" else REPORTERS[1]
        _, like = next((one, report) for one, report in true if one == reporter)
        xml = with_email(rename(generator, reporter.name, like), reporter.email)
        mails += [(like.domain, signer.sign(mail, provider, signed)) for _, mail, signed in quoting_mails(xml, provider)]
    return mails


def deliver(port, mailbox, mail):
    deadline = time.monotonic() + RETRY_WITHIN_S
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, local_hostname="mx.example", timeout=60) as server:
                server.sendmail("bounce@unrelated.example", [mailbox], mail)
                return
        except smtplib.SMTPResponseException as error:
            # A mail may be refused for ever, as one with a bare carriage return is; it is not counted then.
            if error.smtp_code >= 500:
                return
        except (OSError, smtplib.SMTPException):
            pass
        if time.monotonic() > deadline:
            raise RuntimeError("a mail was neither accepted nor refused")
        time.sleep(0.3)


def compare(checks, service, true):
    client = service.client
    wanted = {(report.domain, report.reporter, report.report_id, report.begin): report for _, report in true}
    names = {row["id"]: row["domain"] for row in client.list_all("/domains")[0]}
    deadline = time.monotonic() + SETTLED_WITHIN_S
    while True:
        rows, _ = client.list_all("/reports")
        proven = [row for row in rows if row["trust"] != "none"]
        if len(proven) >= len(wanted) or time.monotonic() > deadline:
            break
        time.sleep(0.5)
    time.sleep(3)
    rows, _ = client.list_all("/reports")
    sums = sorted((names[row["domain_id"]], row["reporter"], row["total_count"]) for row in rows if row["trust"] != "none")
    expected = sorted((report.domain, report.reporter, report.messages) for report in wanted.values())
    checks.equal("proven reports that should not be", [one for one in sums if one not in expected], [])
    checks.equal("true reports without proof", [one for one in expected if one not in sums], [])
    checks.equal("number of proven reports", len(sums), len(expected))
    lies = [row for row in rows if row["total_count"] == LIE and row["trust"] != "none"]
    checks.equal("lies that are trusted", [(row["reporter"], row["trust"]) for row in lies], [])
    day = lambda report: time.strftime("%Y-%m-%d", time.gmtime(report.day * 86_400))  # noqa: E731
    first, last = min(map(day, wanted.values())), max(map(day, wanted.values()))
    for name in sorted({report.domain for report in wanted.values()}):
        domain_id = next(key for key, value in names.items() if value == name)
        total = client.get("/reports/aggregate", domain_id=domain_id, start_date=first, end_date=last).json["data"]["totals"]
        mine = [report for report in wanted.values() if report.domain == name]
        checks.equal(f"messages of {name}", total["emails"], sum(report.messages for report in mine) + int(checks.is_twin))
        checks.equal(f"reports of {name}", total["reports"], len(mine))
    submissions, _ = client.list_all("/submissions")
    unproven = [(row["reporter"], row["trust_reason"], row["total_count"]) for row in rows if row["trust"] == "none" and row["total_count"] != LIE]
    checks.equal("true reports that are listed as unproven", unproven, [])
    checks.true("no submission is left unfinished", all(row["state"] != "received" for row in submissions))
