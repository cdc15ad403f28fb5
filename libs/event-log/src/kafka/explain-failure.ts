import { describeError, UsageError } from "@ruaflow/runtime/errors";
import { adviseOnTls } from "@ruaflow/runtime/tls";

/** What an operator can do about a failure, with the names of the settings concerned. */
export interface Explanation {
  readonly advice: string;
  /** Waiting does not help: the settings, or those of the broker, must change. */
  readonly isMisconfiguration: boolean;
}

type Row = readonly [pattern: RegExp, advice: string];

const TLS_ADVICE = {
  name: "Write the brokers in KAFKA_BROKERS by a name or address that their certificates contain.",
  expired: "The broker's certificate or KAFKA_TLS_CA must be renewed.",
  authority: "Set KAFKA_TLS_CA, or KAFKA_TLS_CA_FILE, to the authority that signed the broker's certificate.",
  clientCertificate: "The broker asks for a client certificate that it trusts: set KAFKA_TLS_CERT and KAFKA_TLS_KEY.",
  plain: "This port of KAFKA_BROKERS does not speak TLS: use its TLS port, or set KAFKA_TLS=false.",
};

/** By message, because the lines that kafkajs logs have no codes. */
const MISCONFIGURATIONS: readonly Row[] = [
  [
    /mechanism is not supported|not support the requested SASL mechanism/,
    "Set KAFKA_SASL_MECHANISM to one that the broker has enabled.",
  ],
  [/\bSASL\b|authentication failed/i, "Check KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and KAFKA_SASL_MECHANISM."],
  [/requires TLS/, "This port of KAFKA_BROKERS speaks TLS: set KAFKA_TLS=true."],
];

const OUTAGES: readonly Row[] = [
  // A port without TLS ends the connection like this, but so does a broker that stops during the handshake.
  [
    /before secure TLS connection/,
    "Check that the brokers run, and that this port of KAFKA_BROKERS speaks TLS: use its TLS port, or set KAFKA_TLS=false.",
  ],
  [/ENOTFOUND|EAI_AGAIN/, "Check the host names in KAFKA_BROKERS."],
  [
    /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|closed|timeout|timed out/i,
    "Check that the brokers run; then KAFKA_BROKERS, KAFKA_TLS and KAFKA_SASL_MECHANISM.",
  ],
];

/** `null` for a message that no setting explains. */
export function explainFailure(message: string): Explanation | null {
  const find = (rows: readonly Row[]) => rows.find(([pattern]) => pattern.test(message))?.[1];
  const mistake = find(MISCONFIGURATIONS) ?? adviseOnTls(message, TLS_ADVICE);
  if (mistake !== undefined) return { advice: mistake, isMisconfiguration: true };
  const outage = find(OUTAGES);
  return outage === undefined ? null : { advice: outage, isMisconfiguration: false };
}

/** An error of the first connection, as a sentence about the settings when they are its cause. */
export function explainAtStart(error: unknown): unknown {
  const message = describeError(error);
  const explanation = explainFailure(message);
  return explanation?.isMisconfiguration ? new UsageError(`Kafka: ${message}. ${explanation.advice}`) : error;
}
