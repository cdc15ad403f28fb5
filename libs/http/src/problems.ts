interface Problem {
  readonly status: number;
  readonly title: string;
  /** For the documentation. */
  readonly meaning: string;
  /** What the client can do about it. */
  readonly remedy: string;
}

/** Every code of a problem document. Stable: clients switch on them. `/docs/problems` shows this table. */
export const problems = {
  invalid_request: {
    status: 400,
    title: "The request is not valid",
    meaning: "A parameter, a header or the body is not valid for the operation, or the request is not HTTP.",
    remedy: "Correct each part that a JSON pointer in errors names. Retrying the same request fails again.",
  },
  missing_key: {
    status: 401,
    title: "No API key",
    meaning: "The Authorization header is missing or is not a bearer key.",
    remedy: "Send the header Authorization: Bearer and your API key.",
  },
  invalid_key: {
    status: 401,
    title: "The API key is not valid",
    meaning: "The key is unknown, expired or revoked.",
    remedy: "Use another key, or create one with a key that has the scope keys:admin.",
  },
  invalid_link: {
    status: 401,
    title: "The link is not valid",
    meaning:
      "A sign-in link is unknown, was used before, or is older than ten minutes. A shared link is unknown, expired or revoked.",
    remedy:
      "Run npx ruaflow sign-in on the machine of the service for another sign-in link. Ask the person who shared the link for another one.",
  },
  session_expired: {
    status: 401,
    title: "The session has ended",
    meaning:
      "The browser signed out or was not used for 12 hours, signed in 30 days ago, or its API key has expired or was revoked.",
    remedy: "Sign in again.",
  },
  missing_scope: {
    status: 403,
    title: "The API key lacks a scope",
    meaning: "The key is valid but lacks the scope that the detail names.",
    remedy: "Use a key with this scope. A key can grant only scopes that it has itself.",
  },
  not_shared: {
    status: 403,
    title: "The shared link does not include this",
    meaning: "The browser was signed in by a shared link, which shows the figures of one domain or one client only.",
    remedy: "Ask the person who sent the link, or sign in with an API key.",
  },
  plan_required: {
    status: 403,
    title: "The plan does not include this",
    meaning: "Webhooks need the plan plus or above, CSV exports the plan protect or above.",
    remedy: "Change to the plan that the detail names.",
  },
  csrf_token_required: {
    status: 403,
    title: "The CSRF token is missing",
    meaning: "A session's cookie authenticates the request, which changes something but lacks the session's token.",
    remedy: "Send the csrf_token of GET /api/v1/session as the header X-CSRF-Token, or use an API key.",
  },
  https_required: {
    status: 403,
    title: "Browsers must sign in over HTTPS",
    meaning: "Others could read the session's cookie. Only HTTPS, or a connection within the machine, keeps it secret.",
    remedy:
      "Use HTTPS. Behind a proxy that ends HTTPS, list it in RUAFLOW_TRUSTED_PROXIES and let it send X-Forwarded-Proto.",
  },
  loopback_required: {
    status: 403,
    title: "Sign-in links work on the machine of the service only",
    meaning: "The link was opened from another machine, through a proxy, or by a name other than the machine's own.",
    remedy: "Open it on the machine of the service as http://127.0.0.1 or localhost, or sign in with an API key.",
  },
  duplicate: {
    status: 409,
    title: "The object already exists",
    meaning: "The organization already has this object, or is still deleting it.",
    remedy: "Use the existing one; after a deletion, try again in a minute.",
  },
  domain_owned: {
    status: 409,
    title: "Another organization owns the domain",
    meaning:
      "The claim is proven, but another organization verified the domain first. Its records are also in DNS, or the operator vouches for it.",
    remedy: "Remove the other organization's records from DNS, then verify again; or ask the operator of the service.",
  },
  limit_reached: {
    status: 409,
    title: "The limit is reached",
    meaning: "The organization has the maximum number of objects of this kind.",
    remedy: "Delete one that is no longer needed, then try again.",
  },
  webhook_inactive: {
    status: 409,
    title: "The webhook is not active",
    meaning: "Events are not queued for a webhook that is not active.",
    remedy: "Set active to true with PUT /api/v1/webhooks/:id, then try again.",
  },
  last_admin_key: {
    status: 409,
    title: "The last key that can manage keys",
    meaning: "Without this key, no further key could be created.",
    remedy: "Create another key with the scope keys:admin first.",
  },
  idempotency_in_flight: {
    status: 409,
    title: "The first request with this idempotency key is still in progress",
    meaning:
      "Two requests with the same Idempotency-Key arrived at the same time, or the first one was lost with its process less than 20 s ago.",
    remedy:
      "Retry the same request after the seconds in Retry-After. It gets the first response; if the first request was lost, it is carried out.",
  },
  verification_failed: {
    status: 422,
    title: "The domain is not verified",
    meaning: "DNS does not have the records that prove the claim; checks shows what was expected and what was found.",
    remedy: "Publish the records of GET /api/v1/domains/:id/dns and verify again; DNS changes can take some minutes.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The idempotency key belongs to another request",
    meaning: "Within the last 24 hours, this Idempotency-Key was sent with a different path, query or body.",
    remedy: "Use a new key for each new request.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning:
      "More requests or exports per minute than the plan allows; see the headers RateLimit and RateLimit-Policy.",
    remedy: "Wait the number of seconds in Retry-After.",
  },
  too_many_questions: {
    status: 429,
    title: "Too many questions are waiting",
    meaning:
      "Your organization has more questions waiting than the service can answer soon. Other organizations are not affected.",
    remedy: "Wait the number of seconds in Retry-After, and ask fewer questions at once.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "The path does not exist, or your organization has no object with this id.",
    remedy: "Check the path and the id; list the objects to see their ids.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the header Allow.",
  },
  too_slow: {
    status: 408,
    title: "The request is too slow",
    meaning:
      "The headers took more than 15 s, or the body more than five minutes. Or an upload stayed below the minimum rate, by default 1 KiB/s, for ten seconds.",
    remedy: "Send it again; send reports in several uploads where the network is slow. No report is stored twice.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    meaning: "The body has more bytes than the operation accepts.",
    remedy: "Send less at once: split an upload into several.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The media type is not supported",
    meaning: "The operation does not accept a body of this Content-Type.",
    remedy: "Send JSON with Content-Type: application/json.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "The service has an unexpected error, logged under request_id.",
    remedy: "Try again; if it persists, report the request_id to the operator of the service.",
  },
  unavailable: {
    status: 503,
    title: "Temporarily unavailable",
    meaning: "A part of the service is unavailable.",
    remedy: "Wait the number of seconds in Retry-After and try again; repeat a POST with the same Idempotency-Key.",
  },
  overloaded: {
    status: 503,
    title: "Too many uploads in progress",
    meaning:
      "Uploads in progress fill the room for uploads, and this organization, key or network holds most of it. Or the upload waited too long to be read.",
    remedy: "Wait the number of seconds in Retry-After and send the upload again; no report is stored twice.",
  },
  question_limit: {
    status: 503,
    title: "The question reached a limit",
    meaning: "The answer takes more time or memory than one question may use. The limits protect other questions.",
    remedy:
      "Ask for fewer days (start_date, end_date), for fewer domains (domain_id), or for one page at a time (page, per_page). After the number of seconds in Retry-After the same question may succeed.",
  },
  dns_unavailable: {
    status: 503,
    title: "DNS does not answer",
    meaning: "The DNS lookups that the request needs failed; nothing was changed.",
    remedy: "Wait the number of seconds in Retry-After and try again.",
  },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;

function isCode(name: string): name is ProblemCode {
  return name in problems;
}

export const codes: readonly ProblemCode[] = Object.keys(problems).filter(isCode);
