import { describeError, isOutage, OutageError, UsageError } from "@ruaflow/runtime/errors";

/** By message: OpenSSL's errors and those of the server have no codes in common. */
const MISCONFIGURATIONS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/altnames/, "Write the server in CLICKHOUSE_URL by a name or address that its certificate contains."],
  [
    /certificate has expired|certificate is not yet valid/,
    "The server's certificate or its authority must be renewed.",
  ],
  [
    /self[- ]signed certificate|issuer certificate|verify the first certificate|certificate signature failure/,
    "Set ca_cert in CLICKHOUSE_URL to the file of the authority that signed the server's certificate.",
  ],
  [
    /alert (?:bad certificate|certificate required|unknown ca|certificate unknown)/,
    "The server asks for a client certificate that it trusts: set client_cert and client_cert_key in CLICKHOUSE_URL.",
  ],
  [
    /wrong version number|packet length too long/,
    "This port does not speak TLS: write its TLS port, usually 8443, or http: in CLICKHOUSE_URL.",
  ],
  [/PEM|key values mismatch|bad base64/, "The files that CLICKHOUSE_URL names must be certificates and keys in PEM."],
  [/Authentication failed|password is incorrect|REQUIRED_PASSWORD/, "Check user and password in CLICKHOUSE_URL."],
];

/** An error of the first request: a sentence about CLICKHOUSE_URL when that is its cause, an outage with its name, or unchanged. */
export function explainConnection(error: unknown): unknown {
  const message = describeError(error).trim();
  const advice = MISCONFIGURATIONS.find(([pattern]) => pattern.test(message))?.[1];
  if (advice !== undefined) return new UsageError(`ClickHouse: ${message}. ${advice}`);
  return isOutage(error) ? new OutageError("ClickHouse", error) : error;
}
