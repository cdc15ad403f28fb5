"""Runs standardwebhooks from PyPI on the requests on standard input; prints its answers as JSON."""

import base64
import json
import sys

from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError


def ask(request):
    try:
        return Webhook(request["secret"]).verify(base64.b64decode(request["body"]), request["headers"])["id"]
    except WebhookVerificationError:
        return None


print(json.dumps([ask(request) for request in json.load(sys.stdin)]))
