"""Splits each mailbox that is named, with Python's own module mailbox: a line of JSON with a digest of each mail."""

import hashlib
import json
import mailbox
import sys

for path in sys.argv[1:]:
    box = mailbox.mbox(path, create=False)
    mails = [box.get_bytes(key, from_=False) for key in box.keys()]
    print(json.dumps([hashlib.sha256(mail.replace(b"\r\n", b"\n").rstrip(b"\n")).hexdigest() for mail in mails]))
    box.close()
