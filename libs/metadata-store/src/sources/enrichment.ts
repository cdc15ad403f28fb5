import { type Queryable, toStorableText } from "@ruaflow/postgres";
import { type Column, toTable } from "@ruaflow/postgres/table";

/**
 * What is known of a source's name: it leads back to the address (`confirmed`) or does not (`unconfirmed`), it does not
 * exist (`absent`), the last lookup failed (`failed`), or names are not looked up (`skipped`).
 */
export type HostnameState = "confirmed" | "unconfirmed" | "absent" | "failed" | "skipped";

/** A source that a process works on. */
export interface ClaimedSource {
  readonly address: string;
  /** Lookups in a row without a confirmed name. */
  readonly attempts: number;
}

/** The result of working on a source. */
export interface EnrichedSource {
  readonly address: string;
  readonly state: HostnameState;
  /** The name, if the state is confirmed or unconfirmed. */
  readonly hostname: string | null;
  readonly attempts: number;
  /** Until the next lookup, whether or not a report names the address; `null`: only if one does after `expiresAfterMs`. */
  readonly dueAfterMs: number | null;
  readonly expiresAfterMs: number;
  readonly asn: number | null;
  readonly organization: string | null;
  readonly country: string | null;
  readonly dataSets: string;
}

/**
 * Claims the sources that have been due the longest. No other process receives them before the lease ends; one that dies
 * loses nothing.
 */
export function claimSources(
  database: Queryable,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<ClaimedSource[]> {
  // As an array, like `isFound`.
  return database.query<ClaimedSource>(
    `UPDATE sources SET due_at = now() + $2 * interval '1 millisecond' WHERE address = ANY (ARRAY(
       SELECT address FROM sources WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
     )) RETURNING address, attempts`,
    [limit, leaseMs],
  );
}

/** Saves results. A lookup that failed or was skipped keeps the name that an earlier one found. */
export async function saveEnrichments(database: Queryable, sources: readonly EnrichedSource[]): Promise<void> {
  const found = toTable(
    sources,
    [
      ...ownerColumns,
      ["state", "text", ({ state }) => state],
      ["hostname", "text", ({ hostname }) => hostname],
      ["attempts", "int", ({ attempts }) => attempts],
      ["due_ms", "float8", ({ dueAfterMs }) => dueAfterMs],
      ["expires_ms", "float8", ({ expiresAfterMs }) => expiresAfterMs],
    ],
    { alias: "e" },
  );
  await database.query(
    `UPDATE sources s SET enriched_at = now(), attempts = e.attempts,
       due_at = now() + e.due_ms * interval '1 millisecond', expires_at = now() + e.expires_ms * interval '1 millisecond',
       hostname = CASE WHEN e.state IN ('failed', 'skipped') THEN s.hostname ELSE e.hostname END,
       hostname_state = CASE
         WHEN e.state IN ('failed', 'skipped') AND s.hostname IS NOT NULL THEN s.hostname_state ELSE e.state END,
       asn = e.asn, organization = e.organization, country = e.country, data_sets = e.data_sets
     FROM ${found.sql} WHERE s.address = e.address AND ${isFound}`,
    found.values,
  );
}

/** Who has an address, and where, as far as data sets tell. */
export type SourceOwner = Pick<EnrichedSource, "address" | "asn" | "organization" | "country" | "dataSets">;

export const ownerColumns: readonly Column<SourceOwner>[] = [
  ["address", "text", ({ address }) => address],
  ["asn", "bigint", ({ asn }) => asn],
  ["organization", "text", toStoredOrganization],
  ["country", "text", ({ country }) => country],
  ["data_sets", "text", ({ dataSets }) => dataSets],
];

/**
 * Joined to the table of parameters alone, PostgreSQL reads all sources to update a few hundred. For an array whose length it does not
 * know it uses the index.
 */
export const isFound = "s.address = ANY (ARRAY(SELECT unnest($1::text[])))";

const ORGANIZATION_CHARS_MAX = 255;

/** Names of organizations are from the operator's files, which may contain anything. */
function toStoredOrganization({ organization }: Pick<EnrichedSource, "organization">): string | null {
  return organization === null ? null : toStorableText(organization, ORGANIZATION_CHARS_MAX);
}

/**
 * Makes the sources after `after`, in the order of their addresses, due at once, at most `limit`.
 * @returns how many, and the last of them; `null`: there are none
 */
export async function refreshSources(
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly refreshed: number; readonly last: string | null }> {
  const [result] = await database.query<{ refreshed: number; last: string | null }>(
    `WITH refreshed AS (
       UPDATE sources SET due_at = now(), attempts = 0 WHERE address IN (
         SELECT address FROM sources WHERE address > $1 ORDER BY address LIMIT $2 FOR NO KEY UPDATE
       ) RETURNING address
     ) SELECT count(*)::int AS refreshed, max(address) AS last FROM refreshed`,
    [after, limit],
  );
  return result ?? { refreshed: 0, last: null };
}
