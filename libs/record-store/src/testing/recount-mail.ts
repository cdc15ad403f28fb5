import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import type { Filter } from "../questions/filter.ts";
import type { DomainContext } from "../questions/mail/read-domain-context.ts";
import type { MailGroup, SourceMail } from "../questions/mail/read-source-mail.ts";
import type { GeneratedReport } from "./generate-reports.ts";
import { recountReports } from "./recount.ts";

/** The mail of each source and what authenticates domains, recomputed from the reports themselves. */

/** The mail of every source about each domain, unordered; every group is told apart, however many a source has. */
export function recountMail(all: readonly GeneratedReport[], filter: Filter): SourceMail[] {
  const sightings = recountReports(all, filter).flatMap(({ row, records }) =>
    records.map((record) => ({ domainId: row.domainId, sourceIp: record.sourceIp, group: toGroup(record) })),
  );
  const mail = Map.groupBy(sightings, ({ domainId, sourceIp }) => `${domainId} ${sourceIp}`);
  return [...mail.values()].map((own) => ({
    domainId: own[0]?.domainId ?? "",
    sourceIp: own[0]?.sourceIp ?? "",
    groups: addUp(own.map(({ group }) => group)),
    rest: { passed: 0, failed: 0, spfAligned: 0, dkimAligned: 0 },
  }));
}

function toGroup({ count, policyEvaluated, identifiers, authResults }: ReportRecord): MailGroup {
  const { reasons } = policyEvaluated;
  const isArc = reasons.some(
    ({ type, comment }) => type === "local_policy" && comment.toLowerCase().includes("arc=pass"),
  );
  const types = reasons.map(({ type }) => type);
  return {
    messages: count,
    headerFrom: identifiers.headerFrom,
    dmarcPass: isDmarcPass(policyEvaluated),
    dkimAligned: policyEvaluated.dkim === "pass",
    spfAligned: policyEvaluated.spf === "pass",
    disposition: policyEvaluated.disposition,
    dkim: authResults.dkim.map(({ domain, result, selector }) => ({ domain, result, ...(selector && { selector }) })),
    spf: authResults.spf.map(({ domain, result }) => ({ domain, result })),
    reasons: isArc ? [...types, "arc"] : types,
  };
}

function addUp(groups: readonly MailGroup[]): MailGroup[] {
  const alike = Map.groupBy(groups, ({ messages: _, ...facts }) => JSON.stringify(facts));
  return [...alike.values()].flatMap((own) => {
    const [first] = own;
    const messages = own.reduce((sum, group) => sum + group.messages, 0);
    return first === undefined || messages === 0 ? [] : [{ ...first, messages }];
  });
}

/** What authenticates a domain's passing mail, without limits. */
export function recountContext(all: readonly GeneratedReport[], domainId: string, filter: Filter): DomainContext {
  const mail = recountMail(all, { ...filter, domainIds: [domainId] });
  const passing = mail.flatMap(({ sourceIp, groups }) =>
    groups.filter(({ dmarcPass }) => dmarcPass).map((group) => ({ sourceIp, ...group })),
  );
  const names = new Map<string, number>();
  for (const group of passing)
    for (const name of new Set(authenticatedBy(group))) names.set(name, (names.get(name) ?? 0) + group.messages);
  const sources = [...Map.groupBy(passing, ({ sourceIp }) => sourceIp)].map(([sourceIp, own]) => {
    const sum = (groups: readonly MailGroup[]) => groups.reduce((total, { messages }) => total + messages, 0);
    const sums = { messages: sum(own), spfAligned: sum(own.filter(({ spfAligned }) => spfAligned)) };
    return { sourceIp, ...sums, signatures: listSignatures(own), spfDomains: listNames(own, "spf") };
  });
  return {
    domainId,
    passingDomains: [...names].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name),
    passingSources: sources.sort((a, b) => b.messages - a.messages),
  };
}

function listNames(groups: readonly MailGroup[], kind: "dkim" | "spf"): string[] {
  const passing = groups
    .flatMap((group) => group[kind])
    .filter(({ result, domain }) => result === "pass" && domain !== "");
  return [...new Set(passing.map(({ domain }) => domain))].sort().slice(0, 10);
}

function listSignatures(groups: readonly MailGroup[]) {
  const passing = groups.flatMap(({ dkim }) => dkim).filter(({ result, domain }) => result === "pass" && domain !== "");
  const distinct = new Map(
    passing.map(({ domain, selector = "" }) => [`${domain}\0${selector}`, { domain, selector }] as const),
  );
  return [...distinct]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, 10)
    .map(([, signature]) => signature);
}

function authenticatedBy({ dkimAligned, spfAligned, dkim, spf }: MailGroup): string[] {
  const results = [...(dkimAligned ? dkim : []), ...(spfAligned ? spf : [])];
  return results.filter(({ result, domain }) => result === "pass" && domain !== "").map(({ domain }) => domain);
}
