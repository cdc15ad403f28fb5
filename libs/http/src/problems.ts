interface Problem {
  readonly status: number;
  readonly title: string;
  /** What it means, for the documentation. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly remedy: string;
}

/** Every code a problem document can carry. Stable: clients switch on it. `/docs/problems` shows this table. */
export const problems = {
  invalid_request: {
    status: 400,
    title: "The request is not valid",
    meaning: "A parameter, a header or the body is not what the operation takes, or the request is not HTTP.",
    remedy: "Correct each place that errors points at by its JSON pointer. The same request would fail again.",
  },
  missing_key: {
    status: 401,
    title: "No API key",
    meaning: "There is no Authorization header, or it is not a bearer key.",
    remedy: "Send the header Authorization: Bearer and your API key.",
  },
  invalid_key: {
    status: 401,
    title: "The API key is not valid",
    meaning: "The key is unknown, expired or revoked.",
    remedy: "Use another key, or have one made by somebody whose key has the scope keys:admin.",
  },
  missing_scope: {
    status: 403,
    title: "The API key lacks a scope",
    meaning: "The key is valid, but may not do this; the detail names the scope.",
    remedy: "Use a key with this scope. A key can give only scopes that it has itself.",
  },
  plan_required: {
    status: 403,
    title: "The plan does not include this",
    meaning: "Webhooks are part of the plan plus and above, CSV of protect and above.",
    remedy: "Change to the plan that the detail names, or do without.",
  },
  duplicate: {
    status: 409,
    title: "It is there already",
    meaning: "The organization has this domain already, or is just deleting it.",
    remedy: "Use the one that is there; after a deletion, try again in a minute.",
  },
  domain_owned: {
    status: 409,
    title: "Another organization owns the domain",
    meaning:
      "The claim is proven, but another organization's was verified before, and is proven in DNS too or vouched for by whoever operates the service.",
    remedy: "Remove the other organization's records from DNS, then verify again; or ask whoever operates the service.",
  },
  limit_reached: {
    status: 409,
    title: "There are as many as there may be",
    meaning: "The organization has as many objects of this kind as are allowed.",
    remedy: "Remove one that is no longer needed, then try again.",
  },
  webhook_inactive: {
    status: 409,
    title: "The webhook is not active",
    meaning: "Nothing is queued for a webhook that is not active.",
    remedy: "Set active to true with PUT /api/v1/webhooks/:id, then try again.",
  },
  last_admin_key: {
    status: 409,
    title: "The last key that can manage keys",
    meaning: "Without this key nobody could make another one.",
    remedy: "Create another key with the scope keys:admin first.",
  },
  idempotency_in_flight: {
    status: 409,
    title: "The first request with this idempotency key is still in hand",
    meaning:
      "Two requests with the same Idempotency-Key came at the same time, or the first one was lost with its process less than 20 s ago.",
    remedy:
      "Wait as many seconds as Retry-After says and send the same request again: it gets the first one's answer, or is carried out itself when the first one was lost.",
  },
  verification_failed: {
    status: 422,
    title: "The domain is not verified",
    meaning: "DNS does not have the records that prove the claim; checks tells what was expected and found for each.",
    remedy: "Publish the records of GET /api/v1/domains/:id/dns and verify again; DNS may take some minutes.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The idempotency key belongs to another request",
    meaning: "Within 24 hours this Idempotency-Key was sent with another path, query or body.",
    remedy: "Use a new key for each new request.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning: "More requests or exports in a minute than the plan has; the headers RateLimit and RateLimit-Policy tell.",
    remedy: "Wait as many seconds as Retry-After says.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    meaning: "There is nothing at this address, or nothing of your organization's with this id.",
    remedy: "Check the id; list the objects to see which there are.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The address exists, but not with this method.",
    remedy: "Use one of the methods in the header Allow.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    meaning: "The body has more bytes than the operation takes.",
    remedy: "Send less at once: split an upload into several.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The media type is not supported",
    meaning: "The operation does not take a body of this Content-Type.",
    remedy: "Send JSON with Content-Type: application/json.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    meaning: "A fault of the service; nothing about it is told, but it is logged under request_id.",
    remedy: "Try again; if it stays, report the request_id to whoever operates the service.",
  },
  unavailable: {
    status: 503,
    title: "Not available at the moment",
    meaning: "A part of the service cannot be reached.",
    remedy: "Wait as many seconds as Retry-After says and try again; a POST with the same Idempotency-Key.",
  },
  overloaded: {
    status: 503,
    title: "Too many uploads are in hand",
    meaning: "The uploads that are being read at the moment take all the memory set aside for them.",
    remedy: "Wait as many seconds as Retry-After says and send the upload again; what was stored is not stored twice.",
  },
  dns_unavailable: {
    status: 503,
    title: "DNS does not answer",
    meaning: "What the answer depends on could not be looked up; nothing was decided, and nothing has changed.",
    remedy: "Wait as many seconds as Retry-After says and try again.",
  },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;

function isCode(name: string): name is ProblemCode {
  return name in problems;
}

export const codes: readonly ProblemCode[] = Object.keys(problems).filter(isCode);
