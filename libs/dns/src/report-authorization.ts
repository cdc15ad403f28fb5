import { getDomain } from "tldts";
import { failed, type RecordComparison } from "./compare-records.ts";
import { isDmarcRecord } from "./dmarc-record.ts";
import type { Claim } from "./required-records.ts";
import type { TxtAnswer } from "./txt-lookup.ts";

/**
 * Name of the record by which the report domain agrees to receive reports. Receivers look it up before they send reports
 * about one organization's domain to another organization (RFC 7489, section 7.1). `null` when both domains belong to one
 * organization.
 */
export function toAuthorizationName({ domain, reportDomain }: Pick<Claim, "domain" | "reportDomain">): string | null {
  const own = getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain;
  const ours = getDomain(reportDomain, { allowPrivateDomains: true, validateHostname: false }) ?? reportDomain;
  return own === ours ? null : toRecordName({ domain, reportDomain });
}

function toRecordName({ domain, reportDomain }: Pick<Claim, "domain" | "reportDomain">): string {
  return `${domain}._report._dmarc.${reportDomain}`;
}

/** Requires the authorization. The operator of the service publishes it, usually as a wildcard record. */
export function compareAuthorization(claim: Claim, answer: TxtAnswer): RecordComparison {
  const name = toRecordName(claim);
  const expected = "v=DMARC1";
  if (answer.kind === "failed") return failed(name, expected, answer.reason);
  const found = answer.texts;
  if (found.some(isDmarcRecord)) {
    return {
      name,
      expected,
      found,
      state: "ok",
      detail: `The record at ${name} authorizes us to receive the reports.`,
    };
  }
  const state = found.length === 0 ? "missing" : "different";
  const detail = `Without the record at ${name} receivers send no reports: the operator of Ruaflow must publish it.`;
  return { name, expected, found, state, detail };
}
