import { getDomain } from "tldts";
import { describeMisplaced, failed, type RecordComparison, type SeenAnswer } from "./compare-records.ts";
import { describeIgnored, resemblesDmarcRecord } from "./dmarc-faults.ts";
import { isDmarcRecord } from "./dmarc-record.ts";
import type { Claim } from "./required-records.ts";

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
export function compareAuthorization(claim: Claim, { answer, misplaced }: SeenAnswer): RecordComparison {
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
  const near = found.find(resemblesDmarcRecord);
  const state = found.length === 0 ? "missing" : "different";
  if (misplaced !== undefined) return describeMisplaced({ name, expected, misplaced });
  const fault = near ? ` Receivers ignore the one that is published: ${describeIgnored(near)}.` : "";
  const detail = `Without the record at ${name} receivers send no reports: the operator of Ruaflow must publish it.${fault}`;
  return { name, expected, found, state, detail };
}
