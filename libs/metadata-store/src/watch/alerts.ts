import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import { type SavedEvent, saveEvents } from "../delivery/events.ts";
import type { AlertRules } from "../domains/domain-rows.ts";
import { isAlive } from "../reports/living-domains.ts";

export type AlertRule = keyof AlertRules;
export type AlertState = "triggered" | "cleared";

export const alertRules = [
  "pass_rate",
  "new_source",
  "failure_volume",
  "missing_reports",
  "new_reporter",
] as const satisfies AlertRule[];
export const alertStates = ["triggered", "cleared"] as const satisfies AlertState[];

/** The facts of a crossed threshold. */
export interface AlertFacts {
  readonly rule: AlertRule;
  /** The source that the alert is about; `null`: the whole domain. */
  readonly sourceIp: string | null;
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  /** The first UTC day of the problem in the reports, `YYYY-MM-DD`; `null` or absent: unknown. */
  readonly since?: string | null;
  /** Class and cause of most of the failing mail that it is about; `null` or absent: it is not about mail that fails. */
  readonly class?: string | null;
  readonly cause?: string | null;
}

/** A threshold that was crossed, with the values at that moment. */
export interface Alert extends AlertFacts {
  /** `alr_` and a unique suffix. */
  readonly id: string;
  readonly triggeredAt: Date;
  /** `null`: the threshold is still crossed. */
  readonly clearedAt: Date | null;
}

/** An alert that opens or ends, with its event. */
export interface AlertChange {
  readonly alert: Alert;
  readonly event: SavedEvent;
}

export interface AlertRow {
  id: string;
  rule: AlertRule;
  source_ip: string | null;
  summary: string;
  value: number;
  threshold: number;
  since: string | null;
  class: string | null;
  cause: string | null;
  triggered_at: Date;
  cleared_at: Date | null;
}

export const alertColumns =
  "alerts.id, rule, source_ip, summary, value, threshold, alerts.since::text AS since, class, cause, triggered_at, cleared_at";

/** The open alerts of the given domains, by domain. */
export async function readOpenAlerts(
  database: Queryable,
  domainIds: readonly string[],
): Promise<Map<string, readonly Alert[]>> {
  const rows = await database.query<AlertRow & { domain_id: string }>(
    `SELECT ${alertColumns}, domain_id FROM alerts WHERE domain_id = ANY($1) AND state = 'triggered' ORDER BY id`,
    [domainIds],
  );
  const groups = Map.groupBy(rows, ({ domain_id }) => domain_id);
  return new Map([...groups].map(([domainId, group]) => [domainId, group.map(toAlert)]));
}

/**
 * Opens and ends alerts of one domain with their events, in one transaction. An alert that is already open, or already
 * ended, is skipped: each crossing has one event, even when several processes find it at the same moment.
 *
 * @returns the changes that were made; empty when the domain is being deleted
 */
export async function saveAlertChanges(
  database: Database,
  organizationId: string,
  { domainId, changes }: { readonly domainId: string; readonly changes: readonly AlertChange[] },
): Promise<readonly AlertChange[]> {
  return database.transaction(async (transaction) => {
    // A deletion waits for this lock. After a deletion has begun, this finds no domain.
    const domains = await transaction.query(
      `SELECT 1 FROM domains WHERE organization_id = $1 AND id = $2 AND ${isAlive} FOR SHARE`,
      [organizationId, domainId],
    );
    if (domains.length === 0) return [];
    const saved: AlertChange[] = [];
    for (const change of changes) {
      const { alert } = change;
      const isSaved =
        alert.clearedAt === null
          ? await openAlert(transaction, { organizationId, domainId, alert })
          : await clearAlert(transaction, alert);
      if (isSaved) saved.push(change);
    }
    await saveEvents(
      transaction,
      saved.map(({ event }) => event),
    );
    return saved;
  });
}

interface NewAlert {
  readonly organizationId: string;
  readonly domainId: string;
  readonly alert: Alert;
}

async function openAlert(transaction: Queryable, { organizationId, domainId, alert }: NewAlert): Promise<boolean> {
  const { id, rule, sourceIp, summary, value, threshold, triggeredAt, since } = alert;
  const rows = await transaction.query(
    `INSERT INTO alerts (id, organization_id, domain_id, rule, state, source_ip, summary, value, threshold, triggered_at,
       since, class, cause)
     VALUES ($1, $2, $3, $4, 'triggered', $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      organizationId,
      domainId,
      rule,
      sourceIp,
      summary,
      value,
      threshold,
      triggeredAt,
      since ?? null,
      alert.class ?? null,
      alert.cause ?? null,
    ],
  );
  return rows.length > 0;
}

async function clearAlert(transaction: Queryable, { id, clearedAt }: Alert): Promise<boolean> {
  const rows = await transaction.query(
    "UPDATE alerts SET state = 'cleared', cleared_at = $2 WHERE id = $1 AND state = 'triggered' RETURNING id",
    [id, clearedAt],
  );
  return rows.length > 0;
}

/** The values of an open alert when its rule was evaluated last. */
export type AlertValues = Pick<Alert, "id" | "summary" | "value" | "threshold">;

const VALUE_COLUMNS: readonly Column<AlertValues>[] = [
  ["id", "text", ({ id }) => id],
  ["summary", "text", ({ summary }) => summary],
  ["value", "float8", ({ value }) => value],
  ["threshold", "float8", ({ threshold }) => threshold],
];

/** Saves the current values of open alerts of any organization beside those of their start. */
export async function refreshAlerts(database: Queryable, alerts: readonly AlertValues[]): Promise<void> {
  if (alerts.length === 0) return;
  const table = toTable(alerts, VALUE_COLUMNS, { alias: "v" });
  await database.query(
    `UPDATE alerts a SET current_summary = v.summary, current_value = v.value, current_threshold = v.threshold
     FROM ${table.sql} WHERE a.id = v.id AND state = 'triggered'
       AND (current_summary, current_value, current_threshold) IS DISTINCT FROM (v.summary, v.value, v.threshold)`,
    table.values,
  );
}

/** Deletes alerts that ended before `before`. */
export async function purgeAlerts(database: Queryable, before: Date): Promise<void> {
  await database.query("DELETE FROM alerts WHERE state = 'cleared' AND cleared_at < $1", [before]);
}

export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    rule: row.rule,
    sourceIp: row.source_ip,
    summary: row.summary,
    value: row.value,
    threshold: row.threshold,
    since: row.since,
    class: row.class,
    cause: row.cause,
    triggeredAt: row.triggered_at,
    clearedAt: row.cleared_at,
  };
}
