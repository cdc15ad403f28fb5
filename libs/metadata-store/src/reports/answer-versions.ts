import type { Queryable } from "@ruaflow/postgres";
import { INSTANCE } from "./ledger/ledger-state.ts";

/** What an organization's answers derive from, as of one moment. */
export interface AnswerVersion {
  /** Equal texts: nothing has changed in between. Of no other database, for a restored one counts from an earlier number. */
  readonly version: string;
  /** False while rows in ClickHouse are being changed: an answer that is computed now may have some of them. */
  readonly isSettled: boolean;
  /** Equal texts: no change of rows in ClickHouse has begun or ended in between. */
  readonly rowChanges: string;
  /**
   * True while such a change is under way that began seconds ago, and while the rows of a displaced report wait for their deletion:
   * they count beside those of the report in its place. It is worth waiting for.
   */
  readonly isChanging: boolean;
}

/** Stands, where an organization is asked for, for facts about sources: they are of none, and all may see them. */
export const SOURCE_FACTS = "";

/** A change whose process died counts for so long: ClickHouse goes on with what it has begun. */
export const CHANGES_LAST = "interval '1 hour'";
/** A change that takes longer is not waited for: it rewrites many rows, or its process died. */
const WAITED_FOR = "interval '5 seconds'";

/**
 * Reads the versions of organizations and of {@link SOURCE_FACTS}, in their order. Triggers advance them in the transaction of each
 * change: of the sums of days, which each T2, retention, displacement and deletion writes, of domains, sender overrides and facts about sources; and
 * `whileRowsChange` does. Rows that a writer inserts before its T2 are no change yet.
 */
export async function readAnswerVersions(
  database: Queryable,
  organizationIds: readonly string[],
): Promise<AnswerVersion[]> {
  const rows = await database.query<AnswerVersion & { id: string }>(
    `WITH here AS (SELECT ${INSTANCE} AS instance FROM ledger_state)
     SELECT asked.id,
       concat_ws(' ', instance, (SELECT sum(version) FROM answer_versions v WHERE v.organization_id = asked.id)) AS version,
       NOT EXISTS (SELECT FROM row_changes c WHERE c.organization_id = asked.id
         AND begun_at > now() - ${CHANGES_LAST}) AS "isSettled",
       coalesce((SELECT version FROM answer_versions v WHERE v.organization_id = asked.id AND v.subject = 'row_changes'),
         0)::text AS "rowChanges",
       EXISTS (SELECT FROM row_changes c WHERE c.organization_id = asked.id
         AND begun_at > now() - ${WAITED_FOR})
       OR EXISTS (SELECT FROM displaced_reports d WHERE d.organization_id = asked.id
         AND next_deletion_at <= now() AND displaced_at > now() - ${WAITED_FOR}) AS "isChanging"
     FROM unnest($1::text[]) AS asked (id), here`,
    [organizationIds],
  );
  const found = new Map(rows.map(({ id, ...version }) => [id, version]));
  return organizationIds.map((id) => {
    const one = found.get(id);
    if (one === undefined) throw new Error("the ledger has no state");
    return one;
  });
}

/** The version of what PostgreSQL knows of sources. Their copies in ClickHouse, a part of {@link SOURCE_FACTS}, change after it. */
export async function readFactsVersion(database: Queryable): Promise<string> {
  const [state] = await database.query<{ version: string }>(
    `SELECT concat_ws(' ', ${INSTANCE}, (SELECT version FROM answer_versions
       WHERE organization_id = $1 AND subject = 'sources')) AS version FROM ledger_state`,
    [SOURCE_FACTS],
  );
  if (state === undefined) throw new Error("the ledger has no state");
  return state.version;
}
