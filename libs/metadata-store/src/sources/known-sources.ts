import type { Queryable } from "@ruaflow/postgres";
import type { HostnameState } from "./enrichment.ts";

/** What is known of an address. */
export interface KnownSource {
  readonly address: string;
  /** Only a confirmed name: it leads back to the address. */
  readonly hostname: string | null;
  readonly asn: number | null;
  readonly organization: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** Everything that is kept about an address, for the operator. */
export interface ListedSource extends KnownSource {
  /** The name that its owner claims, confirmed or not. */
  readonly claimedName: string | null;
  readonly state: HostnameState | "pending";
  readonly enrichedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly dataSets: string | null;
}

export interface SourceCounts {
  /** Sources that wait for their facts, or for newer ones. */
  readonly due: number;
  /** For how long the first of them has waited; 0 without any. */
  readonly dueSeconds: number;
  /** Stored reports whose addresses have not been collected yet. */
  readonly uncollectedReports: number;
}

const facts = `address, CASE WHEN hostname_state = 'confirmed' THEN hostname END AS hostname, asn::float8, organization, country`;

/** What is known of these addresses. One that has not been enriched yet has no entry. */
export async function readSources(
  database: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, KnownSource>> {
  const rows = await database.query<KnownSource>(
    `SELECT ${facts} FROM sources WHERE address = ANY($1) AND enriched_at IS NOT NULL`,
    [addresses],
  );
  return new Map(rows.map((row) => [row.address, row]));
}

/** Sources in the order of their addresses, after `after`. */
export function listSources(
  database: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<ListedSource[]> {
  return database.query<ListedSource>(
    `SELECT ${facts}, hostname AS "claimedName", hostname_state AS state, enriched_at AS "enrichedAt",
       expires_at AS "expiresAt", data_sets AS "dataSets"
     FROM sources WHERE address > $1 ORDER BY address LIMIT $2`,
    [after, limit],
  );
}

export async function countSources(database: Queryable): Promise<SourceCounts> {
  const [counts] = await database.query<SourceCounts & Record<string, number>>(
    `SELECT (SELECT count(*)::float8 FROM sources WHERE due_at <= now()) AS due,
       coalesce((SELECT extract(epoch FROM now() - min(due_at)) FROM sources WHERE due_at <= now()), 0)::float8
         AS "dueSeconds",
       (SELECT coalesce(sum(s.last_sequence - coalesce(p.last_sequence, 0)), 0)::float8
        FROM report_sequences s LEFT JOIN source_positions p USING (organization_id)) AS "uncollectedReports"`,
  );
  return counts ?? { due: 0, dueSeconds: 0, uncollectedReports: 0 };
}
