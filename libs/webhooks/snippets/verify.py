import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes, headers, secret: str) -> str:
    """Raises ValueError unless the request is from Ruaflow, unchanged and recent.

    Pass the raw body (Flask: request.get_data(), Django: request.body) and the framework's headers, whose names are
    not case-sensitive.

    Returns the event's id (the header webhook-id). A delivery can be repeated with the same id, for two days and on
    request: remember the ids that you have processed, and answer repeated ones with 2xx without further action.
    """
    event_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not event_id or not timestamp or not signatures:
        raise ValueError("The request is not signed.")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 12:
        raise ValueError("webhook-timestamp is not valid.")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The request is too old.")

    # After whsec_ follows the key in base64; any other secret is the key itself.
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    if not key:
        raise ValueError("The secret is empty.")
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())

    # During a rotation of the secret there are two signatures: one valid signature is enough.
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        raise ValueError("The signature is not valid.")
    return event_id
