import { getDomain } from "tldts";
import { failed, type RecordComparison } from "./compare-records.ts";
import { isDmarcRecord } from "./dmarc-record.ts";
import type { Claim } from "./required-records.ts";
import type { TxtAnswer } from "./txt-lookup.ts";

/**
 * Name of the record by which we, who receive the reports, agree to it: receivers look for it before they send reports of
 * one organization's domain to another's (RFC 7489, section 7.1). `null` when both are of one organization.
 */
export function toAuthorizationName({ domain, reportDomain }: Pick<Claim, "domain" | "reportDomain">): string | null {
  const own = getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain;
  const ours = getDomain(reportDomain, { allowPrivateDomains: true, validateHostname: false }) ?? reportDomain;
  return own === ours ? null : `${domain}._report._dmarc.${reportDomain}`;
}

/** Whether receivers find our agreement at `name`; publishing it is the operator's task, mostly as a wildcard. */
export function compareAuthorization(name: string, answer: TxtAnswer): RecordComparison {
  const expected = "v=DMARC1";
  if (answer.kind === "failed") return failed(name, expected, answer.reason);
  const found = answer.texts;
  if (found.some(isDmarcRecord)) {
    return { name, expected, found, state: "ok", detail: `Receivers find at ${name} that we take the reports.` };
  }
  const state = found.length === 0 ? "missing" : "different";
  const detail = `Without the record at ${name} receivers send no reports: whoever operates Ruaflow must publish it.`;
  return { name, expected, found, state, detail };
}
