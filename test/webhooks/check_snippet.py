"""Runs verify.py, whose folder is the first argument, on the requests on standard input; prints its answers as JSON."""

import base64
import json
import sys

sys.path.insert(0, sys.argv[1])
from verify import verify_webhook  # noqa: E402


def ask(request):
    try:
        return verify_webhook(base64.b64decode(request["body"]), request["headers"], request["secret"])
    except ValueError:
        return None


print(json.dumps([ask(request) for request in json.load(sys.stdin)]))
