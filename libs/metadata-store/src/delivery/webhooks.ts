import type { Database, Queryable } from "@ruaflow/postgres";
import { type Page, type PageRequest, readPage } from "@ruaflow/postgres/page";
import { createId } from "../tenants/id.ts";
import { lockOrganization } from "../tenants/organizations.ts";
import type { SecretBox } from "../tenants/secret-box.ts";

/** Maximum number of webhooks of one organization. */
export const WEBHOOKS_MAX = 50;

/** An endpoint that receives events. */
export interface Webhook {
  /** `wh_` and a unique suffix. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /** Whether it also receives `report.received` of reports whose sender is not proven. */
  readonly includeUnauthenticated: boolean;
  readonly hasSecret: boolean;
  /** Until this time deliveries are also signed with the previous secret. */
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  /** Time of the last successful delivery. */
  readonly lastTriggeredAt: Date | null;
  /** Number of consecutive deliveries given up. */
  readonly failureCount: number;
  /** When the first of them was given up; `null` when `failureCount` is 0. */
  readonly failingSince: Date | null;
  /** Why the service disabled it; `null` when it did not. */
  readonly disabledReason: string | null;
  /** Time of the first event left out because the queue was full; `null`: no event since the last recovery. */
  readonly missedSince: Date | null;
  /** Number of events since then that were not queued. */
  readonly missedEvents: number;
}

export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly string[];
  /** `null`: deliveries are not signed. */
  readonly secret: string | null;
  readonly active: boolean;
  /** `null`: the previous secret ends now, for the subscriber verifies with the new one. */
  readonly previousSecret?: null;
  /** Default: false, so that forged reports do not flood the endpoint. */
  readonly includeUnauthenticated?: boolean;
}

interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  include_unauthenticated: boolean;
  has_secret: boolean;
  previous_secret_until: Date | null;
  created_at: Date;
  last_triggered_at: Date | null;
  failure_count: number;
  first_failed_at: Date | null;
  disabled_reason: string | null;
  missed_since: Date | null;
  missed_events: number;
}

interface SecretRow {
  sealed_secret: Buffer | null;
  sealed_previous_secret: Buffer | null;
}

const columns = `id, url, events, active, include_unauthenticated, sealed_secret IS NOT NULL AS has_secret, created_at, last_triggered_at,
  failure_count, first_failed_at, disabled_reason, missed_since, missed_events,
  CASE WHEN previous_secret_until > now() THEN previous_secret_until END AS previous_secret_until`;

/** An organization's webhooks, oldest first. */
export async function listWebhooks(
  database: Queryable,
  organizationId: string,
  request: PageRequest,
): Promise<Page<Webhook>> {
  const list = {
    columns,
    from: "webhooks WHERE organization_id = $1",
    order: "created_at, id",
    values: [organizationId],
  };
  const { items, total } = await readPage<WebhookRow>(database, list, request);
  return { items: items.map(toWebhook), total };
}

/** `null` when the organization has no such webhook. */
export async function readWebhook(database: Queryable, organizationId: string, webhookId: string) {
  const rows = await database.query<WebhookRow>(
    `SELECT ${columns} FROM webhooks WHERE organization_id = $1 AND id = $2`,
    [organizationId, webhookId],
  );
  return rows.map(toWebhook)[0] ?? null;
}

/** False when the organization has no such webhook. */
export async function deleteWebhook(database: Queryable, organizationId: string, webhookId: string): Promise<boolean> {
  const rows = await database.query("DELETE FROM webhooks WHERE organization_id = $1 AND id = $2 RETURNING id", [
    organizationId,
    webhookId,
  ]);
  return rows.length > 0;
}

