"""Generates DMARC aggregate reports with their expected numbers."""

import functools
import ipaddress
import random
import time
import uuid
from typing import NamedTuple, Optional, Sequence
from xml.sax.saxutils import escape

DAY = 86_400

# Names that break careless readers: commas, quotes, letters beyond ASCII, the first character of a
# spreadsheet formula.
REPORTERS = [
    "google.com",
    "Enterprise Outlook",
    "seznam.cz a.s.",
    "Почта VK",
    'Mail "Guard", Inc.',
    "AT&T <Mail>",
    "=relay.example",
    "网易 163.com",
    "x",
]
SELECTORS = ["s1", "selector2", "20230601", "k1._tenant"]
THIRD_PARTIES = ["bulk.example.net", "esp-one.example", "crm.example.org", "xn--bcher-kva.example"]
DKIM_RESULTS = ["pass", "fail", "none", "neutral", "policy", "temperror", "permerror"]
SPF_RESULTS = ["pass", "fail", "none", "neutral", "softfail", "temperror", "permerror"]


class Reason(NamedTuple):
    type: str
    comment: str


class Dkim(NamedTuple):
    domain: str
    selector: str
    result: str


class Spf(NamedTuple):
    domain: str
    scope: str
    result: str


class Record(NamedTuple):
    source_ip: str
    count: int
    disposition: str
    dkim: str
    spf: str
    reasons: Sequence[Reason]
    header_from: str
    envelope_from: Optional[str]
    envelope_to: Optional[str]
    dkim_results: Sequence[Dkim]
    spf_results: Sequence[Spf]

    @property
    def passed(self):
        return self.dkim == "pass" or self.spf == "pass"


class Report:
    """A report; its counts are counted from its records."""

    def __init__(self, domain, reporter, report_id, begin, end, policy, records):
        self.domain = domain
        self.reporter = reporter
        self.report_id = report_id
        self.begin = begin
        self.end = end
        self.policy = policy
        self.records = records
        self.messages = sum(record.count for record in records)
        self.passed = sum(record.count for record in records if record.passed)

    @property
    def identity(self):
        return (self.domain, self.reporter, self.report_id, self.begin, self.end)

    @property
    def day(self):
        """The UTC day in the middle of the period, as days since 1970."""
        return (self.begin + self.end) // 2 // DAY

    def with_other_content(self):
        """The same identity, but one more message."""
        first = self.records[0]._replace(count=self.records[0].count + 1)
        return Report(self.domain, self.reporter, self.report_id, self.begin, self.end, self.policy, [first, *self.records[1:]])


