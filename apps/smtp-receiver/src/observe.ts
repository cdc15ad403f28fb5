import type { Metrics } from "@ruaflow/runtime/metrics";
import { listReplies, type SmtpReply } from "./reply.ts";

const closeReasons = [
  "line-ends",
  "too-large",
  "too-slow",
  "crowded",
  "too-many-connections",
  "unavailable",
  "stopping",
] as const;

/** Why the receiver closed a connection. */
export type CloseReason = (typeof closeReasons)[number];

export interface SmtpMetrics {
  countConnection(): void;
  countClosed(reason: CloseReason): void;
  /** @param outcome the reply; `null`: the client left before the end of its message */
  countMessage(outcome: SmtpReply | 250 | null): void;
  countBytes(bytes: number): void;
  countRejectedRecipient(reply: SmtpReply): void;
}

export function createSmtpMetrics(metrics: Metrics, countOpen: () => number): SmtpMetrics {
  const connections = metrics.counter("ruaflow_smtp_connections_total", "SMTP connections that were admitted.");
  const closed = metrics.counter("ruaflow_smtp_closed_total", "SMTP connections that the receiver closed.", {
    reason: closeReasons,
  });
  const code = listReplies().map(toLabel);
  const messages = metrics.counter("ruaflow_smtp_messages_total", "Messages by reply code; aborted: the client left.", {
    code: [toLabel(250), toLabel(null), ...code],
  });
  const bytes = metrics.counter("ruaflow_smtp_received_bytes_total", "Bytes received over SMTP, after decryption.");
  const rejected = metrics.counter("ruaflow_smtp_rejected_recipients_total", "Refused recipients by reply code.", {
    code,
  });
  metrics.gauge("ruaflow_smtp_connections", "Open SMTP connections.", countOpen);
  return {
    countConnection: () => connections.inc({}),
    countClosed: (reason) => closed.inc({ reason }),
    countMessage: (outcome) => messages.inc({ code: toLabel(outcome) }),
    countBytes: (count) => bytes.inc({}, count),
    countRejectedRecipient: (reply) => rejected.inc({ code: toLabel(reply) }),
  };
}

/** The end of the validity of the certificate in use, to renew it in time. */
export function observeCertificate(metrics: Metrics, readExpiry: () => Date): void {
  const help = "When the certificate for STARTTLS expires, in seconds since 1970.";
  metrics.gauge("ruaflow_smtp_certificate_expiry_timestamp_seconds", help, () => readExpiry().getTime() / 1000);
}

/** `550 5.1.1`: the reply's code, with the enhanced code that its text begins with. */
function toLabel(outcome: SmtpReply | 250 | null): string {
  if (outcome === null) return "aborted";
  if (outcome === 250) return "250";
  return `${outcome.responseCode} ${outcome.message.split(" ", 1)[0]}`;
}
