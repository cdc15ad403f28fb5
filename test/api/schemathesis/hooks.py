"""What Schemathesis cannot know about the API from its OpenAPI document.

A schema cannot express that one parameter excludes another, that one day must follow another, or which addresses are
public. So a request that fits its schema may be refused, but only for one of the reasons below; for any other reason the
check of Schemathesis decides.
"""

import os
import re
import uuid

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

REASONS = [
    (r"/(query|body)/(start|end)_date", r"is not a calendar day"),
    (r"/(query|body)/start_date", r"is after end_date"),
    (r"/(query|body)/start_date", r"makes the period \d+ days long"),
    (r"/(query|body)/source_ip", r"is not an IP address or a CIDR range"),
    (r"/(query|body)/(sort|after)", r"cannot be used with CSV"),
    (r"/(query|body)/(page|sort)", r"cannot be combined with after"),
    (r"/(query|body)/after", r"is not a cursor of this list"),
    (r"/(query|body)/(page|per_page|sort|compare_\w+)", r"needs group_by: (totals have no pages, no order and no changes|single sources have no changes)"),
    (r"/(query|body)/compare_\w+", r"is not a calendar day|overlaps the period itself|is missing beside compare_\w+|is after compare_end_date .*"),
    (r"/(query|body)/sort", r"cannot sort groups by \w+: use |sorts only groups by \w+: add group_by"),
    (r"/(query|body)/verdicts", r"goes with sources, not with groups"),
    (r"/body/value", r"is (not|no|too) "),
    (r"/query/sort", r"cannot be used with group_by, which lists the largest groups first"),
    (r"/query/state", r"cannot be cleared with group_by"),
    (r"/body/domain", r"is "),
    (r"/body/until", r"must be in the future, and at most \d+ days ahead"),
    (r"/body", r"must have domain_id or client_reference, and not both"),
    (r"/body/expires_at", r"must be in the future|must not be later than"),
    (r"/body/url", r"is refused: |must not have a fragment|is longer than \d+ when encoded"),
    (r"/body/secret", r"must be 16 to 256 printable ASCII characters"),
    (r"/body.*", r"is not a file: |contains no file"),
]
NUL = {"The body contains a NUL character.", "The URL contains a NUL character."}
CUT_FORM = "The body is not complete multipart/form-data"
# Conflicts with earlier requests: a reused key, a reached limit, the last key.
CONFLICTS = {409, 422}


def is_explained(response) -> bool:
    problem = response.json()
    errors = problem.get("errors", [])
    if not errors:
        return problem["detail"] in NUL or problem["detail"].startswith(CUT_FORM)
    return all(
        any(re.fullmatch(place, e["pointer"], re.S) and re.match(reason, e["message"]) for place, reason in REASONS)
        for e in errors
    )


@schemathesis.check
def valid_data_is_refused_for_a_known_reason_only(ctx, response, case):
    if response.status_code in CONFLICTS:
        return None
    if response.status_code == 400 and is_explained(response):
        return None
    return positive_data_acceptance(ctx, response, case)


@schemathesis.check
def invalid_data_is_refused_unless_it_is_ignored(ctx, response, case):
    """A CSV has all rows: its pages are ignored, whatever their values (docs/limits)."""
    query = case.query or {}
    if query.get("format") == "csv" and response.status_code == 200 and {"page", "per_page"} & query.keys():
        return None
    return negative_data_rejection(ctx, response, case)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Protects what the run needs until its end, and gives each request of a sequence a new idempotency key.

    With an old key the answer would be that of an earlier sequence, which may have deleted the objects in it.
    """
    kept = os.environ["RUAFLOW_KEPT_IDS"].split(",")
    method = case.method.upper()
    for name, value in (case.path_parameters or {}).items():
        if method == "DELETE" and value in kept:
            case.path_parameters[name] = "another"
    is_sequence = case.meta is not None and case.meta.phase.name.value == "stateful"
    if is_sequence and method == "POST" and case.headers and "idempotency-key" in case.headers:
        case.headers["idempotency-key"] = str(uuid.uuid4())
