import { type Database, type Queryable, toStorableText } from "@ruaflow/postgres";
import type { AttentionReason } from "./reasons.ts";

/** Longest note; longer ones are refused. */
export const NOTE_CHARS_MAX = 1000;

interface Acknowledgement {
  readonly note: string | null;
  /** When they are new again at the latest; `null`: never by time alone. */
  readonly until: Date | null;
  /** Id of the API key. */
  readonly keyId: string;
  readonly now: Date;
}

/** Open reasons of a domain. */
interface DomainReasons {
  readonly domainId: string;
  /** `null`: all that the domain has now. */
  readonly reasons: readonly AttentionReason[] | null;
}

const settings =
  "acknowledged_at = $2, acknowledged_by = $3, acknowledged_value = value, note = $4, acknowledged_until = $5";

function toValues(organizationId: string, { now, keyId, note, until }: Acknowledgement): unknown[] {
  return [organizationId, now, keyId, note && toStorableText(note, NOTE_CHARS_MAX), until];
}

/** Acknowledges open reasons of a domain. They stay so until they end, are twice as bad as now, or `until` is over. */
export async function acknowledgeAttention(
  database: Queryable,
  organizationId: string,
  { domainId, reasons, ...acknowledgement }: Acknowledgement & DomainReasons,
): Promise<void> {
  await database.query(
    `UPDATE attention SET ${settings}
     WHERE organization_id = $1 AND domain_id = $6 AND closed_at IS NULL AND ($7::text[] IS NULL OR reason = ANY($7))`,
    [...toValues(organizationId, acknowledgement), domainId, reasons],
  );
}

/**
 * Acknowledges the open ones of these reasons, of any domains; those that have ended are left out.
 *
 * @returns how many are acknowledged; `null`, without a change, if the organization has no reason with one of the ids
 */
export function acknowledgeReasons(
  database: Database,
  organizationId: string,
  { ids, ...acknowledgement }: Acknowledgement & { readonly ids: readonly string[] },
): Promise<number | null> {
  return database.transaction(async (transaction) => {
    const known = await transaction.query<{ id: string }>(
      "SELECT id FROM attention WHERE organization_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE",
      [organizationId, ids],
    );
    if (known.length < new Set(ids).size) return null;
    const rows = await transaction.query(
      `UPDATE attention SET ${settings}
       WHERE organization_id = $1 AND id = ANY($6::text[]) AND closed_at IS NULL RETURNING id`,
      [...toValues(organizationId, acknowledgement), ids],
    );
    return rows.length;
  });
}

/** Takes the acknowledgement of open reasons back. */
export async function unacknowledgeAttention(
  database: Queryable,
  organizationId: string,
  { domainId, reasons }: DomainReasons,
): Promise<void> {
  await database.query(
    `UPDATE attention SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_value = NULL, acknowledged_until = NULL,
       note = NULL
     WHERE organization_id = $1 AND domain_id = $2 AND closed_at IS NULL AND ($3::text[] IS NULL OR reason = ANY($3))`,
    [organizationId, domainId, reasons],
  );
}
