import type { ReportMessageFacts } from "../message/message-schema.ts";
import type { ReportHeader, ReportRecord } from "../report.ts";

/** A value of which any part may be left out. Arrays are whole, of items of which any part may be left out. */
export type DeepPartial<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: DeepPartial<Value[Key]> }
    : Value;

/** A failing message of one source with default values and these changes. A new field of a record gets its default here alone. */
export function aRecord(changes: DeepPartial<ReportRecord> = {}): ReportRecord {
  const { policyEvaluated, identifiers, authResults, ...rest } = changes;
  const reasons = policyEvaluated?.reasons ?? [];
  const { dkim = [], spf = [] } = authResults ?? {};
  return {
    ordinal: 0,
    sourceIp: "192.0.2.1",
    count: 1,
    ...rest,
    policyEvaluated: {
      disposition: "none",
      dkim: "fail",
      spf: "fail",
      ...policyEvaluated,
      reasons: reasons.map((reason) => ({ type: "", comment: "", ...reason })),
    },
    identifiers: { headerFrom: "example.com", envelopeFrom: null, envelopeTo: null, ...identifiers },
    authResults: {
      dkim: dkim.map((result) => ({ domain: "", selector: "", result: "", humanResult: "", ...result })),
      spf: spf.map((result) => ({ domain: "", scope: "", result: "", humanResult: "", ...result })),
    },
  };
}

/** A header with everything absent that may be, and these changes. */
export function aHeader(changes: DeepPartial<ReportHeader> = {}): ReportMessageFacts["header"] {
  const { dateRange, policyPublished, errors = [], ...rest } = changes;
  return {
    reporter: "example reporter",
    email: null,
    extraContactInfo: null,
    reportId: "1",
    version: null,
    namespace: "",
    generator: null,
    ...rest,
    errors: [...errors],
    dateRange: { begin: 1_770_076_800, end: 1_770_163_199, ...dateRange },
    policyPublished: {
      domain: "example.com",
      p: "none",
      sp: null,
      np: null,
      adkim: null,
      aspf: null,
      pct: null,
      fo: null,
      testing: null,
      discoveryMethod: null,
      ...policyPublished,
    },
  };
}
