import type { Database } from "@ruaflow/postgres";
import { askForRows } from "../../support/ask-clickhouse.ts";
import type { FilledOrganization } from "./spec.ts";

/** The most frequent addresses: no client asks for facts about a million made-up ones. */
const ADDRESSES = 20_000;

export interface FactsOf {
  readonly database: Database;
  /** Folder of the records. */
  readonly clickHouse: string;
  readonly original: FilledOrganization;
}

/** Makes up facts about the most frequent sources. No other source is looked up later. */
export async function addFacts({ database, clickHouse, original }: FactsOf): Promise<void> {
  const rows = await askForRows<{ address: string }>(
    clickHouse,
    `SELECT any(source_ip_text) AS address FROM records WHERE organization_id = '${original.id}'
     GROUP BY source_ip ORDER BY count() DESC LIMIT ${ADDRESSES}`,
  );
  await database.query(
    `INSERT INTO sources (address, due_at, expires_at, enriched_at, hostname, hostname_state, asn, organization, country)
     SELECT address, NULL, now() + interval '1 year', now(), 'host-' || at || '.example', 'confirmed', 64512 + at % 1000,
       'Network ' || at % 1000, (ARRAY['DE', 'FR', 'NZ', 'US'])[1 + at % 4]
     FROM unnest($1::text[]) WITH ORDINALITY AS a (address, at) ON CONFLICT DO NOTHING`,
    [rows.map(({ address }) => address)],
  );
  await database.query(
    `INSERT INTO source_positions SELECT organization_id, last_sequence FROM report_sequences WHERE organization_id = $1
     ON CONFLICT (organization_id) DO UPDATE SET last_sequence = excluded.last_sequence`,
    [original.id],
  );
}
