import type { Channel } from "@ruaflow/report";

/** The SMTP session that transferred a mail: what SPF checks (RFC 7208 section 2). */
export interface MailTransfer {
  /** Address of the sending host. */
  readonly clientAddress: string;
  /** Argument of HELO or EHLO. */
  readonly helo: string;
  /** Argument of MAIL FROM without angle brackets; empty for the null sender. */
  readonly mailFrom: string;
}

/** Bytes as they arrived, before anything is known about them. */
export interface Submission {
  /** `sub_` and a unique suffix. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly channel: Channel;
  /** File name or the like, shown to people and never trusted. */
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Only for mail that was received by SMTP. */
  readonly transfer?: MailTransfer;
}
