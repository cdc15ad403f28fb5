/** Views of SQL readers, with their sums. */
export const views = [
  "records",
  "reports",
  "daily",
  "sources",
  "failures",
  "dkim_results",
  "spf_results",
  "domains",
  "attention",
] as const;

const tables = [
  "records",
  "reports",
  "deleted_domains",
  "source_facts",
  "domains",
  "attention",
  "verdicts",
  "visibility",
  "schema_migrations",
];

/** Attempts of an analyst of org_a to learn something of org_b through a view: 0 or empty when there is nothing to learn. */
export function listViewAttempts(name: string): readonly string[] {
  const view = `ruaflow_v1.${name}`;
  const joined = { domains: "status", attention: "reason" }[name] ?? "day";
  return [
    `SELECT 1 FROM ${view} WHERE organization_id = 'org_b' LIMIT 1`,
    `SELECT countIf(organization_id != 'org_a') FROM ${view}`,
    `SELECT 1 FROM (SELECT * FROM ${view} LIMIT 100000) WHERE organization_id = 'org_b' LIMIT 1`,
    `SELECT 1 FROM (SELECT * FROM ${view} SETTINGS log_comment = 'org_b', query_cache_tag = 'org_b') WHERE organization_id = 'org_b' LIMIT 1`,
    `SELECT 1 FROM ${view} AS one JOIN ${view} AS other ON one.${joined} = other.${joined} AND one.domain_id != other.domain_id WHERE one.organization_id != other.organization_id LIMIT 1`,
    `SELECT 1 FROM merge('ruaflow_v1', '^${name}$') WHERE organization_id = 'org_b' LIMIT 1`,
    // Conditions that fail, or not, by a row that must not be read.
    `SELECT count() FROM ${view} WHERE throwIf(organization_id = 'org_b') > 0`,
    `SELECT count() FROM ${view} WHERE intDiv(1, organization_id != 'org_b') = 0`,
    `SELECT count() FROM ${view} WHERE throwIf(domain_id IN (SELECT domain_id FROM ${view} WHERE organization_id = 'org_b')) > 0`,
    `SELECT 1 FROM ${view} WHERE organization_id = 'org_b' LIMIT 1 SETTINGS log_comment = 'org_b'`,
    `SELECT 1 FROM remote('127.0.0.1', ${view}) LIMIT 1`,
  ];
}

/** Attempts to learn of an address, and what is known of it, that sent mail to org_b alone. */
const addressAttempts = [
  "source_ip = toIPv6('2001:db8::b')",
  "source_ip_text = '2001:db8::b'",
  "hostname = 'only-b.example'",
  "asn = 64500",
  "organization = 'Only B'",
  "country = 'XX'",
].flatMap((condition) => [
  `SELECT 1 FROM ruaflow_v1.sources WHERE ${condition} LIMIT 1`,
  `SELECT count() FROM ruaflow_v1.sources WHERE throwIf(${condition}) > 0`,
  `SELECT count() FROM ruaflow_v1.sources WHERE intDiv(1, NOT (${condition})) = 0`,
]);

/** Attempts to learn of a domain of org_b by what is known of it. */
const domainAttempts = [
  ["records", "domain_name = 'only-org_b.example'"],
  ["records", "client_reference = 'only-org_b'"],
  ["records", "has(labels, 'only-org_b')"],
  ["daily", "client_reference = 'only-org_b'"],
  ["sources", "client_reference = 'only-org_b'"],
  ["domains", "name = 'only-org_b.example'"],
  ["domains", "client_reference = 'only-org_b'"],
  ["attention", "summary = 'only-org_b'"],
].flatMap(([view, condition]) => [
  `SELECT 1 FROM ruaflow_v1.${view} WHERE ${condition} LIMIT 1`,
  `SELECT count() FROM ruaflow_v1.${view} WHERE throwIf(${condition}) > 0`,
  `SELECT count() FROM ruaflow_v1.${view} WHERE intDiv(1, NOT (${condition})) = 0`,
]);

/** Attempts to read past the views. */
export const otherAttempts: readonly string[] = [
  ...addressAttempts,
  ...domainAttempts,
  ...tables.flatMap((table) => [
    `SELECT 1 FROM ruaflow.${table} LIMIT 1`,
    `DESCRIBE TABLE ruaflow.${table}`,
    `SHOW CREATE TABLE ruaflow.${table}`,
    `SELECT 1 FROM merge('ruaflow', '^${table}$') LIMIT 1`,
    `SELECT 1 FROM mergeTreeIndex('ruaflow', '${table}') LIMIT 1`,
    `SELECT sum(rows) FROM system.parts WHERE database = 'ruaflow' AND table = '${table}'`,
    `SELECT count() FROM system.columns WHERE database = 'ruaflow' AND table = '${table}'`,
    `SELECT count() FROM system.tables WHERE database = 'ruaflow' AND name = '${table}'`,
  ]),
  "SELECT 1 FROM mergeTreeProjection('ruaflow', 'records', 'day_sums') LIMIT 1",
  "SELECT sum(rows) FROM system.projection_parts WHERE database = 'ruaflow'",
  "SELECT count() FROM system.parts_columns WHERE database = 'ruaflow'",
  "SELECT count() FROM system.mutations WHERE database = 'ruaflow'",
  "SELECT count() FROM system.databases WHERE name = 'ruaflow'",
  "SELECT name FROM system.users",
  "SELECT name FROM system.row_policies",
  "SELECT count() FROM system.dictionaries",
  "SELECT 1 FROM file('/etc/passwd', 'LineAsString') LIMIT 1",
  "SELECT 1 FROM url('http://127.0.0.1:1/', 'LineAsString') LIMIT 1",
  "SELECT 1 FROM executable('id', 'LineAsString', 'line String') LIMIT 1",
  "EXECUTE AS ruaflow_views SELECT 1 FROM ruaflow.records LIMIT 1",
  "GRANT SELECT ON ruaflow.* TO default",
  "ALTER TABLE ruaflow_v1.records MODIFY SQL SECURITY NONE",
  "CREATE VIEW ruaflow_v1.mine AS SELECT * FROM ruaflow.records",
  "CREATE TEMPORARY TABLE mine AS SELECT * FROM ruaflow.records",
  "INSERT INTO ruaflow.visibility (version, attempt) VALUES (9, 9)",
  "DROP VIEW ruaflow_v1.records",
  "SET readonly = 0",
  "SELECT 1 SETTINGS max_memory_usage = 1",
];
