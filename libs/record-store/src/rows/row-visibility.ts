import type { Engine, InsertingEngine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { insertSettings } from "./insert-lines.ts";

/** Which rows belong to visible reports, as of one moment; the views for SQL readers show no others. */
export interface RowVisibility {
  /** The greatest counts. */
  readonly version: bigint;
  /** Rows of later attempts are hidden. */
  readonly attempt: bigint;
  readonly hiddenAttempts: readonly bigint[];
  readonly hiddenReports: readonly string[];
  /** Organizations that count reports whose sender is not proven. */
  readonly countingOrganizations: readonly string[];
}

/** The visibility that counts; before the first one, version 0, which hides every row. */
export async function readRowVisibility(engine: Engine): Promise<RowVisibility> {
  const [row] = await engine.select<VisibilityRow>(query, {});
  return {
    version: BigInt(row?.version ?? 0),
    attempt: BigInt(row?.attempt ?? 0),
    hiddenAttempts: (row?.hiddenAttempts ?? []).map(BigInt),
    hiddenReports: row?.hiddenReports ?? [],
    countingOrganizations: row?.countingOrganizations ?? [],
  };
}

interface VisibilityRow {
  readonly version: string;
  readonly attempt: string;
  readonly hiddenAttempts: readonly string[];
  readonly hiddenReports: readonly string[];
  readonly countingOrganizations: readonly string[];
}

const query = `SELECT toString(version) AS version, toString(attempt) AS attempt,
  arrayMap(one -> toString(one), hidden_attempts) AS hiddenAttempts, hidden_reports AS hiddenReports,
  counting_organizations AS countingOrganizations
FROM visibility ORDER BY visibility.version DESC LIMIT 1 ${readSettings}`;

/** From now on the views show what this says, unless a greater version is there. */
export async function insertRowVisibility(engine: InsertingEngine, visibility: RowVisibility): Promise<void> {
  const { version, attempt, hiddenAttempts, hiddenReports, countingOrganizations } = visibility;
  const values = [String(version), String(attempt), hiddenAttempts.map(String), hiddenReports, countingOrganizations];
  await engine.insert(statement, [JSON.stringify(values)]);
}

const columns = "version, attempt, hidden_attempts, hidden_reports, counting_organizations";
const statement = `INSERT INTO visibility (${columns}) SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;
