import type { Queryable } from "@ruaflow/postgres";

/** What mails whose sender proves nothing may bring in one UTC day. */
export interface UnprovenBound {
  readonly bytesMax: number;
  readonly recordsMax: number;
}

/** One UTC day of a network, or of a domain. */
interface DayOf {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The network, or the id of the domain. */
  readonly name: string;
}

/**
 * Counts the bytes of a mail for its network, unless they exceed the bound or no record is left.
 *
 * @returns how many records the network may still bring; `null`: nothing was counted
 */
export async function takeNetworkBytes(
  database: Queryable,
  { day, name, bytes }: DayOf & { readonly bytes: number },
  { bytesMax, recordsMax }: UnprovenBound,
): Promise<number | null> {
  if (bytes > bytesMax) return null;
  const rows = await database.query<{ records: number }>(
    `INSERT INTO unproven_mail AS u (kind, name, day, bytes) VALUES ('network', $1, $2, $3)
     ON CONFLICT (kind, name, day) DO UPDATE SET bytes = u.bytes + excluded.bytes
       WHERE u.bytes + excluded.bytes <= $4 AND u.records < $5
     RETURNING records::float8 AS records`,
    [name, day, bytes, bytesMax, recordsMax],
  );
  const [row] = rows;
  return row === undefined ? null : recordsMax - row.records;
}

/** Gives back what was counted for a network, and of which nothing is stored. */
export async function returnNetworkRoom(
  database: Queryable,
  { day, name, bytes = 0, records = 0 }: DayOf & { readonly bytes?: number; readonly records?: number },
): Promise<void> {
  await database.query(
    `UPDATE unproven_mail SET bytes = greatest(0, bytes - $3), records = greatest(0, records - $4)
     WHERE kind = 'network' AND name = $1 AND day = $2`,
    [name, day, bytes, records],
  );
}

/** Counts records for a network. False: they exceed the bound, and nothing was counted. */
export async function takeNetworkRecords(
  database: Queryable,
  { day, name, records }: DayOf & { readonly records: number },
  { recordsMax }: UnprovenBound,
): Promise<boolean> {
  if (records > recordsMax) return false;
  const rows = await database.query(
    `INSERT INTO unproven_mail AS u (kind, name, day, records) VALUES ('network', $1, $2, $3)
     ON CONFLICT (kind, name, day) DO UPDATE SET records = u.records + excluded.records
       WHERE u.records + excluded.records <= $4
     RETURNING 1`,
    [name, day, records, recordsMax],
  );
  return rows.length > 0;
}

/** What was read of an address in vain has a row beside those of networks: no network has such a name. */
const toVainName = (address: string): string => `read in vain of ${address}`;

/** Counts what was read of mail from an address (of IPv6 the /64), and was not stored. */
export async function addReadInVain(
  database: Queryable,
  { day, name, bytes, records }: DayOf & { readonly bytes: number; readonly records: number },
): Promise<void> {
  await database.query(
    `INSERT INTO unproven_mail AS u (kind, name, day, bytes, records) VALUES ('network', $1, $2, $3, $4)
     ON CONFLICT (kind, name, day) DO UPDATE SET bytes = u.bytes + excluded.bytes, records = u.records + excluded.records`,
    [toVainName(name), day, bytes, records],
  );
}

/** True if as much was read in vain of an address as the bound allows. */
export async function isReadInVainFull(
  database: Queryable,
  { day, name }: DayOf,
  { bytesMax, recordsMax }: UnprovenBound,
): Promise<boolean> {
  const [full] = await database.query(
    `SELECT 1 FROM unproven_mail WHERE kind = 'network' AND name = $1 AND day = $2 AND (bytes >= $3 OR records >= $4)`,
    [toVainName(name), day, bytesMax, recordsMax],
  );
  return full !== undefined;
}

/** Counts a report for its domain. False: it exceeds the bound, and nothing was counted. */
export async function takeDomainRoom(
  database: Queryable,
  { day, name, bytes, records }: DayOf & { readonly bytes: number; readonly records: number },
  { bytesMax, recordsMax }: UnprovenBound,
): Promise<boolean> {
  if (bytes > bytesMax || records > recordsMax) return false;
  const rows = await database.query(
    `INSERT INTO unproven_mail AS u (kind, name, day, bytes, records) VALUES ('domain', $1, $2, $3, $4)
     ON CONFLICT (kind, name, day) DO UPDATE SET bytes = u.bytes + excluded.bytes, records = u.records + excluded.records
       WHERE u.bytes + excluded.bytes <= $5 AND u.records + excluded.records <= $6
     RETURNING 1`,
    [name, day, bytes, records, bytesMax, recordsMax],
  );
  return rows.length > 0;
}

/** True if one of the domains has nothing left for that day. */
export async function isDomainFull(
  database: Queryable,
  { day, names }: Pick<DayOf, "day"> & { readonly names: readonly string[] },
  { bytesMax, recordsMax }: UnprovenBound,
): Promise<boolean> {
  const [full] = await database.query(
    `SELECT 1 FROM unproven_mail WHERE kind = 'domain' AND name = ANY($1) AND day = $2
       AND (bytes >= $3 OR records >= $4) LIMIT 1`,
    [names, day, bytesMax, recordsMax],
  );
  return full !== undefined;
}

/** Counts a mail that was deferred, for each of these domains. */
export async function countDeferredMail(
  database: Queryable,
  { day, names, bytes }: Pick<DayOf, "day"> & { readonly names: readonly string[]; readonly bytes: number },
): Promise<void> {
  await database.query(
    `INSERT INTO unproven_mail AS u (kind, name, day, deferred_mails, deferred_bytes)
     SELECT DISTINCT 'domain', name, $2::date, 1, $3::bigint FROM unnest($1::text[]) AS d (name) ORDER BY name
     ON CONFLICT (kind, name, day) DO UPDATE
       SET deferred_mails = u.deferred_mails + 1, deferred_bytes = u.deferred_bytes + excluded.deferred_bytes`,
    [names, day, bytes],
  );
}

/** One day of a domain. */
export interface UnprovenDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly bytes: number;
  readonly records: number;
  readonly deferredMails: number;
  readonly deferredBytes: number;
}

/** Days of a domain with mail whose sender proves nothing, newest first; counts are kept for 31 days. */
export function listUnprovenDays(database: Queryable, domainId: string): Promise<UnprovenDay[]> {
  return database.query<UnprovenDay & Record<string, unknown>>(
    `SELECT day::text, bytes::float8, records::float8, deferred_mails::float8 AS "deferredMails",
       deferred_bytes::float8 AS "deferredBytes"
     FROM unproven_mail WHERE kind = 'domain' AND name = $1 ORDER BY day DESC LIMIT 31`,
    [domainId],
  );
}

/** Forgets the counts of earlier days. */
export async function forgetUnprovenMail(database: Queryable, beforeDay: string): Promise<void> {
  await database.query("DELETE FROM unproven_mail WHERE day < $1", [beforeDay]);
}
