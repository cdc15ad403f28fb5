import type { AttemptError } from "./attempt-outcome.ts";

const details: Record<Exclude<AttemptError, "tls" | "url">, string> = {
  address: "The host is at an address that webhooks may not be sent to.",
  dns: "The host has no address, or its name servers do not answer.",
  connect: "The host does not accept connections.",
  timeout: "No complete response arrived in time.",
  answer: "The connection ended before the response was complete.",
};

/** Classifies a failed request. The detail reveals nothing about our network, because tenants read it. */
export function describeFailure(failure: unknown): { readonly error: AttemptError; readonly detail: string } {
  const code = readCode(failure);
  const error = toAttemptError(code, failure);
  if (error !== "tls") return { error, detail: error === "url" ? "" : details[error] };
  return { error, detail: `The TLS connection failed: ${code}.` };
}

function readCode(failure: unknown): string {
  return failure instanceof Error && "code" in failure && typeof failure.code === "string" ? failure.code : "";
}

const connectCodes = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES", "EINVAL"]);
const timeoutCodes = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "ABORT_ERR"]);
/** Codes of Node's resolver, including those for malformed responses. */
const dnsCode =
  /^E(NODATA|FORMERR|SERVFAIL|NOTFOUND|NOTIMP|REFUSED|BADQUERY|BADNAME|BADFAMILY|BADRESP|TIMEOUT|CANCELLED|AI_.*)$/;
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_|PATH_|EPROTO)/;

function toAttemptError(code: string, failure: unknown): AttemptError {
  if (code === "address_refused") return "address";
  if (failure instanceof DOMException || timeoutCodes.has(code)) return "timeout";
  if (connectCodes.has(code)) return "connect";
  if (dnsCode.test(code)) return "dns";
  return tlsCode.test(code) ? "tls" : "answer";
}
