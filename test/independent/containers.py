"""Packs reports as senders do: plain, gzip, zip (with one or several reports), and mail."""

import gzip
import io
import zipfile
from email.message import EmailMessage

from reports import to_xml


STORED = zipfile.ZIP_STORED


class File:
    """A file to send or import, with its reports."""

    def __init__(self, name, body, reports):
        self.name = name
        self.body = body
        self.reports = reports


def zip_bytes(files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, body in files:
            archive.writestr(name, body)
    return buffer.getvalue()


def mail_bytes(attachment, filename, subtype):
    mail = EmailMessage()
    mail["From"] = "reports@reporter.example"
    mail["To"] = "dmarc@owner.example"
    mail["Subject"] = f"Report Domain: {filename}"
    mail.set_content("This is an aggregate report.")
    mail.add_attachment(attachment, maintype="application", subtype=subtype, filename=filename)
    return mail.as_bytes()


def pack(report, kind, name):
    """One report in a container of the given kind."""
    xml = to_xml(report, {"bom": "bom", "spaced": "spaced"}.get(kind, "plain"))
    if kind == "gz":
        return File(f"{name}.xml.gz", gzip.compress(xml), [report])
    if kind == "zip":
        return File(f"{name}.zip", zip_bytes([(f"{name}.xml", xml)]), [report])
    if kind == "mail-gz":
        return File(f"{name}.eml", mail_bytes(gzip.compress(xml), f"{name}.xml.gz", "gzip"), [report])
    if kind == "mail-zip":
        return File(f"{name}.eml", mail_bytes(zip_bytes([(f"{name}.xml", xml)]), f"{name}.zip", "zip"), [report])
    return File(f"{name}.xml", xml, [report])


KINDS = ["plain", "bom", "spaced", "gz", "gz", "zip", "mail-gz", "mail-zip"]


def pack_all(reports, draw):
    """Files of all kinds; some zips contain several reports."""
    files = []
    left = list(reports)
    while left:
        name = f"{len(files):06d}"
        if draw.random() < 0.05 and len(left) >= 3:
            some = [left.pop() for _ in range(3)]
            body = zip_bytes([(f"{name}-{index}.xml", to_xml(report)) for index, report in enumerate(some)])
            files.append(File(f"{name}.zip", body, some))
        else:
            files.append(pack(left.pop(), draw.choice(KINDS), name))
    return files
