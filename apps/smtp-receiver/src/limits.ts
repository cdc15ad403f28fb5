/** Bounds on clients, which are anyone on the internet. */
export interface SmtpLimits {
  /** Size of a message as RFC 1870 counts it: without the dots that SMTP adds. */
  readonly messageBytesMax: number;
  readonly recipientsMax: number;
  readonly messagesPerConnectionMax: number;
  /** Connections from one address (IPv6: one /64) at a time. */
  readonly connectionsPerAddressMax: number;
  readonly connectionsMax: number;
  /** A connection that is silent for this long is closed. */
  readonly idleMsMax: number;
  /** Time from the connection or the last message to the end of the next message. */
  readonly transactionMsMax: number;
  readonly commandBytesMax: number;
  /** Unknown recipients that one address may name in `unknownRecipientsWindowMs`. */
  readonly unknownRecipientsMax: number;
  readonly unknownRecipientsWindowMs: number;
  /** How long a client that has sent its message waits for the stores; then it is told to try again. */
  readonly storeWaitMsMax: number;
  /** How long a stop waits for messages in progress. */
  readonly stopMsMax: number;
}

const KIB = 1024;
const MINUTE_MS = 60_000;

/** What no setting changes. */
export const SMTP_LIMITS: SmtpLimits = {
  messageBytesMax: 20 * KIB * KIB,
  recipientsMax: 10,
  messagesPerConnectionMax: 50,
  connectionsPerAddressMax: 20,
  connectionsMax: 1000,
  idleMsMax: MINUTE_MS,
  transactionMsMax: 5 * MINUTE_MS,
  commandBytesMax: 4 * KIB,
  unknownRecipientsMax: 100,
  unknownRecipientsWindowMs: 10 * MINUTE_MS,
  // Senders wait ten minutes for this reply (RFC 5321 section 4.5.3.2.6), but connections are few.
  storeWaitMsMax: MINUTE_MS,
  // Less than the 25 s that a process has to stop.
  stopMsMax: 10_000,
};
