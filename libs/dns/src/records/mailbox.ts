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

/** A mail address without quoted local part (RFC 5321, section 4.1.2), as it is in most rua. */
export const MAIL_ADDRESS = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$";

/** Longest mail address in characters (RFC 5321, section 4.5.3.1.3). */
export const MAIL_ADDRESS_CHARS_MAX = 254;

/** Reads an address that other services receive reports at: in lower case; `null` if it is not a mail address. */
export function readMailAddress(text: string): string | null {
  const isAddress = text.length <= MAIL_ADDRESS_CHARS_MAX && new RegExp(MAIL_ADDRESS).test(text);
  return isAddress ? text.toLowerCase() : null;
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
