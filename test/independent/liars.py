"""Who lies about whom: true reporters, forgeries of their names, and mails in which a provider signed foreign text."""

import base64
import gzip
from typing import NamedTuple

from reports import to_xml

LIAR = "evil.example"


class Reporter(NamedTuple):
    name: str
    #: From address of its mails, and what its reports state as `email`.
    sender: str
    email: str

    @property
    def domain(self):
        return self.sender.split("@")[1]


#: As they name themselves in reports that are public.
REPORTERS = [
    Reporter("google.com", "noreply-dmarc-support@google.com", "noreply-dmarc-support@google.com"),
    Reporter("Yahoo", "noreply@dmarc.yahoo.com", "dmarchelp@yahooinc.com"),
    Reporter("Enterprise Outlook", "dmarcreport@microsoft.com", "dmarcreport@microsoft.com"),
    Reporter("Outlook.com", "dmarcreport@microsoft.com", "dmarcreport@microsoft.com"),
    Reporter("AMAZON-SES", "postmaster@amazonses.com", "postmaster@amazonses.com"),
    Reporter("GMX", "noreply-dmarc@sicher.gmx.net", "noreply-dmarc@sicher.gmx.net"),
    Reporter("WEB.DE", "noreply-dmarc@sicher.web.de", "noreply-dmarc@sicher.web.de"),
    Reporter("Mail.Ru", "dmarc_support@corp.mail.ru", "dmarc_support@corp.mail.ru"),
    Reporter("seznam.cz a.s.", "abuse@seznam.cz", "abuse@seznam.cz"),
    Reporter("comcast.net", "dmarc-admin@alerts.comcast.net", "dmarc-admin@alerts.comcast.net"),
    Reporter("Mimecast.org", "no-reply@dmarc.mimecastreport.com", "no-reply@dmarc.mimecastreport.com"),
    Reporter("Fastmail Pty Ltd", "reports@fastmaildmarc.com", "reports@fastmaildmarc.com"),
    Reporter("mail.small-provider.example", "postmaster@small-provider.example", "postmaster@small-provider.example"),
    Reporter("Stadtwerke Musterstadt", "dmarc@mx.musterstadt.example", "dmarc@musterstadt.example"),
]

#: Names that mean a person else, as a liar may spell them. Each is sent by LIAR with a right signature of its own.
NAMES = [
    "T-Online", "Apple Inc.", "LinkedIn", "yahooinc.com", "Amazon SES", "office365.com", "G\u043e\u043egle.com", "\uff27\uff2f\uff2f\uff27\uff2c\uff25.com",
    "WEB.DE GmbH", "Amazon.com, Inc.", "Mail.Ru Group", "Enterprise Outlook", "GMX",
    "google.com.", " GOOGLE.COM ", "Google LLC", "Google, Inc.", "Google Inc", "google", "dmarc.google.com", "noreply-dmarc-support@google.com",
    "g\u03bfogle.com", "go\u200bogle.com", "G00gle.com", "Goog1e", "\u210a\u2134\u2134\u210a\u2113\u212f.com", "GO\u00adOGLE", "google\u3002com", "xn--ggle-55da.com",
    "Yahoo! Inc.", "YAHOO", "Yah\u043eo", "Oath (Yahoo)", "AOL", "\u0410OL", "Microsoft Corporation", "M\u0456crosoft", "outlook.com", "Outlook", "Hotmail", "MICROSOFT.COM",
    "AMAZON-SES", "Amazon_SES", "amazonses", "Comcast Cable", "c\u043emcast.net", "Fastmail", "FastMail Pty. Ltd.", "Mimecast", "Mimecast Services Ltd", "GMX GmbH",
    "gmx.de", "web.de", "\u051dEB.DE", "mail.ru", "Mail.ru LLC", "Yandex", "yandex.ru", "\u0423andex", "Zoho Corporation", "zoho.com", "seznam", "Seznam.cz, a.s.",
    "NetEase 163.com", "163.com", "docomo.ne.jp", "NTT docomo", "Proton AG", "protonmail", "GoDaddy.com, LLC", "linkedin.com", "Linked\u0406n", "t-online.de",
    "T\u2011Online", "apple.com", "Apple", "icloud.com", "Google\u00a0LLC", "google.com\u0000", "googIe.com", "google com", "Office 365",
]  # fmt: skip


def with_email(report, email):
    return to_xml(report).replace(b"<email>dmarc@reporter.example</email>", f"<email>{email}</email>".encode(), 1)