class Generator:
    """Draws reports, always the same for a seed and day."""

    def __init__(self, seed, domains, today=None):
        self.random = random.Random(seed)
        self.seed = seed
        self.domains = domains
        self.today = int(today if today is not None else time.time()) // DAY
        # Shared by all reports, so that most sources appear in many of them.
        self.pool = [self._address() for _ in range(600)]
        self.shared_ids = [f"shared-{seed}-{index}" for index in range(5)]
        self.count = 0

    def report(self, domain=None, records=None, begin=None):
        self.count += 1
        draw = self.random
        domain = domain or draw.choice(self.domains)
        count = self._record_count() if records is None else records
        first, last = self._period(begin)
        policy = {"p": draw.choice(["none", "quarantine", "reject"]), "sp": draw.choice([None, "none", "reject"])}
        return Report(
            domain,
            draw.choice(REPORTERS),
            self._report_id(domain),
            first,
            last,
            policy,
            [self._record(domain) for _ in range(count)],
        )

    def _record_count(self):
        share = self.random.random()
        if share < 0.02:
            return 0
        if share < 0.45:
            return 1
        if share < 0.85:
            return self.random.randint(2, 15)
        if share < 0.99:
            return self.random.randint(16, 180)
        return self.random.randint(200, 1500)

    def _period(self, begin):
        draw = self.random
        length = draw.choices([DAY - 1, DAY, 3600, 7 * DAY - 1], [80, 10, 6, 4])[0]
        if begin is None:
            if draw.random() < 0.12:
                day = draw.randint(15_800, 20_000)  # 2013 to 2024
            else:
                day = self.today - draw.randint(9, 55)
            begin = day * DAY + draw.choice([0, 0, 0, 3600, 61_200])
        # A middle within a second of midnight could count for either day.
        while ((begin + begin + length) // 2 + 2) % DAY < 4:
            begin += 120
        return begin, begin + length

    def _report_id(self, domain):
        draw = self.random
        kind = draw.randrange(4)
        if kind == 0:
            return str(draw.getrandbits(64))
        if kind == 1:
            return f"<{self.count}.{draw.getrandbits(30)}@{domain}>"
        if kind == 2:
            return f"{draw.choice(self.shared_ids)} {self.count}"
        return str(uuid.UUID(int=draw.getrandbits(128)))

    def _address(self):
        draw = self.random
        share = draw.random()
        if share < 0.6:
            return str(ipaddress.IPv4Address(draw.randrange(0x0B000000, 0xDF000000)))
        if share < 0.62:
            return "::ffff:" + str(ipaddress.IPv4Address(draw.randrange(0x0B000000, 0xDF000000)))
        high = draw.choice([0x2A00, 0x2001, 0x2620, 0x2408]) << 112
        address = ipaddress.IPv6Address(high | draw.getrandbits(80))
        return address.exploded.upper() if share > 0.9 else str(address)

    def _record(self, domain):
        draw = self.random
        address = draw.choice(self.pool) if draw.random() < 0.8 else self._address()
        dkim, spf = draw.choices([("pass", "pass"), ("pass", "fail"), ("fail", "pass"), ("fail", "fail")], [55, 15, 10, 20])[0]
        passed = "pass" in (dkim, spf)
        disposition = "none" if passed else draw.choice(["none", "quarantine", "reject"])
        reasons = []
        if draw.random() < 0.08:
            reasons.append(Reason(draw.choice(["forwarded", "local_policy", "mailing_list"]), draw.choice(["", "arc=pass", "a, \"b\" & <c>"])))
        signatures = [Dkim(domain, draw.choice(SELECTORS), "pass")] if dkim == "pass" else []
        for _ in range(draw.choice([0, 0, 1, 2])):
            signatures.append(Dkim(draw.choice(THIRD_PARTIES), draw.choice(SELECTORS), draw.choice(DKIM_RESULTS)))
        checks = [Spf(domain, "mfrom", "pass")] if spf == "pass" else [Spf(draw.choice(THIRD_PARTIES), "mfrom", draw.choice(SPF_RESULTS))]
        return Record(
            source_ip=address,
            count=1 if draw.random() < 0.6 else min(2_000_000, int(draw.paretovariate(0.9))),
            disposition=disposition,
            dkim=dkim,
            spf=spf,
            reasons=tuple(reasons),
            header_from=draw.choice([domain, domain, f"news.{domain}"]),
            envelope_from=draw.choice([None, "", f"bounce.{domain}"]),
            envelope_to=draw.choice([None, None, "receiver.example"]),
            dkim_results=tuple(signatures),
            spf_results=tuple(checks),
        )


@functools.cache
def canonical(address):
    """The address as the API writes it: IPv4 dotted, IPv6 compressed."""
    parsed = ipaddress.ip_address(address)
    if parsed.version == 6 and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(parsed)


def _optional(name, value):
    if value is None:
        return ""
    return f"<{name}>{escape(value)}</{name}>" if value else f"<{name}/>"


def _record_xml(record):
    reasons = "".join(f"<reason><type>{reason.type}</type><comment>{escape(reason.comment)}</comment></reason>" for reason in record.reasons)
    dkim = "".join(
        f"<dkim><domain>{one.domain}</domain><selector>{one.selector}</selector><result>{one.result}</result></dkim>"
        for one in record.dkim_results
    )
    spf = "".join(f"<spf><domain>{one.domain}</domain><scope>{one.scope}</scope><result>{one.result}</result></spf>" for one in record.spf_results)
    return (
        f"<record><row><source_ip>{record.source_ip}</source_ip><count>{record.count}</count>"
        f"<policy_evaluated><disposition>{record.disposition}</disposition><dkim>{record.dkim}</dkim><spf>{record.spf}</spf>{reasons}"
        f"</policy_evaluated></row><identifiers>{_optional('envelope_to', record.envelope_to)}{_optional('envelope_from', record.envelope_from)}"
        f"<header_from>{record.header_from}</header_from></identifiers><auth_results>{dkim}{spf}</auth_results></record>"
    )


def to_xml(report, style="plain"):
    """The document as bytes. Styles: plain, bom, spaced (line breaks and comments between elements)."""
    policy = "".join(_optional(name, value) for name, value in report.policy.items())
    between = "\r\n  <!-- - -->\r\n" if style == "spaced" else ""
    text = between.join(
        [
            '<?xml version="1.0" encoding="UTF-8"?><feedback><report_metadata>',
            f"<org_name>{escape(report.reporter)}</org_name><email>dmarc@reporter.example</email>",
            f"<report_id>{escape(report.report_id)}</report_id>",
            f"<date_range><begin>{report.begin}</begin><end>{report.end}</end></date_range></report_metadata>",
            f"<policy_published><domain>{report.domain}</domain><adkim>r</adkim><aspf>s</aspf>{policy}<pct>100</pct></policy_published>",
            *map(_record_xml, report.records),
            "</feedback>",
        ]
    )
    return (b"\xef\xbb\xbf" if style == "bom" else b"") + text.encode()
