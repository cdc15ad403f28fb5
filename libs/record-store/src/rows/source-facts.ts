import type { Engine, WritingEngine } from "../engine/engine.ts";
import { readSettings } from "../engine/read-settings.ts";
import { insertSettings } from "./insert-lines.ts";
import { toAddressText } from "./stored-values.ts";

/** What is known of an address that sent mail; `null`: not known. */
export interface SourceFacts {
  /** IPv4 dotted, or IPv6. */
  readonly address: string;
  readonly hostname: string | null;
  readonly asn: number | null;
  readonly organization: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

const columns = "address, hostname, asn, organization, country";
const query = `SELECT ${columns} FROM source_facts FINAL
WHERE address IN (SELECT toIPv6(arrayJoin({addresses:Array(String)}))) ${readSettings}`;
const statement = `INSERT INTO source_facts (${columns}) SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;

interface StoredFacts {
  readonly address: string;
  readonly hostname: string;
  readonly asn: number;
  readonly organization: string;
  readonly country: string;
}

/**
 * Those facts that differ from their last copy.
 *
 * @param facts at most 2,000: their addresses are sent in the request URL
 */
export async function listUncopiedFacts(engine: Engine, facts: readonly SourceFacts[]): Promise<SourceFacts[]> {
  if (facts.length === 0) return [];
  const rows = await engine.select<StoredFacts>(query, { addresses: facts.map(({ address }) => address) });
  const known = new Set(rows.map((row) => toLine({ ...row, address: toAddressText(row.address) })));
  return facts.filter((one) => !known.has(toLine(toStored(one))));
}

/** Copies facts for SQL readers and filters of records. */
export async function copySourceFacts(engine: WritingEngine, facts: readonly SourceFacts[]): Promise<void> {
  const lines = facts.map((one) => toLine(toStored(one)));
  if (lines.length > 0) await engine.insert(statement, lines);
}

function toStored({ address, hostname, asn, organization, country }: SourceFacts): StoredFacts {
  return {
    address,
    hostname: hostname ?? "",
    asn: asn ?? 0,
    organization: organization ?? "",
    country: country ?? "",
  };
}

function toLine({ address, hostname, asn, organization, country }: StoredFacts): string {
  return JSON.stringify([address, hostname, asn, organization, country]);
}
