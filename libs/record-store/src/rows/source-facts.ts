import type { Engine } from "../engine/engine.ts";
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

const query = `SELECT address, nullIf(hostname, '') AS hostname, nullIf(asn, 0) AS asn, nullIf(organization, '') AS organization,
  nullIf(country, '') AS country
FROM source_facts FINAL WHERE address IN (SELECT toIPv6(arrayJoin({addresses:Array(String)}))) ${readSettings}`;

const columns = "address, hostname, asn, organization, country";
const statement = `INSERT INTO source_facts (${columns}) SETTINGS ${insertSettings} FORMAT JSONCompactEachRow`;

/**
 * Copies facts for SQL readers, and writes only those that differ from the last copy.
 *
 * @param facts at most 2,000: their addresses are sent in the request URL
 * @returns how many were written
 */
export async function copySourceFacts(engine: Engine, facts: readonly SourceFacts[]): Promise<number> {
  if (facts.length === 0) return 0;
  const rows = await engine.select<SourceFacts>(query, { addresses: facts.map(({ address }) => address) });
  const known = new Map(rows.map((row) => [toAddressText(row.address), toLine(row)]));
  const changed = facts.filter((one) => known.get(one.address) !== toLine(one));
  if (changed.length > 0) await engine.insert(statement, changed.map(toStoredLine));
  return changed.length;
}

/** Without the address, whose text ClickHouse may write in another way. */
function toLine({ hostname, asn, organization, country }: SourceFacts): string {
  return JSON.stringify([hostname ?? "", asn ?? 0, organization ?? "", country ?? ""]);
}

function toStoredLine({ address, hostname, asn, organization, country }: SourceFacts): string {
  return JSON.stringify([address, hostname ?? "", asn ?? 0, organization ?? "", country ?? ""]);
}
