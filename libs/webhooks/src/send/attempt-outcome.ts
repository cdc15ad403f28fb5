/**
 * Why an attempt got no complete response.
 *
 * - `url`: webhooks may not be sent to this URL
 * - `address`: the host is at an address that webhooks may not be sent to
 * - `dns`: the host has no address, or its name servers do not answer
 * - `connect`: the host does not accept connections
 * - `tls`: the TLS connection failed, for example because of an untrusted certificate
 * - `timeout`: the time limit of the attempt or of the connection passed
 * - `answer`: the connection broke, or the response was not HTTP
 */
export type AttemptError = "url" | "address" | "dns" | "connect" | "tls" | "timeout" | "answer";

/** The result of one request. */
export interface AttemptOutcome {
  /** `null` when no response began. */
  readonly status: number | null;
  /** `null` when the whole response arrived, whatever its status. */
  readonly error: AttemptError | null;
  /** One sentence about `error` for the webhook's owner; empty without an error. */
  readonly detail: string;
  /** From the first step to the last byte. */
  readonly latencyMs: number;
  /** The delay that `Retry-After` requests (RFC 9110, 10.2.3); `null` without it. */
  readonly retryAfterMs: number | null;
  /** Beginning of the response body, at most 4 KiB. */
  readonly answer: Uint8Array;
}

/** Only a complete response with status 2xx is a success. Redirects are failures and never followed. */
export function isDelivered({ status, error }: Pick<AttemptOutcome, "status" | "error">): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

const GONE = 410;

/** True when the receiver wants no further deliveries (Standard Webhooks 1.0.0). */
export function isGone({ status }: Pick<AttemptOutcome, "status">): boolean {
  return status === GONE;
}
