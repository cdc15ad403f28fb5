import type { DkimAuthResult, ReportHeader, ReportRecord, SpfAuthResult } from "../report.ts";

/**
 * Form 1 of a report's content. The hash of every stored report is of these bytes, so they never change, and nothing that may
 * change is used to make them. What a report has beyond them is for a form of its own.
 */
export const form1 = { encodeRecord, encodeHeader };

function encodeRecord({ ordinal, sourceIp, count, policyEvaluated, identifiers, authResults }: ReportRecord): string {
  const { disposition, dkim: dkimAlignment, spf: spfAlignment, reasons } = policyEvaluated;
  const { dkim, spf } = authResults;
  const json = encodeJson([
    ordinal,
    sourceIp,
    count,
    disposition,
    dkimAlignment,
    spfAlignment,
    dkimAlignment === "pass" || spfAlignment === "pass",
    toOneResult(dkim),
    toOneResult(spf),
    identifiers.headerFrom,
    identifiers.envelopeFrom,
    identifiers.envelopeTo,
    reasons.map(({ type }) => type),
    reasons.map(({ comment }) => comment),
    dkim.map(({ domain }) => domain),
    dkim.map(({ selector }) => selector),
    dkim.map(({ result }) => result),
    dkim.map(({ humanResult }) => humanResult),
    spf.map(({ domain }) => domain),
    spf.map(({ scope }) => scope),
    spf.map(({ result }) => result),
    spf.map(({ humanResult }) => humanResult),
  ]);
  return json.slice(1, -1);
}

function toOneResult(results: readonly (DkimAuthResult | SpfAuthResult)[]): string {
  return results.some(({ result }) => result === "pass") ? "pass" : (results[0]?.result ?? "none");
}

/** Half a surrogate pair in a record is U+FFFD, which is what ClickHouse can store; in the policy it is an escape. */
function encodeJson(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  return json.includes("\\ud") ? JSON.stringify(values, toWellFormed) : json;
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

function encodeHeader({ policyPublished }: ReportHeader): string {
  const { domain, p, sp, np, adkim, aspf, pct, fo, testing, discoveryMethod } = policyPublished;
  return JSON.stringify({ domain, p, sp, np, adkim, aspf, pct, fo, testing, discoveryMethod });
}
