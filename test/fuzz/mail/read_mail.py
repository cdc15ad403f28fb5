"""Reads mails with Python's own package email: frames of a length and bytes come in, a line of JSON for each goes out."""

import hashlib
import json
import struct
import sys
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

ENCODINGS = ("base64", "quoted-printable")


def unfold(text: str) -> bytes:
    return text.encode("ascii", "surrogateescape").replace(b"\r\n", b"\n").rstrip(b"\r\n")


def leaves(message: Message):
    """Every part that has no parts. What is enclosed in a message counts as none."""
    if message.get_content_maintype() == "message":
        return
    # As it stands: get_payload() would decode it by the charset that it claims.
    payload = message._payload
    if isinstance(payload, list):
        for part in payload:
            yield from leaves(part)
        return
    encoding = str(message.get("content-transfer-encoding", "")).lower().strip()
    digest = hashlib.sha256(unfold(payload)).hexdigest()
    kind = "header" if message.get_content_type().startswith("text/rfc822") else "content"
    yield [kind, encoding if encoding in ENCODINGS else "", digest]


def main() -> None:
    parser = BytesParser(policy=compat32)
    while head := sys.stdin.buffer.read(4):
        message = parser.parsebytes(sys.stdin.buffer.read(struct.unpack(">I", head)[0]))
        names = [name.lower() for name in message.keys()]
        print(json.dumps({"names": names, "leaves": list(leaves(message))}), flush=True)


main()
