import { describeError, isOutage, OutageError, UsageError } from "@ruaflow/runtime/errors";
import { adviseOnTls } from "@ruaflow/runtime/tls";

const TLS_ADVICE = {
  name: "Write the server in CLICKHOUSE_URL by a name or address that its certificate contains.",
  expired: "The server's certificate or its authority must be renewed.",
  authority: "Set ca_cert in CLICKHOUSE_URL to the file of the authority that signed the server's certificate.",
  clientCertificate:
    "The server asks for a client certificate that it trusts: set client_cert and client_cert_key in CLICKHOUSE_URL.",
  plain: "This port does not speak TLS: write its TLS port, usually 8443, or http: in CLICKHOUSE_URL.",
  pem: "The files that CLICKHOUSE_URL names must be certificates and keys in PEM.",
};

/** Answers of the server about its user. */
const REFUSED_LOGIN = /Authentication failed|password is incorrect|REQUIRED_PASSWORD/;

/** An error of the first request: a sentence about CLICKHOUSE_URL when that is its cause, an outage with its name, or unchanged. */
export function explainConnection(error: unknown): unknown {
  const message = describeError(error).trim();
  const advice =
    adviseOnTls(message, TLS_ADVICE) ??
    (REFUSED_LOGIN.test(message) ? "Check user and password in CLICKHOUSE_URL." : undefined);
  if (advice !== undefined) return new UsageError(`ClickHouse: ${message}. ${advice}`);
  return isOutage(error) ? new OutageError("ClickHouse", error) : error;
}
