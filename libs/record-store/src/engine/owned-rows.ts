import { isOutage } from "@ruaflow/runtime/errors";
import { type Engine, type QueryParams, type RowOwner, toOwnerParams } from "./engine.ts";

/** The rows of an owner; of a query without owners all rows. Throws what the query failed with for this owner. */
export type RowsOf = (owner?: RowOwner) => unknown[];

/** Identifies an owner among those of all organizations. */
export function toOwnerKey({ organizationId, domainId, day, reportId }: RowOwner): string {
  return JSON.stringify([organizationId, domainId, day, reportId]);
}

interface OwnedQuery {
  readonly query: string;
  readonly params: QueryParams;
}

/**
 * Reads the rows of several owners at once and deals them out by the owner that each row names. What fails for several is read for each
 * alone: an owner with too much mail for a query fails no other.
 */
export async function readOfOwners(
  engine: Engine,
  { query, params }: OwnedQuery,
  owners: readonly RowOwner[],
): Promise<RowsOf> {
  const read = (some: readonly RowOwner[]) => engine.select<RowOwner>(query, { ...params, ...toOwnerParams(some) });
  try {
    const rowsOf = Map.groupBy(await read(owners), toOwnerKey);
    return (owner) => (owner && rowsOf.get(toOwnerKey(owner))) ?? [];
  } catch (error) {
    if (owners.length === 1 || isOutage(error)) throw error;
    return readEach(owners, (owner) => read([owner]));
  }
}

async function readEach(
  owners: readonly RowOwner[],
  read: (owner: RowOwner) => Promise<readonly RowOwner[]>,
): Promise<RowsOf> {
  const outcomes = new Map<string, PromiseSettledResult<readonly RowOwner[]>>();
  for (const owner of owners) {
    const [outcome] = await Promise.allSettled([read(owner)]);
    outcomes.set(toOwnerKey(owner), outcome);
  }
  return (owner) => {
    const outcome = owner && outcomes.get(toOwnerKey(owner));
    if (outcome?.status === "rejected") throw outcome.reason;
    const own = (row: RowOwner) => owner !== undefined && toOwnerKey(row) === toOwnerKey(owner);
    return outcome?.value.filter(own) ?? [];
  };
}
