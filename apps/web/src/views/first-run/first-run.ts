import type { Answer } from "@ruaflow/client";
import type { Filter } from "../../filter/filter.ts";
import type { MailAnswer } from "../home/mail.ts";

type Dns = Answer<"readDomainDns">;

/** Whether the organization has no report on any day, so that an overview would show nothing. */
export function isFirstRun(mail: MailAnswer | undefined, { domainId, client, label }: Filter): boolean {
  const isOfAll = domainId === undefined && client === undefined && label === undefined;
  return isOfAll && mail !== undefined && mail.meta.earliest_day === null;
}

/** Whether what DNS showed proves that the domain is its owner's: POST /domains/:id/verify asks for no more. */
export function isProvable({ dmarc, verification }: Dns["meta"]["published"]): boolean {
  return dmarc.state === "ok" || (verification.state === "ok" && dmarc.found.length > 0);
}

/** The mailbox that a DMARC record sends its reports to; `null` while the service does not receive mail. */
export function readMailbox({ data, meta }: Dns): string | null {
  if (meta.warnings.length > 0) return null;
  return /rua=mailto:([^,;!\s]+)/.exec(data.dmarc.value)?.[1] ?? null;
}
