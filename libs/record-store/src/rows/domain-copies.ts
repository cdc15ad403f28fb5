import type { InsertingEngine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { insertSettings } from "./insert-lines.ts";
import { toStoredTime } from "./stored-values.ts";

/** Identifies a copy, and says which of several counts. */
export interface CopyKey {
  readonly organizationId: string;
  readonly id: string;
  /** A whole number as text; the greatest counts. */
  readonly version: string;
}

/** What SQL readers see of a domain. */
export interface DomainCopy extends CopyKey {
  readonly name: string;
  readonly status: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
  readonly dmarcPolicy: string | null;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
}

/** What SQL readers see of a reason why a domain needs attention. */
export interface AttentionCopy extends CopyKey {
  readonly domainId: string;
  readonly reason: string;
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly weight: number;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly note: string | null;
}

/** Ids after the first, up to the last. */
export interface CopyRange {
  readonly after: string;
  readonly until: string;
}

interface CopiedTable<Copy> {
  readonly table: string;
  readonly idColumn: string;
  readonly columns: readonly string[];
  /** Values of the columns. */
  readonly toValues: (copy: Copy) => readonly unknown[];
}

const domains: CopiedTable<DomainCopy> = {
  table: "domains",
  idColumn: "domain_id",
  columns: ["name", "status", "client_reference", "labels", "dmarc_policy", "created_at", "verified_at"],
  toValues: (copy) => [
    copy.name,
    copy.status,
    copy.clientReference ?? "",
    copy.labels,
    copy.dmarcPolicy ?? "",
    toSecond(copy.createdAt),
    toSecond(copy.verifiedAt),
  ],
};

const attention: CopiedTable<AttentionCopy> = {
  table: "attention",
  idColumn: "attention_id",
  columns: [
    ...["domain_id", "reason", "summary", "value", "threshold", "weight"],
    ...["opened_at", "closed_at", "acknowledged_at", "note"],
  ],
  toValues: (copy) => [
    copy.domainId,
    copy.reason,
    copy.summary,
    copy.value,
    copy.threshold,
    copy.weight,
    toSecond(copy.openedAt),
    toSecond(copy.closedAt),
    toSecond(copy.acknowledgedAt),
    copy.note ?? "",
  ],
};

/** Copies of what PostgreSQL knows, for SQL readers. */
export function createDomainCopies(engine: InsertingEngine) {
  return { domains: createCopies(engine, domains), attention: createCopies(engine, attention) };
}

function createCopies<Copy extends CopyKey>(engine: InsertingEngine, copied: CopiedTable<Copy>) {
  const { table, idColumn, toValues } = copied;
  const insert = async (columns: readonly string[], rows: readonly (readonly unknown[])[]) => {
    if (rows.length === 0) return;
    const names = ["organization_id", idColumn, "version", ...columns].join(", ");
    const statement = `INSERT INTO ${table} (${names}) SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;
    await engine.insert(
      statement,
      rows.map((row) => JSON.stringify(row)),
    );
  };
  const toKey = ({ organizationId, id, version }: CopyKey) => [organizationId, id, version];
  return {
    /** Shows the rows from now on, unless a greater version is there. May be repeated. */
    save: (copies: readonly Copy[]) =>
      insert(
        copied.columns,
        copies.map((copy) => [...toKey(copy), ...toValues(copy)]),
      ),
    /** Shows the rows no longer, unless a greater version is there. */
    remove: (keys: readonly CopyKey[]) =>
      insert(
        ["is_deleted"],
        keys.map((key) => [...toKey(key), 1]),
      ),
    /** The copies that are shown. */
    list: ({ after, until }: CopyRange) =>
      engine.select<CopyKey>(
        `SELECT organization_id AS organizationId, ${idColumn} AS id, toString(version) AS version
        FROM ${table} FINAL WHERE ${idColumn} > {after:String} AND ${idColumn} <= {until:String} ${readSettings}`,
        { after, until },
      ),
  };
}

/** Epoch seconds, as the columns take them. */
function toSecond(time: Date | null): number | null {
  return time === null ? null : toStoredTime(time.getTime() / 1000).getTime() / 1000;
}