def report_mail(xml, sender, subject, file_name):
    """The usual mail of a reporter: one archive."""
    return crlf(
        f"From: <{sender}>", "To: <owner@in.example>", f"Subject: {subject}", "MIME-Version: 1.0",
        f'Content-Type: application/gzip; name="{file_name}"', "Content-Transfer-Encoding: base64",
        f'Content-Disposition: attachment; filename="{file_name}"',
        body=base64.encodebytes(gzip.compress(xml)).replace(b"\n", b"\r\n"),
    )  # fmt: skip


def mixed_report_mail(xml, sender, subject, file_name):
    """The same archive behind a sentence, as appliances send it."""
    archive = base64.encodebytes(gzip.compress(xml)).replace(b"\n", b"\r\n")
    attachment = f'--b1\r\nContent-Type: application/gzip; name="{file_name}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="{file_name}"\r\n\r\n'
    return crlf(
        f"From: <{sender}>", "To: <owner@in.example>", f"Subject: {subject}", "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b1"',
        body=b"--b1\r\nContent-Type: text/plain\r\n\r\nThis is an aggregate report.\r\n\r\n" + attachment.encode() + archive + b"--b1--\r\n",
    )  # fmt: skip


def crlf(*fields, body):
    return "\r\n".join(fields).encode() + b"\r\n\r\n" + body


def crlf_lines(xml):
    """A body of several lines: long ones would be folded on the way."""
    return xml.replace(b"><", b">\r\n<")


def part(kind, content, boundary="part-1"):
    return f"--{boundary}\r\nContent-Type: {kind}\r\n\r\n".encode() + content + b"\r\n"


def quoting_mails(xml, provider):
    """Mails of a provider that quote foreign text: name, mail, and the fields that its signature covers."""
    xml = crlf_lines(xml)
    who = [f"From: Postmaster <postmaster@{provider}>", "To: <owner@in.example>", "Subject: Re: your mail", "MIME-Version: 1.0"]
    usual = ("from", "to", "subject", "mime-version", "content-type", "content-transfer-encoding")
    unsigned = ("from", "to", "subject", "mime-version")
    attached = part("application/xml", xml)
    foreign = b"From: <x@evil.example>\r\nSubject: report\r\nMIME-Version: 1.0\r\nContent-Type: text/xml\r\n\r\n" + xml
    report = 'Content-Type: multipart/report; report-type=delivery-status; boundary="part-1"'
    mixed = 'Content-Type: multipart/mixed; boundary="part-1"'
    plain = "Content-Type: text/plain; charset=utf-8"
    end = b"--part-1--\r\n"
    notice = part("text/plain", b"Your mail could not be delivered.")
    status = part("message/delivery-status", b"Reporting-MTA: dns; mx.example\r\n\r\nAction: failed")
    return [
        ("a reply that quotes", crlf(*who, plain, body=b"On Monday you wrote:\r\n\r\n" + xml), usual),
        ("a reply that quotes first", crlf(*who, plain, body=xml + b"\r\n-- \r\nYou wrote this.\r\n"), usual),
        ("a bounce with the header", crlf(*who, report, body=notice + status + part("text/rfc822-headers", xml) + end), usual),
        ("a bounce with the mail", crlf(*who, report, body=notice + status + part("message/rfc822", foreign) + end), usual),
        ("a bounce with a bare document", crlf(*who, report, body=notice + status + part("message/rfc822", xml) + end), usual),
        ("a mail with unknown fields inside", crlf(*who, mixed, body=notice + part("message/rfc822", b"X-Foo: 1\r\nX-Bar: 2\r\n\r\n" + xml) + end), usual),
        ("a type on top", b'Content-Type: multipart/mixed; boundary="part-1"\r\n' + crlf(*who, plain, body=b"You wrote:\r\n" + attached + end), usual),
        ("a type that is not signed", crlf(*who, mixed, body=b"You wrote:\r\n" + attached + end), unsigned),
        ("XML by a type that is not signed", crlf(*who, "Content-Type: text/xml", body=b"You wrote:\r\n\r\n" + xml), unsigned),
        ("ContentType without hyphen", crlf(*who, 'ContentType: multipart/mixed; boundary="part-1"', body=b"You wrote:\r\n" + attached + end), unsigned),
        ("a header that ends early", b"X-Note: a\r\r\n\r\r\n" + crlf(*who, plain, body=b"You wrote:\r\n\r\n" + xml), usual),
        ("a header that hides its end", crlf(*who, plain, "X-Note: a\r\r\n" + 'Content-Type: multipart/mixed; boundary="part-1"', body=b"You wrote:\r\n" + attached + end), usual),
    ]  # fmt: skip
