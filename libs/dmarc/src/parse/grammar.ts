/**
 * The elements of RFC 7489 appendix C and RFC 9990 as one tree. Order, namespaces and prefixes do not matter; what is
 * not in the tree is ignored with a warning.
 */

/** Where the text of a field waits until its parent ends. `""` in the values: empty; `null`: absent. */
export const slots = {
  version: 0,
  orgName: 1,
  email: 2,
  extraContactInfo: 3,
  reportId: 4,
  begin: 5,
  end: 6,
  error: 7,
  generator: 8,
  domain: 9,
  p: 10,
  sp: 11,
  np: 12,
  adkim: 13,
  aspf: 14,
  pct: 15,
  fo: 16,
  testing: 17,
  discoveryMethod: 18,
  sourceIp: 19,
  count: 20,
  disposition: 21,
  evaluatedDkim: 22,
  evaluatedSpf: 23,
  headerFrom: 24,
  envelopeFrom: 25,
  envelopeTo: 26,
  reasonType: 27,
  reasonComment: 28,
  dkimDomain: 29,
  dkimSelector: 30,
  dkimResult: 31,
  dkimHumanResult: 32,
  spfDomain: 33,
  spfScope: 34,
  spfResult: 35,
  spfHumanResult: 36,
} as const;

export const SLOT_COUNT = 37;
/** The slots of a record, all emptied at its end. */
export const firstRecordSlot = slots.sourceIp;

export type Field = {
  readonly kind: "field";
  readonly path: string;
  readonly slot: number;
  /** Cut at the limit, where a field that too much depends on (an identity, a record's value) is refused. */
  readonly isFreeText: boolean;
};

/** Which part of a report is complete at the end tag. */
export type PartEnd = "none" | "reason" | "dkim" | "spf" | "record" | "report";

export type Container = {
  readonly kind: "container";
  readonly path: string;
  readonly ends: PartEnd;
  readonly children: ReadonlyMap<string, Child>;
  /** The name it should have had. */
  readonly misnamedFor?: string;
};

/** An element that is known and not needed, with all it contains. */
export type Ignored = { readonly kind: "ignored"; readonly path: string };

/** A child and the end tag that it has when its name has no prefix. */
export type Child = { readonly element: ReportElement; readonly endTag: string };

export type ReportElement = Field | Container | Ignored;

type Children = Record<string, ReportElement>;

const reportNames = new Set(["feedback"]);

function field(path: string, slot: number): Field {
  return { kind: "field", path, slot, isFreeText: false };
}

function freeText(path: string, slot: number): Field {
  return { kind: "field", path, slot, isFreeText: true };
}

function container(path: string, ends: PartEnd, children: Children): Container {
  const entries = Object.entries(children);
  for (const [name] of entries) reportNames.add(name);
  return {
    kind: "container",
    path,
    ends,
    children: new Map(entries.map(([name, element]) => [name, toChild(name, element)])),
  };
}

function toChild(name: string, element: ReportElement): Child {
  return { element, endTag: `</${name}>` };
}

const dateRange = container("report_metadata/date_range", "none", {
  begin: field("report_metadata/date_range/begin", slots.begin),
  end: field("report_metadata/date_range/end", slots.end),
});

const reportMetadata = container("report_metadata", "none", {
  org_name: field("report_metadata/org_name", slots.orgName),
  email: freeText("report_metadata/email", slots.email),
  extra_contact_info: freeText("report_metadata/extra_contact_info", slots.extraContactInfo),
  report_id: field("report_metadata/report_id", slots.reportId),
  date_range: dateRange,
  error: freeText("report_metadata/error", slots.error),
  generator: freeText("report_metadata/generator", slots.generator),
});

const policyPublished = container("policy_published", "none", {
  domain: field("policy_published/domain", slots.domain),
  p: freeText("policy_published/p", slots.p),
  sp: freeText("policy_published/sp", slots.sp),
  np: freeText("policy_published/np", slots.np),
  adkim: freeText("policy_published/adkim", slots.adkim),
  aspf: freeText("policy_published/aspf", slots.aspf),
  pct: freeText("policy_published/pct", slots.pct),
  fo: freeText("policy_published/fo", slots.fo),
  testing: freeText("policy_published/testing", slots.testing),
  discovery_method: freeText("policy_published/discovery_method", slots.discoveryMethod),
});

const policyEvaluated = container("record/row/policy_evaluated", "none", {
  disposition: field("record/row/policy_evaluated/disposition", slots.disposition),
  dkim: field("record/row/policy_evaluated/dkim", slots.evaluatedDkim),
  spf: field("record/row/policy_evaluated/spf", slots.evaluatedSpf),
  reason: container("record/row/policy_evaluated/reason", "reason", {
    type: field("record/row/policy_evaluated/reason/type", slots.reasonType),
    comment: freeText("record/row/policy_evaluated/reason/comment", slots.reasonComment),
  }),
});

const row = container("record/row", "none", {
  source_ip: field("record/row/source_ip", slots.sourceIp),
  count: field("record/row/count", slots.count),
  policy_evaluated: policyEvaluated,
});

const identifiers = container("record/identifiers", "none", {
  header_from: field("record/identifiers/header_from", slots.headerFrom),
  envelope_from: field("record/identifiers/envelope_from", slots.envelopeFrom),
  envelope_to: field("record/identifiers/envelope_to", slots.envelopeTo),
});

const authResults = container("record/auth_results", "none", {
  dkim: container("record/auth_results/dkim", "dkim", {
    domain: field("record/auth_results/dkim/domain", slots.dkimDomain),
    selector: field("record/auth_results/dkim/selector", slots.dkimSelector),
    result: field("record/auth_results/dkim/result", slots.dkimResult),
    human_result: freeText("record/auth_results/dkim/human_result", slots.dkimHumanResult),
  }),
  spf: container("record/auth_results/spf", "spf", {
    domain: field("record/auth_results/spf/domain", slots.spfDomain),
    scope: field("record/auth_results/spf/scope", slots.spfScope),
    result: field("record/auth_results/spf/result", slots.spfResult),
    human_result: freeText("record/auth_results/spf/human_result", slots.spfHumanResult),
  }),
});

/** The root of every report. */
export const feedback = container("", "report", {
  version: freeText("version", slots.version),
  report_metadata: reportMetadata,
  policy_published: policyPublished,
  record: container("record", "record", {
    row,
    identifiers,
    // As Google wrote until 2012, and three reporters of 2025 do.
    identities: { ...identifiers, misnamedFor: "identifiers" },
    auth_results: authResults,
  }),
  // RFC 9990: extensions that are not understood are ignored.
  extension: { kind: "ignored", path: "extension" },
  extensions: { kind: "ignored", path: "extensions" },
});

/** An element of no schema, or one around the report. */
export const unknownElement: Ignored = { kind: "ignored", path: "" };

/** An element of a report, at whatever place. */
export function isReportName(name: string): boolean {
  return reportNames.has(name);
}

/** The name without its namespace prefix. */
export function toLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
