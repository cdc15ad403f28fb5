import type { Database } from "@ruaflow/postgres";

const LABELS = 12;
const ALERTED_EVERY = 20;

/**
 * Gives each domain a client and labels: two of them to every third domain, none to every tenth; and to some domains an open
 * alert.
 */
export async function assignClients(database: Database, organizationId: string, references: number): Promise<void> {
  await database.query(
    `UPDATE domains SET client_reference = 'C-' || lpad((1 + n.at % $2)::text, 5, '0'), labels = CASE
         WHEN n.at % 10 = 0 THEN '{}'
         WHEN n.at % 3 = 0 THEN ARRAY['team-' || n.at % ${LABELS}, 'priority']
         ELSE ARRAY['team-' || n.at % ${LABELS}] END
     FROM (SELECT id, row_number() OVER (ORDER BY md5(name))::integer AS at FROM domains WHERE organization_id = $1) n
     WHERE domains.id = n.id`,
    [organizationId, references],
  );
  await database.query(
    `INSERT INTO alerts (id, organization_id, domain_id, rule, state, summary, value, threshold, triggered_at)
     SELECT 'alt_' || substr(md5(id), 1, 26), organization_id, id, 'pass_rate', 'triggered', 'Few messages pass DMARC.', 41.5, 90,
       now() - interval '1 hour' * (at % 200)
     FROM (SELECT id, organization_id, row_number() OVER (ORDER BY id) AS at FROM domains WHERE organization_id = $1) n
     WHERE at % ${ALERTED_EVERY} = 0`,
    [organizationId],
  );
}
