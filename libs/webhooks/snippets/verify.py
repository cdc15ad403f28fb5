import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes, headers, secret: str) -> str:
    """Raises ValueError unless a request comes from Ruaflow, as it was sent and not long ago.

    Give it the body as it came in (Flask: request.get_data(), Django: request.body) and headers whose names may be
    asked for in any case, as frameworks have them.

    Returns the event's id (the header webhook-id). A delivery may come again, with the same id, for two days and
    whenever somebody asks for it: keep the ids that you are done with, and answer 2xx to one of them without doing
    anything.
    """
    event_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not event_id or not timestamp or not signatures:
        raise ValueError("The request is not signed.")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        raise ValueError("webhook-timestamp is no time.")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The request is too old.")

    # After whsec_ the key stands in base64; any other secret is the key itself.
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    if not key:
        raise ValueError("There is no secret to check with.")
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())

    # While a secret is being changed there are two signatures: one that is right is enough.
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        raise ValueError("The signature is not right.")
    return event_id
