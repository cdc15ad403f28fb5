import { type Resolver, Resolver as SystemResolver } from "node:dns/promises";
import { UsageError } from "@ruaflow/runtime/errors";

const TRIES = 2;
/** Codes of c-ares for a name or a record that does not exist. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * @param servers addresses, with a port if it is not 53; empty: the system's resolvers
 * @param timeoutMs of each query, which is sent at most twice
 * @throws {UsageError} for an invalid address
 */
export function createResolver(servers: readonly string[], timeoutMs: number): Resolver {
  const resolver = new SystemResolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs });
  try {
    if (servers.length > 0) resolver.setServers(servers);
  } catch {
    throw new UsageError(`RUAFLOW_DNS_SERVERS: ${servers.join(", ")} is not the address of a resolver.`);
  }
  return resolver;
}

/** The records of a query; none when the name or the record does not exist. */
export async function orEmpty<Found>(found: Promise<Found[]>): Promise<Found[]> {
  try {
    return await found;
  } catch (error) {
    if (ABSENT.has(readCode(error))) return [];
    throw error;
  }
}

/** The code of a DNS error, such as `ESERVFAIL`. */
export function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
