import type { Engine } from "../../engine/engine.ts";
import { readSettings } from "../../engine/read-settings.ts";
import { toAddressText } from "../../rows/stored-values.ts";
import { type Condition, type Filter, joinConditions, toCondition } from "../filter.ts";
import { ADDRESSES_PER_QUERY, readSourceRanges } from "../source-page.ts";

/** A result of SPF or DKIM for one domain, as the receiver reported it. */
export interface AuthResult {
  readonly domain: string;
  readonly result: string;
  /** Of a DKIM signature, if the report names it. */
  readonly selector?: string;
}

/** Messages of one source about one domain that look the same. */
export interface MailGroup {
  readonly messages: number;
  /** Domain of the From header. */
  readonly headerFrom: string;
  readonly dmarcPass: boolean;
  /** Policy-evaluated. */
  readonly dkimAligned: boolean;
  readonly spfAligned: boolean;
  /** Policy-evaluated results that the reporter left out; absent: none. */
  readonly leftOut?: readonly ("dkim" | "spf")[];
  readonly disposition: string;
  /** As the receiver listed them. */
  readonly dkim: readonly AuthResult[];
  readonly spf: readonly AuthResult[];
  /** Types of the policy override reasons; `arc` at the end where a `local_policy` reason says that ARC passed. */
  readonly reasons: readonly string[];
}

/** Sums of messages that are not told apart. */
export interface Rest {
  readonly passed: number;
  readonly failed: number;
  /** Of those that passed, those with an aligned pass of SPF, of DKIM. */
  readonly spfAligned: number;
  readonly dkimAligned: number;
}

/** The mail of one address about one domain. */
export interface SourceMail {
  readonly domainId: string;
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
  /** The largest groups of failing and of passing messages, at most {@link GROUPS_PER_SOURCE} of each. */
  readonly groups: readonly MailGroup[];
  /** Messages of the other groups. */
  readonly rest: Rest;
}

/**
 * Groups of a source and domain that are told apart, each of failing and of passing messages. Ordinary sources have fewer than five; a forger
 * can make any number by changing names.
 */
const GROUPS_PER_SOURCE = 25;

/** With {@link GROUPS_PER_SOURCE}, the rows that one answer may have. */
const RANGE_ADDRESSES = 4_000;

/** What tells groups of mail apart. */
const columns = `source_ip, domain_id, header_from, dmarc_pass, dkim_alignment, spf_alignment, disposition,
      dkim_domains, dkim_selectors, dkim_results, spf_domains, spf_results, reason_types, arc_pass`;

/** SQL: domains with their results, and DKIM's with their selectors. By position, because the arrays of a damaged row may differ in length. */
const pairs = (kind: "dkim" | "spf") =>
  `arrayMap(position -> (${kind}_domains[position], ${kind}_results[position], ${kind === "dkim" ? "dkim_selectors[position]" : "''"}),
      arrayEnumerate(${kind}_domains))`;

/** The mail of each of these addresses that the filter selects, for each domain; addresses without mail are left out. */
export async function readMailOfAddresses(
  engine: Engine,
  organizationId: string,
  { filter, addresses }: { readonly filter: Filter; readonly addresses: readonly string[] },
): Promise<SourceMail[]> {
  const condition = toCondition(organizationId, filter);
  const found: SourceMail[] = [];
  for (let start = 0; start < addresses.length; start += ADDRESSES_PER_QUERY) {
    const some = addresses.slice(start, start + ADDRESSES_PER_QUERY);
    found.push(...(await readSourceMail(engine, joinConditions(condition, ofAddresses(some)))));
  }
  return found;
}

/** The mail of every source of a filter, by address. Read range by range on demand, with flat memory. */
export async function* streamSourceMail(
  engine: Engine,
  organizationId: string,
  { filter }: { readonly filter: Filter },
): AsyncGenerator<SourceMail, void, undefined> {
  const condition = toCondition(organizationId, filter);
  for await (const range of readSourceRanges(engine, condition, { addressesMax: RANGE_ADDRESSES }))
    yield* await readSourceMail(engine, joinConditions(condition, range));
}

