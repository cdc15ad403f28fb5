"""Report mails of every shape that receivers meet: wrong types, wrong names, containers in containers, several reports,
and mails without a report."""

import base64
import gzip
import io
import random
import re
import struct
import zipfile
from email.header import Header
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

from reports import to_xml

SENDER = "reports@reporter.example"


class Mail:
    """The bytes of a mail, and the reports that must be stored because of it."""

    def __init__(self, shape, body, reports):
        self.shape = shape
        #: With the line ends of SMTP, which smtplib does not give to bytes.
        self.body = re.sub(rb"\r\n|\r|\n", b"\r\n", body)
        self.reports = reports


def head(report):
    return f"Report Domain: {report.domain} Submitter: {report.reporter} Report-ID: {report.report_id}".replace("\n", " ")


def with_attachment(report, content, mime, name=None):
    """A mail with one attachment; the type and the name need not be true."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = SENDER, "owner@in.example", head(report)
    mail.set_content("This is an aggregate report.")
    maintype, subtype = mime.split("/")
    names = {} if name is None else {"filename": name}
    mail.add_attachment(content, maintype=maintype, subtype=subtype, **names)
    return mail.as_bytes()


def raw(headers, body):
    return b"\r\n".join(line.encode() for line in headers) + b"\r\n\r\n" + body + b"\r\n"


def lines_of(data):
    return base64.encodebytes(data).replace(b"\n", b"\r\n")


def gz(report):
    return gzip.compress(to_xml(report))


def zipped(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, body in files:
            archive.writestr(name, body)
    return buffer.getvalue()


def gzip_as_text(report, _):
    return with_attachment(report, gz(report), "application/octet-stream").replace(b"application/octet-stream", b"text/plain", 1)


def zip_as_gzip(report, _):
    return with_attachment(report, zipped([("report.xml", to_xml(report))]), "application/gzip", "report.xml.gz")


def gzip_as_zip(report, _):
    return with_attachment(report, gz(report), "application/zip", "report.zip")


def plain_xml(report, _):
    return with_attachment(report, to_xml(report), "application/octet-stream", "report.xml")


def xml_in_text(report, _):
    mail = MIMEText(to_xml(report).decode(), "plain", "utf-8")
    mail["From"], mail["Subject"] = SENDER, head(report).encode("ascii", "replace").decode()
    return mail.as_bytes()


def quoted_printable(report, _):
    mail = EmailMessage()
    mail["From"], mail["Subject"] = SENDER, "report"
    mail.set_content(to_xml(report).decode(), subtype="xml", cte="quoted-printable")
    return mail.as_bytes()


def gzip_in_gzip(report, _):
    return with_attachment(report, gzip.compress(gz(report)), "application/gzip", "report.xml.gz")


def gzip_with_rest(report, draw):
    return with_attachment(report, gz(report) + draw.randbytes(40).replace(b"\x1f", b"0"), "application/gzip", "report.xml.gz")


def mail_in_mail(report, _):
    inner = EmailMessage()
    inner["From"], inner["Subject"] = SENDER, head(report)
    inner.set_content("forwarded")
    inner.add_attachment(gz(report), maintype="application", subtype="gzip", filename="report.xml.gz")
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "gateway@owner.example", "Fwd: report"
    outer.set_content("See the attachment.")
    outer.add_attachment(inner)
    return outer.as_bytes()


def outlook_in_mail(report, _):
    return with_attachment(report, outlook_message(gz(report)), "application/vnd.ms-outlook", "report.msg")


def base64_that_lies(report, draw):
    encoded = bytearray(lines_of(gz(report)))
    for _ in range(20):
        encoded.insert(draw.randrange(len(encoded)), draw.choice(b"!*()~ \t"))
    headers = [f"From: {SENDER}", "Subject: report", "Content-Type: application/gzip", "Content-Transfer-Encoding: base64"]
    return raw(headers, bytes(encoded))


def base64_in_text(report, _):
    mail = MIMEMultipart("alternative")
    mail["From"], mail["Subject"] = SENDER, "[Preview] Report Domain"
    mail.attach(MIMEText(to_xml(report).decode(), "plain", "utf-8"))
    return mail.as_bytes()


def encoded_names(report, draw):
    name = f"ber\u00e9icht!{report.domain}!{report.begin}!{report.end}.xml.gz"
    if draw.random() < 0.5:
        disposition = f'attachment; filename="{Header(name, "utf-8").encode()}"'
    else:
        disposition = "attachment;\r\n filename*0*=UTF-8''ber%C3%A9icht;\r\n filename*1*=%21report.xml.gz"
    subject = Header("R\u00e9port de " + report.domain, "iso-8859-1").encode()
    headers = [
        f"From: {SENDER}",
        f"Subject: {subject}",
        "Content-Type: application/gzip",
        f"Content-Disposition: {disposition}",
        "Content-Transfer-Encoding: base64",
    ]
    return raw(headers, lines_of(gz(report)))


def header_without_hyphen(report, _):
    headers = [f"From: {SENDER}", "Subject: report", 'ContentType: application/zip; name="report.zip"', "Content-Transfer-Encoding: base64"]
    return raw(headers, lines_of(zipped([("report.xml", to_xml(report))])))


def dotted_lines(report, _):
    """Lines that begin with dots, which SMTP doubles on the way."""
    text = to_xml(report).replace(b"><", b">\r\n<").replace(b"<feedback>", b"<feedback>\r\n<!--\r\n.\r\n..\r\n.a\r\n-->")
    return raw([f"From: {SENDER}", "Subject: report", "Content-Type: text/xml"], text)


#: Shapes with one report each.
SHAPES = {
    shape.__name__.replace("_", "-"): shape
    for shape in (
        gzip_as_text,
        zip_as_gzip,
        gzip_as_zip,
        plain_xml,
        xml_in_text,
        quoted_printable,
        gzip_in_gzip,
        gzip_with_rest,
        mail_in_mail,
        outlook_in_mail,
        base64_that_lies,
        base64_in_text,
        encoded_names,
        header_without_hyphen,
        dotted_lines,
    )
}


def zip_of_many(reports):
    """A zip with a directory, a directory named like a report, and resource forks."""
    files = [("folder/", b""), ("report.xml/", b"")]
    for index, report in enumerate(reports):
        files += [(f"folder/{index}.xml", to_xml(report)), (f"__MACOSX/._{index}.xml", b"\x00\x05\x16\x07" + bytes(40))]
    return with_attachment(reports[0], zipped(files), "application/zip", "reports.zip")


def without_report(kind):
    if kind == "unused":
        return raw([f"From: {SENDER}", "Subject: Report Domain: example.com", 'Content-Type: application/gzip; name="a.xml.gz"'], b"unused")
    if kind == "empty":
        return raw([f"From: {SENDER}", "Subject: Report Domain: example.com", 'Content-Type: application/gzip; name="a.xml.gz"'], b"")
    if kind == "picture":
        return raw([f"From: {SENDER}", "Subject: logo", "Content-Type: image/png", "Content-Transfer-Encoding: base64"], lines_of(b"\x89PNG\r\n" + bytes(400)))
    return raw([f"From: {SENDER}", "Subject: hello"], b"Hello,\r\n\r\nthis is not a report.")


WITHOUT_REPORT = ["unused", "empty", "picture", "letter"]


def make_mails(reports, count, draw: random.Random):
    """About `count` mails of all shapes about the reports, in random order; a tenth are copies of others."""
    mails, left, shapes = [], list(reports), list(SHAPES)
    while left and len(mails) < count:
        if len(mails) % 12 == 11 and len(left) >= 4:
            some = [left.pop() for _ in range(4)]
            mails.append(Mail("zip-of-many", zip_of_many(some), some))
        elif len(mails) % 12 == 10:
            kind = WITHOUT_REPORT[len(mails) // 12 % len(WITHOUT_REPORT)]
            mails.append(Mail(kind, without_report(kind), []))
        else:
            shape = shapes[len(mails) % len(shapes)]
            report = left.pop()
            mails.append(Mail(shape, SHAPES[shape](report, draw), [report]))
    mails += [draw.choice(mails) for _ in range(count // 10)]
    draw.shuffle(mails)
    return mails


def outlook_message(attachment):
    """A mail as Outlook saves it (.msg), with one attachment: a compound file (MS-CFB) of 512-byte sectors."""
    free, end, fat_mark = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    # A stream below 4096 bytes would lie in the mini stream. What follows a gzip stream is ignored.
    data = attachment + bytes(max(0, 4096 - len(attachment)))
    sectors = -(-len(data) // 512)
    fat = [end, *range(2, sectors + 1), end]
    fat_sectors = 1
    while (len(fat) + fat_sectors) * 4 > fat_sectors * 512:
        fat_sectors += 1
    first_fat = len(fat)
    fat += [fat_mark] * fat_sectors
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(fat_sectors * 512, b"\xff")

    def entry(name, kind, child=free, start=0, size=0):
        encoded = (name + "\0").encode("utf-16-le")
        fields = struct.pack("<HBB3I16sI8s8sIQ", len(encoded), kind, 1, free, free, child, bytes(16), 0, bytes(8), bytes(8), start, size)
        return encoded.ljust(64, b"\0") + fields

    directory = b"".join(
        [
            entry("Root Entry", 5, child=1, start=end),
            entry("__attach_version1.0_#00000000", 1, child=2),
            entry("__substg1.0_37010102", 2, start=1, size=len(data)),
            entry("", 0),
        ]
    )
    fat_list = [*range(first_fat, first_fat + fat_sectors)]
    header = struct.pack(
        "<8s16s5H6s9I",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", bytes(16), 0x3E, 3, 0xFFFE, 9, 6, bytes(6),
        0, fat_sectors, 0, 0, 4096, end, 0, end, 0,
    )
    header += struct.pack("<109I", *fat_list, *[free] * (109 - len(fat_list)))
    return header + directory + data.ljust(sectors * 512, b"\0") + table
