import type { Dns } from "../txt-lookup.ts";
import { resemblesDmarcRecord } from "./dmarc-faults.ts";
import { isMtaStsRecord } from "./mta-sts-record.ts";
import type { Claim } from "./required-records.ts";
import type { MisplacedRecord, SeenRecord, WatchedRecord } from "./seen-record.ts";

/** Which texts at a wrong name are the record. */
const resembles: Readonly<Record<WatchedRecord, (text: string, claim: Claim) => boolean>> = {
  dmarc: resemblesDmarcRecord,
  mta_sts: isMtaStsRecord,
  verification: (text, { verificationToken }) => text.includes(verificationToken),
  report_authorization: resemblesDmarcRecord,
};

/**
 * Looks for a record that is not published at its name, at the names where it is published by mistake: with the domain's name twice,
 * as providers make of a full name in their form, and at the domain itself. `null`: it is at neither, or DNS did not answer.
 */
export async function findMisplaced(
  dns: Dns,
  claim: Claim,
  { record, host }: Pick<SeenRecord, "record" | "host">,
): Promise<MisplacedRecord | null> {
  const zone = record === "report_authorization" ? claim.reportDomain : claim.domain;
  const hosts = [`${host}.${zone}`, ...(record === "dmarc" ? [claim.domain] : [])];
  const answers = await Promise.all(hosts.map((name) => dns.lookUpTxt(name)));
  for (const [index, answer] of answers.entries()) {
    const texts = answer.kind === "answered" ? answer.texts.filter((text) => resembles[record](text, claim)) : [];
    const found = hosts[index];
    if (texts.length > 0 && found !== undefined) return { host: found, texts };
  }
  return null;
}
