import { BlockList, isIPv4 } from "node:net";
import { isDmarcPass, type ReportRecord } from "@ruaflow/report";
import type { RecordFilter, recordFilters } from "../questions/record-filters.ts";
import type { AddressRange } from "../questions/source-conditions.ts";
import type { VerdictColumn } from "../questions/verdict-condition.ts";

/** A filter in plain code, to compare its SQL with. */
interface FilterCase<Value> {
  /** A value that the record fits, if it has one. @param bits 0 to 32 */
  sample(record: ReportRecord, bits: number): Value;
  /** @param wanted the whole filter */
  fits(record: ReportRecord, value: Value, wanted: RecordFilter): boolean;
}

/**
 * What a record itself tells: the compiler asks for a case of each. Facts about sources and verdicts are tested with groups, reporters
 * with lists of records.
 */
type Member = Exclude<keyof typeof recordFilters, "sourceOrganization" | "country" | "reporter" | VerdictColumn>;

const filterCases: { readonly [Name in Member]: FilterCase<NonNullable<RecordFilter[Name]>> } = {
  sourceIp: {
    sample: ({ sourceIp }, bits) => ({
      address: sourceIp,
      prefixLength: sourceIp.includes(":") ? 4 + bits * 3 : bits,
    }),
    fits: ({ sourceIp }, range) => isInRange(sourceIp, range),
  },
  headerFrom: {
    sample: ({ identifiers }) => identifiers.headerFrom,
    fits: ({ identifiers }, domain) => identifiers.headerFrom === domain,
  },
  selector: {
    sample: ({ authResults }) => authResults.dkim[0]?.selector.toUpperCase() ?? "none",
    fits: (record, _, wanted) => isSigned(record, wanted),
  },
  dkimDomain: {
    sample: ({ authResults }) => authResults.dkim[0]?.domain ?? "none.example",
    fits: (record, _, wanted) => isSigned(record, wanted),
  },
  spfDomain: {
    sample: ({ authResults }) => authResults.spf[0]?.domain ?? "none.example",
    fits: ({ authResults }, wanted) => authResults.spf.some(({ domain }) => domain === wanted),
  },
  disposition: {
    sample: ({ policyEvaluated }) => policyEvaluated.disposition,
    fits: ({ policyEvaluated }, disposition) => policyEvaluated.disposition === disposition,
  },
  dmarcPass: {
    sample: ({ policyEvaluated }) => isDmarcPass(policyEvaluated),
    fits: ({ policyEvaluated }, dmarcPass) => isDmarcPass(policyEvaluated) === dmarcPass,
  },
};

const cases: Readonly<Record<string, FilterCase<unknown>>> = filterCases;

/** The members that {@link sampleFilter} can choose. */
export const filterMembers: readonly string[] = Object.keys(filterCases);

/** A filter with these members, which the record fits unless it lacks a value. */
export function sampleFilter(members: readonly string[], record: ReportRecord, bits: number): RecordFilter {
  return Object.fromEntries(members.map((member) => [member, cases[member]?.sample(record, bits)]));
}

/** Whether a filter selects a record. @throws for one that asks for facts about sources, which no record has */
export function isWanted(record: ReportRecord, wanted: RecordFilter): boolean {
  return Object.entries(wanted).every(([member, value]) => {
    const known = cases[member];
    if (known === undefined) throw new Error(`a record alone does not tell ${member}`);
    return known.fits(record, value, wanted);
  });
}

function isSigned({ authResults }: ReportRecord, wanted: RecordFilter): boolean {
  return authResults.dkim.some(
    ({ domain, selector }) =>
      (wanted.dkimDomain ?? domain) === domain &&
      (wanted.selector ?? selector).toLowerCase() === selector.toLowerCase(),
  );
}

function isInRange(address: string, range: AddressRange): boolean {
  const list = new BlockList();
  list.addSubnet(range.address, range.prefixLength, isIPv4(range.address) ? "ipv4" : "ipv6");
  return isIPv4(address) === isIPv4(range.address) && list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
