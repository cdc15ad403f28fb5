import { type Queryable, toStorableText } from "@ruaflow/postgres";
import type { AttentionReason } from "./reasons.ts";

/** Longest note; longer ones are refused. */
export const NOTE_CHARS_MAX = 1000;

export interface Acknowledgement {
  readonly domainId: string;
  /** `null`: all that the domain has now. */
  readonly reasons: readonly AttentionReason[] | null;
  readonly note: string | null;
  /** Id of the API key. */
  readonly keyId: string;
  readonly now: Date;
}

/** Acknowledges open reasons of a domain. They stay so until they end, or are twice as bad as now. */
export async function acknowledgeAttention(
  database: Queryable,
  organizationId: string,
  { domainId, reasons, note, keyId, now }: Acknowledgement,
): Promise<void> {
  await database.query(
    `UPDATE attention SET acknowledged_at = $4, acknowledged_by = $5, acknowledged_value = value, note = $6
     WHERE organization_id = $1 AND domain_id = $2 AND closed_at IS NULL AND ($3::text[] IS NULL OR reason = ANY($3))`,
    [organizationId, domainId, reasons, now, keyId, note && toStorableText(note, NOTE_CHARS_MAX)],
  );
}

/** Takes the acknowledgement of open reasons back. */
export async function unacknowledgeAttention(
  database: Queryable,
  organizationId: string,
  { domainId, reasons }: Pick<Acknowledgement, "domainId" | "reasons">,
): Promise<void> {
  await database.query(
    `UPDATE attention SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_value = NULL, note = NULL
     WHERE organization_id = $1 AND domain_id = $2 AND closed_at IS NULL AND ($3::text[] IS NULL OR reason = ANY($3))`,
    [organizationId, domainId, reasons],
  );
}
