import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { askClickHouse, askForRows } from "../../support/ask-clickhouse.ts";
import { addFacts } from "./add-facts.ts";
import { assignClients } from "./assign-clients.ts";
import { SHARED_NETWORK } from "./shared-sources.ts";
import type { FilledOrganization, PortfolioSpec } from "./spec.ts";

/** Tables of ClickHouse's records and reports, and of PostgreSQL, whose rows belong to a domain. */
const COPIED = ["domains", "report_ledger", "stored_reports", "report_days"] as const;

interface Copying {
  readonly database: Database;
  readonly clickHouse: string;
  readonly original: FilledOrganization;
}

export interface CopyOptions {
  readonly folder: string;
  /** URL of the ClickHouse of the engines that run on the folder. */
  readonly clickHouse: string;
  readonly portfolio: PortfolioSpec;
  readonly onCopied: (number: number) => void;
}

/**
 * Multiplies an organization's domains with all their rows, inside both databases. Each copy has ids, names and most source
 * addresses of its own. Then domains get clients and labels, and some sources their facts.
 */
export async function copyDomains(original: FilledOrganization, options: CopyOptions): Promise<FilledOrganization> {
  const { folder, clickHouse, portfolio, onCopied } = options;
  const owner = await findRunningOwner(join(folder, "postgres"));
  if (!owner) throw new Error(`no engines are running on ${folder}`);
  const database = openDatabase(owner.url, 1);
  try {
    await database.query("SET synchronous_commit = off");
    const copying = { database, clickHouse, original };
    for (let number = 1; number < portfolio.times; number += 1) {
      await copyOnce(copying, number);
      onCopied(number);
    }
    await addToWhole(copying, portfolio.times);
    await assignClients(database, original.id, portfolio.references);
    await addFacts(copying);
    for (const table of COPIED) await database.query(`VACUUM (ANALYZE) ${table}`);
    return { ...original, reports: original.reports * portfolio.times };
  } finally {
    await database.close();
  }
}

async function copyOnce(copying: Copying, number: number): Promise<void> {
  const { database, original } = copying;
  const { id, domainIds, reports } = original;
  for (const table of COPIED) await copyTable(database, table, { number, reports, parameters: [id, domainIds] });
  for (const table of ["records", "reports"] as const) await copyRows(copying, table, number);
}

interface TableCopy {
  readonly number: number;
  readonly reports: number;
  readonly parameters: readonly [organizationId: string, domainIds: readonly string[]];
}

async function copyTable(database: Database, table: string, { number, reports, parameters }: TableCopy): Promise<void> {
  const own = (prefix: string, column: string) => `'${prefix}_' || substr(md5(${column} || '-${number}'), 1, 26)`;
  const changed: Readonly<Record<string, string>> = {
    domain_id: own("dom", "domain_id"),
    report_id: own("rpt", "report_id"),
    report_key: `sha256((${own("rpt", "report_id")})::bytea)`,
    sequence: `sequence + ${number * reports}`,
    id: own("dom", "id"),
    name: `'c${number}-' || name`,
    mailbox_token: `substr(md5(mailbox_token || '-${number}'), 1, 20)`,
  };
  const columns = await database.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map(({ column_name }) => column_name);
  const domain = table === "domains" ? "id" : "domain_id";
  await database.query(
    `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.map((name) => changed[name] ?? name).join(", ")}
     FROM ${table} WHERE organization_id = $1 AND ${domain} = ANY($2)`,
    parameters,
  );
}

/** Every fourth address, and those that send to all domains, are those of the original. */
const ownAddress = (number: number) => `if(
  cityHash64(source_ip) % 4 = 0 OR startsWith(source_ip_text, '${SHARED_NETWORK.replace(/\d+\/\d+$/, "")}') OR position(source_ip_text, '.') = 0,
  source_ip,
  IPv4ToIPv6(toIPv4(bitXor(reinterpretAsUInt32(reverse(substring(reinterpretAsFixedString(source_ip), 13, 4))), ${(number * 0x9e3b) % 0xffffff}))))`;

async function copyRows(
  { clickHouse, original }: Copying,
  table: "records" | "reports",
  number: number,
): Promise<void> {
  const own = (prefix: string, column: string) =>
    `concat('${prefix}_', substring(lower(hex(MD5(concat(${column}, '-${number}')))), 1, 26))`;
  const name = `concat('c${number}-', policy_domain)`;
  const renamed = (column: string) => `replaceOne(${column}, policy_domain, ${name})`;
  const renamedAll = (column: string) => `arrayMap(one -> ${renamed("one")}, ${column})`;
  const changed: Readonly<Record<string, string>> = {
    domain_id: own("dom", "domain_id"),
    report_id: own("rpt", "report_id"),
    policy_domain: name,
    header_from: renamed("header_from"),
    envelope_from: renamed("envelope_from"),
    dkim_domains: renamedAll("dkim_domains"),
    spf_domains: renamedAll("spf_domains"),
    source_ip: ownAddress(number),
  };
  const columns = await askForRows<{ name: string }>(
    clickHouse,
    `SELECT name FROM system.columns
     WHERE database = currentDatabase() AND table = '${table}' AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY position`,
  );
  const names = columns.map((column) => column.name);
  const ids = original.domainIds.map((id) => `'${id}'`).join(", ");
  await askClickHouse(
    clickHouse,
    `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.map((one) => changed[one] ?? one).join(", ")}
     FROM ${table} WHERE organization_id = '${original.id}' AND domain_id IN (${ids})`,
  );
}

/** The sums of the whole organization stand under an empty domain id. */
async function addToWhole({ database, original }: Copying, times: number): Promise<void> {
  const sums = ["reports", "messages", "passed", "spf_passed", "dkim_passed"];
  await database.query(
    `UPDATE report_days SET ${sums.map((name) => `${name} = ${name} * $2`).join(", ")}
     WHERE organization_id = $1 AND domain_id = ''`,
    [original.id, times],
  );
  await database.query("UPDATE report_sequences SET last_sequence = last_sequence * $2 WHERE organization_id = $1", [
    original.id,
    times,
  ]);
}
