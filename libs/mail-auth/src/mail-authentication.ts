import { OutageError } from "@ruaflow/runtime/errors";

/** How the domain of a mail's From address is proven. */
export type ProvenBy = "dmarc" | "dkim" | "spf" | "none";

/** Why it is not proven. */
export type MailReason = "no-from" | "no-signature" | "bad-signature" | "unaligned" | "too-costly" | "dns-failure";

/** What is proven of a mail. Plain data. */
export interface MailAuthentication {
  readonly provenBy: ProvenBy;
  /** `null` when the domain is proven. */
  readonly reason: MailReason | null;
  /** Domain of the From address as a lower-case A-label; `null` without exactly one. */
  readonly fromDomain: string | null;
  /** The subject as written. */
  readonly subject: string;
}

/** DNS did not answer, and its answer could prove who sent the mail: try again later. */
export class MailAuthOutageError extends OutageError {
  override readonly name = "MailAuthOutageError";
  /** Names without an answer. */
  readonly names: readonly string[];

  constructor(names: Iterable<string>) {
    const list = [...names];
    super("DNS", new Error(`no answer for ${list.join(", ")}`));
    this.names = list;
  }
}