/** The mail of the addresses that a condition selects, in address order: at most about {@link RANGE_ADDRESSES} of them. */
export async function readSourceMail(
  engine: Engine,
  condition: Condition,
  settings = readSettings,
): Promise<SourceMail[]> {
  const rows = await readRows(engine, condition, settings);
  return [...Map.groupBy(rows, ({ address, domainId }) => `${address} ${domainId}`).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { address, domainId } = first;
    return [{ domainId, sourceIp: toAddressText(address), groups: own.map(toGroup), rest: countRest(own) }];
  });
}

type Results = readonly (readonly [domain: string, result: string, selector: string])[];

interface MailRow
  extends Pick<SourceMail, "domainId">,
    Pick<MailGroup, "messages" | "headerFrom" | "dmarcPass" | "disposition"> {
  /** As the engine returns it: IPv4 mapped. */
  readonly address: string;
  readonly dkimAlignment: string;
  readonly spfAlignment: string;
  readonly dkim: Results;
  readonly spf: Results;
  readonly reasons: readonly string[];
  /** Messages of the source about the domain with the same `dmarcPass`, and those of them that are aligned. */
  readonly all: number;
  readonly allSpf: number;
  readonly allDkim: number;
}

function readRows(engine: Engine, { sql, params }: Condition, settings: string): Promise<MailRow[]> {
  const query = `SELECT source_ip AS address, domain_id AS domainId, header_from AS headerFrom,
    dmarc_pass AS dmarcPass, dkim_alignment AS dkimAlignment, spf_alignment AS spfAlignment, disposition,
    ${pairs("dkim")} AS dkim, ${pairs("spf")} AS spf,
    if(arc_pass, arrayPushBack(reason_types, 'arc'), reason_types) AS reasons,
    messages, sum(messages) OVER alike AS all, sumIf(messages, spf_alignment = 'pass') OVER alike AS allSpf,
    sumIf(messages, dkim_alignment = 'pass') OVER alike AS allDkim
  FROM (
    SELECT ${columns}, sum(count) AS messages FROM records WHERE ${sql} GROUP BY ${columns} HAVING messages > 0
  )
  WINDOW alike AS (PARTITION BY source_ip, domain_id, dmarc_pass)
  ORDER BY source_ip, domain_id, dmarc_pass, messages DESC, sipHash128(${columns})
  LIMIT ${GROUPS_PER_SOURCE} BY source_ip, domain_id, dmarc_pass ${settings}`;
  return engine.select<MailRow>(query, params);
}

function ofAddresses(addresses: readonly string[]): Condition {
  return { sql: "source_ip IN {addresses:Array(IPv6)}", params: { addresses } };
}

function toGroup(row: MailRow): MailGroup {
  const { messages, headerFrom, dmarcPass, disposition, reasons } = row;
  return {
    ...{ messages, headerFrom, dmarcPass, disposition, reasons },
    dkimAligned: row.dkimAlignment === "pass",
    spfAligned: row.spfAlignment === "pass",
    ...listLeftOut(row),
    dkim: row.dkim.map(toResult),
    spf: row.spf.map(toResult),
  };
}

function listLeftOut({ dkimAlignment, spfAlignment }: MailRow): Pick<MailGroup, "leftOut"> {
  const leftOut = [
    ...(dkimAlignment === "" ? ["dkim" as const] : []),
    ...(spfAlignment === "" ? ["spf" as const] : []),
  ];
  return leftOut.length > 0 ? { leftOut } : {};
}

function toResult([domain, result, selector]: Results[number]): AuthResult {
  return { domain, result, ...(selector !== "" && { selector }) };
}

function countRest(rows: readonly MailRow[]): Rest {
  const passed = rows.filter(({ dmarcPass }) => dmarcPass);
  const failed = rows.filter(({ dmarcPass }) => !dmarcPass);
  return {
    passed: subtract(passed[0]?.all, passed),
    failed: subtract(failed[0]?.all, failed),
    spfAligned: subtract(
      passed[0]?.allSpf,
      passed.filter(({ spfAlignment }) => spfAlignment === "pass"),
    ),
    dkimAligned: subtract(
      passed[0]?.allDkim,
      passed.filter(({ dkimAlignment }) => dkimAlignment === "pass"),
    ),
  };
}

/** What is left of a sum. */
function subtract(all: number | undefined, rows: readonly MailRow[]): number {
  return rows.reduce((rest, { messages }) => rest - messages, all ?? 0);
}
