"""DKIM signatures (RFC 6376) by the `openssl` command: simple canonicalization, so that the signed bytes are the sent ones."""

import base64
import hashlib
import subprocess
import tempfile

SELECTOR = "s2026"
SIGNED = ("from", "to", "subject", "mime-version", "content-type", "content-transfer-encoding")


class Signer:
    """One key for every domain: which domain signs is said by the name under which DNS has the key."""

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile(suffix=".pem")
        openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.file.name)
        self.public = base64.b64encode(openssl("pkey", "-in", self.file.name, "-pubout", "-outform", "DER")).decode()

    def publish(self, dns, domain):
        """Puts the domain's key and DMARC record into the DNS server."""
        dns.texts[f"{SELECTOR}._domainkey.{domain}"] = [f"v=DKIM1; k=rsa; p={self.public}"]
        dns.texts[f"_dmarc.{domain}"] = ["v=DMARC1; p=reject"]

    def sign(self, mail, domain, signed=SIGNED):
        """@param mail: its bytes with line ends CRLF. @returns the mail with the domain's signature on top"""
        head, _, body = mail.partition(b"\r\n\r\n")
        fields = split_fields(head + b"\r\n")
        names = [name for name, _ in fields]
        covered = [name for name in signed for _ in range(names.count(name))]
        digest = base64.b64encode(hashlib.sha256(strip_end(body)).digest()).decode()
        field = f"DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d={domain}; s={SELECTOR}; h={':'.join(covered)}; bh={digest}; b="
        chosen, left = [], list(fields)
        for name in covered:
            # Several fields of one name are signed from the last to the first.
            at = max(index for index, (other, _) in enumerate(left) if other == name)
            chosen.append(left.pop(at)[1])
        signature = openssl("dgst", "-sha256", "-sign", self.file.name, data=b"".join(chosen) + field.encode())
        return field.encode() + base64.b64encode(signature) + b"\r\n" + mail


def split_fields(head):
    """@returns lower-case names and bytes of the header fields, with their folds and line ends"""
    fields = []
    for line in head.split(b"\r\n")[:-1]:
        if line[:1] in (b" ", b"\t") and fields:
            fields[-1] += line + b"\r\n"
        else:
            fields.append(line + b"\r\n")
    return [(field.partition(b":")[0].decode("latin-1").strip().lower(), field) for field in fields]


def strip_end(body):
    while body.endswith(b"\r\n"):
        body = body[:-2]
    return body + b"\r\n"


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout
