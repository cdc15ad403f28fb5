import type { Engine } from "../../engine/engine.ts";
import { maintenanceSettings } from "../../engine/read-settings.ts";
import { type StoredVerdict, toVerdict, type VerdictRow, verdictColumns } from "../../rows/verdicts/stored-verdict.ts";
import { type Condition, type CountedReports, type Filter, joinConditions, toCondition } from "../filter.ts";
import { readSourceRanges } from "../source-page.ts";
import { readSourceMail, type SourceMail } from "./read-source-mail.ts";

/** Domains and sources of a range: with their groups, what is in memory at once. */
const RANGE_PAIRS = 4_000;

/** All days. */
export const wholeHistory = { startDate: "1970-01-01", endDate: "2149-06-06" } as const;

export interface JudgedMailQuestion {
  readonly domainIds: readonly string[];
  /** `none`: mail of unproven reports, of sources that no proven report has. */
  readonly counted: CountedReports;
}

/** The mail of some sources, and the verdicts that are stored on them. */
export interface JudgedRange {
  readonly mail: readonly SourceMail[];
  readonly stored: readonly StoredVerdict[];
}

/** The mail of every source of some domains over their whole history, range by range of addresses. May take long. */
export async function* streamJudgedMail(
  engine: Engine,
  organizationId: string,
  { domainIds, counted }: JudgedMailQuestion,
): AsyncGenerator<JudgedRange, void, undefined> {
  const filter: Filter = { ...wholeHistory, domainIds, counted };
  const sources = toCondition(organizationId, filter);
  if (counted === "none" && !(await hasMail(engine, sources))) return;
  const condition = counted === "none" ? joinConditions(sources, withoutProven) : sources;
  const asked = { addressesMax: RANGE_PAIRS, weight: "uniqExact(domain_id)", settings: maintenanceSettings };
  for await (const range of readSourceRanges(engine, condition, asked)) {
    const [mail, stored] = await Promise.all([
      readSourceMail(engine, joinConditions(condition, range), maintenanceSettings),
      readVerdicts(engine, joinConditions(ofDomains(organizationId, domainIds), range)),
    ]);
    yield { mail, stored };
  }
}

function ofDomains(organizationId: string, domainIds: readonly string[]): Condition {
  const sql = "organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)}";
  return { sql, params: { organizationId, domainIds } };
}

async function readVerdicts(engine: Engine, { sql, params }: Condition): Promise<StoredVerdict[]> {
  const query = `SELECT ${verdictColumns} FROM verdicts FINAL WHERE ${sql} ${maintenanceSettings}`;
  return (await engine.select<VerdictRow>(query, params)).map(toVerdict);
}

async function hasMail(engine: Engine, { sql, params }: Condition): Promise<boolean> {
  return (
    (await engine.select(`SELECT 1 AS found FROM records WHERE ${sql} LIMIT 1 ${maintenanceSettings}`, params)).length >
    0
  );
}

const withoutProven = {
  sql: `(domain_id, source_ip) NOT IN (SELECT domain_id, source_ip FROM records
    WHERE organization_id = {organizationId:String} AND domain_id IN {domainIds:Array(String)} AND trust != 'none')`,
  params: {},
};
