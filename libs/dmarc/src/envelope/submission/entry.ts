import type { EnvelopeRefusal } from "./refusal.ts";

/**
 * What a submission turned out to hold.
 *
 * `path` says where it was, outermost first, for people: `mail.eml > google.zip > google.com!example.org!1!2.xml`.
 * Its length is bounded and it has no control characters, yet its words are the sender's.
 */
export type EnvelopeEntry = EnvelopeDocument | RefusedEntry | NotAggregateEntry;

/**
 * The innermost mail around a document: the submission itself, or the bytes of a mail inside it. No bytes: the document is
 * quoted or enclosed there, so that no mail's sender says that it is theirs.
 */
export type EnclosingMail = "submission" | Uint8Array;

/** What deviates in the containers around a document: a mail in UTF-16, although a mail is ASCII (RFC 5322, section 2.1). */
export type EnvelopeWarning = "mail-in-utf-16";

export interface EnvelopeDocument {
  readonly kind: "document";
  readonly path: string;
  /** `null` when no mail is around it. Valid until the next entry is asked for. */
  readonly mail: EnclosingMail | null;
  /** The encoding by the header of the mail part that the document is; for what does not say it itself. `null`: none. */
  readonly charset: string | null;
  /** To be added to the warnings on the report in the document. */
  readonly warnings: readonly EnvelopeWarning[];
  /**
   * The bytes of one XML document, to be read once and before the next entry is asked for; they may be left unread.
   * Throws `EnvelopeError` when the rest cannot be had: the document must then be refused with that error's reason,
   * even if all of its XML seemed to be there. It is not reported a second time as a refused entry.
   */
  readonly xml: AsyncIterable<Uint8Array>;
}

export interface RefusedEntry {
  readonly kind: "refused";
  readonly path: string;
  readonly reason: EnvelopeRefusal;
  /** What is wrong and what to do, in sentences for people. */
  readonly detail: string;
}

export type NotAggregateKind = "tls-report" | "failure-report" | "complaint" | "no-report";

/** Readable, but not an aggregate report. A container is `no-report` only if it contains nothing else. */
export interface NotAggregateEntry {
  readonly kind: "not-aggregate";
  readonly path: string;
  readonly what: NotAggregateKind;
  /** The domain that a TLS report, a failure report or a complaint is about, as a lower-case A-label; `null` if it does not say. */
  readonly domain: string | null;
  readonly detail: string;
}
