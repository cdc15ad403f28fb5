/**
 * Why no whole answer came.
 *
 * - `url`: the URL is none that webhooks may be sent to
 * - `address`: the host is at an address that webhooks may not be sent to
 * - `dns`: the host has no address, or its name servers do not answer
 * - `connect`: nobody accepts connections there
 * - `tls`: no secure connection, a certificate that cannot be trusted for example
 * - `timeout`: the deadline passed, or that of connecting
 * - `answer`: the connection broke, or what came was not HTTP
 */
export type AttemptError = "url" | "address" | "dns" | "connect" | "tls" | "timeout" | "answer";

/** What became of one request. */
export interface AttemptOutcome {
  /** `null` when no answer began. */
  readonly status: number | null;
  /** `null` when the whole answer came, whatever its status. */
  readonly error: AttemptError | null;
  /** One sentence about `error` for whoever owns the webhook; empty without one. */
  readonly detail: string;
  /** From the first step to the last byte. */
  readonly latencyMs: number;
  /** What `Retry-After` asks for (RFC 9110, 10.2.3); `null` without it. */
  readonly retryAfterMs: number | null;
  /** Beginning of the answer's body, at most 4 KiB. */
  readonly answer: Uint8Array;
}

/** Only a whole answer with a status of 2xx is a success: a redirect is none, it is never followed. */
export function isDelivered({ status, error }: Pick<AttemptOutcome, "status" | "error">): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

const GONE = 410;

/** True when the receiver says that it wants no more of this, ever (Standard Webhooks 1.0.0). */
export function isGone({ status }: Pick<AttemptOutcome, "status">): boolean {
  return status === GONE;
}
