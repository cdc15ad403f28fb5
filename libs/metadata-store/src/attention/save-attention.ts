import type { Database, Queryable } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";
import type { SavedEvent } from "../delivery/events.ts";
import { saveWantedEvents } from "../delivery/wanted-events.ts";
import { lockAliveDomains } from "../reports/living-domains.ts";
import { createId } from "../tenants/id.ts";
import type { AttentionChange, AttentionChangeKind } from "./attention-changes.ts";
import type { AttentionReason } from "./reasons.ts";

/** What an event says: a reason is new, or it ended. */
export interface AttentionNews {
  readonly attentionId: string;
  readonly organizationId: string;
  readonly domainId: string;
  readonly domain: string;
  readonly clientReference: string | null;
  readonly labels: readonly string[];
  readonly reason: AttentionReason;
  readonly summary: string;
  readonly value: number;
  readonly threshold: number;
  readonly openedAt: Date;
  /** `null`: it is new. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
}

export interface AttentionSave {
  readonly changes: readonly AttentionChange[];
  readonly now: Date;
  /** Builds the event, if the organization subscribes to it. */
  readonly toEvent: (news: AttentionNews) => SavedEvent;
}

type Identified = AttentionChange & { readonly id: string };

/**
 * Saves changes with their events, in one transaction. A change that another process has made meanwhile is skipped with its
 * event, so each beginning and each end has one. Nothing is saved of domains that are being deleted.
 *
 * @returns the changes that were made
 */
export async function saveAttention(
  database: Database,
  organizationId: string,
  { changes, now, toEvent }: AttentionSave,
): Promise<readonly AttentionChange[]> {
  return database.transaction(async (transaction) => {
    const domainIds = [...new Set(changes.map(({ domainId }) => domainId))];
    const alive = new Set(await lockAliveDomains(transaction, domainIds));
    const identified = changes
      .filter(({ domainId }) => alive.has(domainId))
      .map((change): Identified => ({ ...change, id: change.id ?? createId("att", now) }));
    const saved: Identified[] = [];
    for (const [kind, some] of Map.groupBy(identified, (change) => change.kind)) {
      const ids = new Set(await saveSome(transaction, organizationId, { kind, changes: some, now }));
      saved.push(...some.filter(({ id }) => ids.has(id)));
    }
    const facts = await toNews(transaction, organizationId, { changes: saved, now });
    await saveWantedEvents(transaction, organizationId, { facts, toEvent });
    return saved;
  });
}

interface SameChanges {
  readonly kind: AttentionChangeKind;
  readonly changes: readonly Identified[];
  readonly now: Date;
}

const COLUMNS: readonly Column<Identified>[] = [
  ["id", "text", ({ id }) => id],
  ["domain_id", "text", ({ domainId }) => domainId],
  ["reason", "text", ({ reason }) => reason],
  ["summary", "text", ({ summary }) => summary],
  ["value", "float8", ({ value }) => value],
  ["threshold", "float8", ({ threshold }) => threshold],
  ["weight", "float8", ({ weight }) => weight],
  ["since", "date", ({ since }) => since],
];

const open = `INSERT INTO attention
  (organization_id, opened_at, new_at, id, domain_id, reason, summary, value, threshold, weight, since)
  SELECT $1, $2::timestamptz, $2, id, domain_id, reason, summary, value, threshold, weight, since FROM CHANGES
  ON CONFLICT DO NOTHING RETURNING id`;

const update = (settings: string, where: string) => `UPDATE attention a SET ${settings} FROM CHANGES
  WHERE a.organization_id = $1 AND a.id = c.id AND NOT a.settled AND ${where} AND $2::timestamptz IS NOT NULL RETURNING a.id`;

const figures = "summary = c.summary, value = c.value, threshold = c.threshold, weight = c.weight, since = c.since";

/** SQL by kind of change: organization `$1`, time `$2`, and the table of changes. */
const statements: Readonly<Record<AttentionChangeKind, string>> = {
  open,
  reopen: update(`closed_at = NULL, ${figures}`, "a.closed_at IS NOT NULL"),
  renew: update(
    `acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_value = NULL, acknowledged_until = NULL, note = NULL,
      new_at = $2, ${figures}`,
    "a.closed_at IS NULL AND a.acknowledged_at IS NOT NULL",
  ),
  update: update(figures, "a.closed_at IS NULL"),
  close: update("closed_at = $2", "a.closed_at IS NULL"),
  settle: update("settled = true", "a.closed_at IS NOT NULL"),
};

/** Returns the ids of the rows that changed. */
async function saveSome(
  transaction: Queryable,
  organizationId: string,
  { kind, changes, now }: SameChanges,
): Promise<string[]> {
  const table = toTable(changes, COLUMNS, { alias: "c", after: 2 });
  const sql = statements[kind].replace("CHANGES", () => table.sql);
  const rows = await transaction.query<{ id: string }>(sql, [organizationId, now, ...table.values]);
  return rows.map(({ id }) => id);
}

/** What of the changes is news, with the facts of its domain. */
async function toNews(
  transaction: Queryable,
  organizationId: string,
  { changes, now }: { readonly changes: readonly Identified[]; readonly now: Date },
): Promise<AttentionNews[]> {
  const news = changes.filter(({ kind }) => kind === "open" || kind === "renew" || kind === "settle");
  if (news.length === 0) return [];
  const domains = await transaction.query<{ id: string; name: string; reference: string | null; labels: string[] }>(
    "SELECT id, name, client_reference AS reference, labels FROM domains WHERE organization_id = $1 AND id = ANY($2)",
    [organizationId, [...new Set(news.map(({ domainId }) => domainId))]],
  );
  const byId = new Map(domains.map((domain) => [domain.id, domain]));
  return news.flatMap(({ id, kind, domainId, reason, summary, value, threshold, openedAt, closedAt }) => {
    const domain = byId.get(domainId);
    if (domain === undefined) return [];
    const { name, reference: clientReference, labels } = domain;
    const owner = { organizationId, domainId, domain: name, clientReference, labels };
    const times = { openedAt: openedAt ?? now, closedAt: kind === "settle" ? closedAt : null, createdAt: now };
    return { attentionId: id, ...owner, reason, summary, value, threshold, ...times };
  });
}

/** Organizations that have domains. */
export async function listAttentionOrganizations(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM organizations o WHERE EXISTS (SELECT 1 FROM domains WHERE organization_id = o.id) ORDER BY id",
  );
  return rows.map(({ id }) => id);
}

/** Deletes reasons that ended before `before`. */
export async function purgeAttention(database: Queryable, before: Date): Promise<void> {
  await database.query("DELETE FROM attention WHERE settled AND closed_at < $1", [before]);
}
