import { OutageError } from "@ruaflow/runtime/errors";

/** How the domain of a mail's From address is proven. */
export type ProvenBy = "dmarc" | "dkim" | "spf" | "none";

/** Why it is not proven. */
export type MailReason =
  | "no-from"
  | "no-signature"
  | "bad-signature"
  | "unaligned"
  | "unsigned-structure"
  | "ambiguous"
  | "answer"
  | "list"
  | "quoted"
  | "too-costly"
  | "dns-failure";

/** The signature or the SMTP session that proves a domain. */
export interface MailProof {
  readonly kind: "dkim" | "spf";
  /** The signing domain, or the one that SPF was checked for. */
  readonly domain: string;
  /** Of the key; `null` for SPF. */
  readonly selector: string | null;
  /** Names of the signed fields in lower case; none for SPF, which vouches for all that was transferred. */
  readonly signedFields: readonly string[];
}

/** What is proven of a mail. Plain data, kept with the submission: what an older one lacks is `null`. */
export interface MailAuthentication {
  readonly provenBy: ProvenBy;
  /** `null` when the domain is proven. */
  readonly reason: MailReason | null;
  /** Domain of the From address as a lower-case A-label; `null` without exactly one. */
  readonly fromDomain: string | null;
  /** The From address, its domain as in `fromDomain`; `null` without exactly one. */
  readonly fromAddress: string | null;
  /**
   * The domain that the From domain belongs to: its organizational domain, or a name below that which speaks for itself alone. Absent
   * if nothing is proven, and in what earlier releases kept.
   */
  readonly ownDomain?: string;
  /** What proves the domain; `null` when nothing does. */
  readonly proof: MailProof | null;
  /** The subject, decoded. */
  readonly subject: string;
}

/** The result for a mail of which nothing is known but why it is not proven. */
export function createUnproven(reason: MailReason): MailAuthentication {
  return { provenBy: "none", reason, fromDomain: null, fromAddress: null, proof: null, subject: "" };
}

/** A result as it was kept, also by a release that knew fewer fields. */
export function restoreAuthentication(kept: Partial<MailAuthentication>): MailAuthentication {
  return { ...createUnproven("no-signature"), reason: null, ...kept };
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
