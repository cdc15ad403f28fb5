import type { DmarcRecord } from "@ruaflow/dns/watched-records";
import type { StatedPolicy } from "@ruaflow/record-store/reporters";
import type { PublishedOnDay } from "./published-records.ts";

export const policyFields = ["p", "sp", "np", "adkim", "aspf", "pct", "testing"] as const;

export type PolicyField = (typeof policyFields)[number];

export interface PolicyComparison {
  /** `null`: the report states no policy, or it is not known what was published. */
  readonly matches: boolean | null;
  /** The fields that differ from the record that is most alike; empty unless `matches` is false. */
  readonly differs: readonly PolicyField[];
}

/** Compares the policy that a report states with what was published at its time: it matches if it is one of these records. */
export function comparePolicy(policy: StatedPolicy, { records, isKnown }: PublishedOnDay): PolicyComparison {
  if (policy.p === null) return { matches: null, differs: [] };
  const [closest] = records
    .map((record) => listDifferences(policy, record))
    .sort((one, other) => one.length - other.length);
  if (closest?.length === 0) return { matches: true, differs: [] };
  return isKnown && closest !== undefined ? { matches: false, differs: closest } : { matches: null, differs: [] };
}

/** A field that a report does not state, as many do with those that have their default, differs from nothing. */
function listDifferences(policy: StatedPolicy, record: DmarcRecord | null): PolicyField[] {
  if (record === null) return ["p"];
  const published = toEffective(record);
  return policyFields.filter((field) => {
    const stated = policy[field];
    if (stated === null) return false;
    return field === "pct" ? Number(stated) !== Number(published.pct) : stated !== published[field];
  });
}

/** The record as receivers read it: with the defaults of RFC 7489, section 6.3, and RFC 9989, section 4.7. */
function toEffective({ policy: p, subdomainPolicy, dkimAlignment, spfAlignment, tags }: DmarcRecord) {
  const sp = subdomainPolicy ?? p;
  const read = (tag: string) => tags.get(tag)?.toLowerCase() ?? "";
  return {
    ...{ p, sp, np: ["none", "quarantine", "reject"].includes(read("np")) ? read("np") : sp },
    adkim: dkimAlignment === "strict" ? "s" : "r",
    aspf: spfAlignment === "strict" ? "s" : "r",
    pct: /^\d{1,2}$/.test(read("pct")) ? read("pct") : "100",
    testing: read("t") === "y" ? "y" : "n",
  };
}
