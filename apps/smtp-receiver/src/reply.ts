/** A negative reply. smtp-server sends `responseCode` and the message, which begins with the enhanced code of RFC 3463. */
export class SmtpReply extends Error {
  override name = "SmtpReply";
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

export const replies = {
  unknownMailbox: () => new SmtpReply(550, "5.1.1 There is no such mailbox here"),
  reportsOnly: () => new SmtpReply(550, "5.1.1 This server receives DMARC reports only and has no postmaster mailbox"),
  // The reply for mail that another address takes (RFC 5321 section 3.4).
  writeTo: (postmaster: string) =>
    new SmtpReply(551, `5.1.6 This server receives DMARC reports only; please try <${postmaster}>`),
  relay: () => new SmtpReply(550, "5.7.1 This server accepts mail for its own mailboxes only"),
  prober: () => new SmtpReply(421, "4.7.1 Too many unknown recipients; try again later"),
  tooLarge: (bytesMax: number) => new SmtpReply(552, `5.3.4 The message is larger than ${bytesMax} bytes`),
  bareLineEnd: () => new SmtpReply(550, "5.6.11 Lines must end with CRLF; a bare CR or LF is not accepted"),
  noRoom: () => new SmtpReply(452, "4.3.1 Too many messages are in progress; try again later"),
  unprovenNetwork: () =>
    new SmtpReply(452, "4.7.28 Your network may send no more reports without proof of their sender today; sign them"),
  unprovenAddress: () =>
    new SmtpReply(452, "4.7.28 Your server may send no more reports without proof of their sender today; sign them"),
  unprovenDomain: () =>
    new SmtpReply(452, "4.7.28 This domain takes no more reports without proof of their sender today; sign yours"),
  unavailable: () => new SmtpReply(451, "4.3.0 The message could not be stored; try again later"),
  tooManyMessages: () => new SmtpReply(421, "4.7.0 Too many messages on this connection; connect again"),
  tooManyConnections: () => new SmtpReply(421, "4.7.0 Too many connections; try again later"),
  tooSlow: () => new SmtpReply(421, "4.4.2 The connection is too slow"),
  crowded: () => new SmtpReply(421, "4.3.2 The server is busy and this connection was the slowest"),
  stopping: () => new SmtpReply(421, "4.3.2 The server is shutting down"),
} as const;

/** One of each. */
export function listReplies(): readonly SmtpReply[] {
  return Object.values(replies).map((create: (...texts: never[]) => SmtpReply) => create());
}
