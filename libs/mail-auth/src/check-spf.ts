import { type MailTransfer, toDomainName } from "@ruaflow/dmarc";
import { spf } from "mailauth/lib/spf/index.js";
import type { Resolve } from "./resolver.ts";

/** What SPF says of the SMTP session that transferred a mail. */
export interface SentBy {
  readonly domain: string;
  readonly result: string;
}

/** A forwarder that writes its own domain into MAIL FROM (SRS, Gmail) sends what others wrote. */
const forwarderAddress = /^srs[01][=+-]|[+=]srs[01]?=|\+caf_=|^(?:prvs|btv1)=[^=]*=srs[01]/i;

/**
 * Checks SPF for the domain in MAIL FROM. Without one the session proves nothing: HELO names a host, and what hosts send
 * without a sender are answers to others.
 *
 * @returns `null` when there is no such domain
 */
export async function checkSpf(transfer: MailTransfer | undefined, resolve: Resolve): Promise<SentBy | null> {
  if (transfer === undefined || transfer.mailFrom === "" || forwarderAddress.test(transfer.mailFrom)) return null;
  const { clientAddress: ip, helo, mailFrom: sender } = transfer;
  const { domain, status } = await spf({ ip, helo, sender, mta: "ruaflow", resolver: resolve });
  const name = toDomainName(domain);
  return name === null ? null : { domain: name, result: status.result };
}