/** Functions that need the key of the webhooks' secrets. */
export function createWebhooks(database: Database, box: SecretBox) {
  return {
    /** `null` when the organization has the maximum number of webhooks. */
    createWebhook: (organizationId: string, settings: WebhookSettings): Promise<Webhook | null> =>
      database.transaction(async (transaction) => {
        await lockOrganization(transaction, organizationId);
        if ((await countWebhooks(transaction, organizationId)) >= WEBHOOKS_MAX) return null;
        return insertWebhook(transaction, box, { ...settings, organizationId });
      }),

    /**
     * Changes the given settings. After a new secret is set, the previous one also signs for 24 hours, or until
     * `previousSecret: null`; `secret: null` removes both. Setting `active` to true resets the failures. `null` when the organization has no such webhook.
     */
    updateWebhook: (organizationId: string, webhookId: string, changes: Partial<WebhookSettings>) =>
      database.transaction(async (transaction): Promise<Webhook | null> => {
        const row = await lockSecrets(transaction, organizationId, webhookId);
        if (row === null) return null;
        if (changes.secret !== undefined)
          await saveSecret(transaction, { box, webhookId, row, secret: changes.secret });
        if (changes.previousSecret === null) await dropPreviousSecret(transaction, webhookId);
        const rows = await transaction.query<WebhookRow>(
          `UPDATE webhooks SET url = coalesce($3, url), events = coalesce($4, events), active = coalesce($5, active),
             include_unauthenticated = coalesce($6, include_unauthenticated),
             failure_count = CASE WHEN $5 THEN 0 ELSE failure_count END,
             first_failed_at = CASE WHEN $5 THEN NULL ELSE first_failed_at END,
             disabled_reason = CASE WHEN $5 THEN NULL ELSE disabled_reason END
           WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
          [
            organizationId,
            webhookId,
            changes.url ?? null,
            changes.events ?? null,
            changes.active ?? null,
            changes.includeUnauthenticated ?? null,
          ],
        );
        return rows.map(toWebhook)[0] ?? null;
      }),

    /** The secrets that sign deliveries now, current one first; empty: not signed. `null` for an unknown id. */
    async readWebhookSecrets(organizationId: string, webhookId: string): Promise<string[] | null> {
      const [row] = await database.query<SecretRow>(
        `SELECT sealed_secret, CASE WHEN previous_secret_until > now() THEN sealed_previous_secret END
           AS sealed_previous_secret FROM webhooks WHERE organization_id = $1 AND id = $2`,
        [organizationId, webhookId],
      );
      if (row === undefined) return null;
      const sealed = [row.sealed_secret, row.sealed_previous_secret].filter((secret) => secret !== null);
      return sealed.map((secret) => box.open(webhookId, secret));
    },
  };
}

async function insertWebhook(
  transaction: Queryable,
  box: SecretBox,
  settings: WebhookSettings & { readonly organizationId: string },
): Promise<Webhook | null> {
  const { organizationId, url, events, active, secret, includeUnauthenticated = false } = settings;
  const id = createId("wh");
  const sealed = secret === null ? null : box.seal(id, secret);
  const rows = await transaction.query<WebhookRow>(
    `INSERT INTO webhooks (id, organization_id, url, events, active, sealed_secret, include_unauthenticated)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
    [id, organizationId, url, events, active, sealed, includeUnauthenticated],
  );
  return rows.map(toWebhook)[0] ?? null;
}

async function countWebhooks(database: Queryable, organizationId: string): Promise<number> {
  const [row] = await database.query<{ total: number }>(
    "SELECT count(*)::int AS total FROM webhooks WHERE organization_id = $1",
    [organizationId],
  );
  return row?.total ?? 0;
}

async function lockSecrets(transaction: Queryable, organizationId: string, webhookId: string) {
  const [row] = await transaction.query<SecretRow>(
    `SELECT sealed_secret, sealed_previous_secret FROM webhooks WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [organizationId, webhookId],
  );
  return row ?? null;
}

interface NewSecret {
  readonly box: SecretBox;
  readonly webhookId: string;
  readonly row: SecretRow;
  readonly secret: string | null;
}

/** Setting the current secret again does not rotate it. */
async function saveSecret(transaction: Queryable, { box, webhookId, row, secret }: NewSecret): Promise<void> {
  const current = row.sealed_secret === null ? null : box.open(webhookId, row.sealed_secret);
  if (secret === current) return;
  const previous = secret === null ? null : row.sealed_secret;
  await transaction.query(
    `UPDATE webhooks SET sealed_secret = $2, sealed_previous_secret = $3,
       previous_secret_until = CASE WHEN $3::bytea IS NULL THEN NULL ELSE now() + interval '24 hours' END
     WHERE id = $1`,
    [webhookId, secret === null ? null : box.seal(webhookId, secret), previous],
  );
}

async function dropPreviousSecret(transaction: Queryable, webhookId: string): Promise<void> {
  await transaction.query(
    "UPDATE webhooks SET sealed_previous_secret = NULL, previous_secret_until = NULL WHERE id = $1",
    [webhookId],
  );
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.active,
    includeUnauthenticated: row.include_unauthenticated,
    hasSecret: row.has_secret,
    previousSecretUntil: row.previous_secret_until,
    createdAt: row.created_at,
    lastTriggeredAt: row.last_triggered_at,
    failureCount: row.failure_count,
    failingSince: row.first_failed_at,
    disabledReason: row.disabled_reason,
    missedSince: row.missed_since,
    missedEvents: row.missed_events,
  };
}
