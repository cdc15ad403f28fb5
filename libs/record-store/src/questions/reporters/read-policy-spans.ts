import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toStoredDay } from "../../rows/stored-values.ts";
import { type Filter, toCondition } from "../filter.ts";
import { reporterHash } from "./read-reporters.ts";

export interface PolicySpansQuestion extends Omit<Filter, "records"> {
  /** Lower-case A-label: reports about subdomains contain other policies. */
  readonly policyDomain: string;
  /** The hashes of reporters. */
  readonly hashes: readonly string[];
  /** UTC days at which a span ends, although the policy stays: the next one begins on that day. In order. */
  readonly cuts: readonly string[];
  /** How many spans a reporter has at most: the last ones. */
  readonly spansMax: number;
}

/** The fields of a policy that a report states, in lower case; `null`: it states none. */
export interface StatedPolicy {
  readonly p: string | null;
  readonly sp: string | null;
  readonly np: string | null;
  readonly adkim: string | null;
  readonly aspf: string | null;
  readonly pct: string | null;
  readonly testing: string | null;
}

/** Days between which every report of a reporter states the same policy. */
export interface PolicySpan {
  /** Names the reporter. */
  readonly hash: string;
  readonly policy: StatedPolicy;
  /** First and last UTC day with such a report, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly reports: number;
}

interface Row extends Omit<PolicySpan, "policy"> {
  readonly policy: readonly string[];
}

const FIELDS = ["p", "sp", "np", "adkim", "aspf", "pct", "testing"] as const satisfies (keyof StatedPolicy)[];

/** Reads which policies some reporters saw, and when: the spans of each reporter in their order. */
export async function readPolicySpans(
  engine: Engine,
  organizationId: string,
  { policyDomain, hashes, cuts, spansMax, ...filter }: PolicySpansQuestion,
): Promise<PolicySpan[]> {
  if (hashes.length === 0) return [];
  const { sql, params } = toCondition(organizationId, filter);
  const own = { policyDomain, hashes, cuts: cuts.map(toStoredDay), spansMax };
  const rows = await engine.select<Row>(toQuery(sql), { ...params, ...own });
  return rows.reverse().map(({ policy, ...span }) => ({ ...span, policy: toPolicy(policy) }));
}

const policyOf = `[${FIELDS.map((field) => `lower(trimBoth(ifNull(toString(r.policy_${field}), '')))`).join(", ")}]`;

// Of two policies on the day of a change, the one that ends first comes first.
const inOrder = "PARTITION BY hash ORDER BY day, begin, lastSeen, policy";

function toQuery(where: string): string {
  return `SELECT toString(hash) AS hash, policy, min(day) AS firstDay, max(day) AS lastDay, sum(dayReports) AS reports
  FROM (
    SELECT *, sum(isNew) OVER (${inOrder} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS span
    FROM (
      SELECT *, row_number() OVER (${inOrder}) = 1
        OR (policy, part) != lagInFrame((policy, part)) OVER (${inOrder} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS isNew
      FROM (
        SELECT *, max(day) OVER (PARTITION BY hash, policy) AS lastSeen,
          arrayCount(cut -> cut <= day, {cuts:Array(Date)}) AS part
        FROM (
          SELECT ${reporterHash} AS hash, r.day AS day, ${policyOf} AS policy, min(r.period_begin) AS begin, count() AS dayReports
          FROM reports AS r
          WHERE ${where} AND policy_domain = {policyDomain:String}
            AND ${reporterHash} IN (SELECT toUInt64(arrayJoin({hashes:Array(String)})))
          GROUP BY hash, day, policy
        )
      )
    )
  )
  GROUP BY hash, span, policy ORDER BY hash, span DESC LIMIT {spansMax:UInt32} BY hash ${readSettings}`;
}

function toPolicy(values: readonly string[]): StatedPolicy {
  const read = (field: keyof StatedPolicy) => values[FIELDS.indexOf(field)] || null;
  const [p, sp, np] = [read("p"), read("sp"), read("np")];
  return { p, sp, np, adkim: read("adkim"), aspf: read("aspf"), pct: read("pct"), testing: read("testing") };
}
