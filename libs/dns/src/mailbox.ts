import { toDomainName } from "@ruaflow/dmarc";

/** The mailbox of a claim: reports sent to it belong to the claim. */
export interface Mailbox {
  readonly mailboxToken: string;
  /** Domain of the report mailboxes. */
  readonly reportDomain: string;
}

export function toMailbox({ mailboxToken, reportDomain }: Mailbox): string {
  return `d-${mailboxToken}@${reportDomain}`;
}

const localPart = /^d-([a-z0-9]+)(?:\+.*)?$/;

/** A recipient's address, read as that of a mailbox. */
export interface Recipient {
  /** Lower-case A-label; `null` if it is not a domain name. */
  readonly domain: string | null;
  /** In lower case; `null` if the local part is not that of a report mailbox. */
  readonly mailboxToken: string | null;
}

/** Reads a recipient. Case is insignificant, as some senders change it, and so is what follows a plus sign. */
export function parseRecipient(address: string): Recipient {
  const at = address.lastIndexOf("@");
  if (at === -1) return { domain: null, mailboxToken: null };
  const local = address.slice(0, at).toLowerCase();
  return { domain: toDomainName(address.slice(at + 1)), mailboxToken: localPart.exec(local)?.[1] ?? null };
}
