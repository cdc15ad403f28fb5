import { isOutage } from "@ruaflow/runtime/errors";
import { type Engine, type QueryParams, type RowOwner, toOwnerParams } from "./engine.ts";

/** The rows of a question's owners; of a query without owners all rows. Throws what the query failed with for this question. */
export type RowsOf = (owners: readonly RowOwner[]) => unknown[];

/** Identifies an owner among those of all organizations. */
function toOwnerKey({ organizationId, domainId, name, day, reportId }: RowOwner): string {
  return JSON.stringify([organizationId, domainId, name, day, reportId]);
}

/** Identifies a question among those that differ in their owners alone. */
export function toOwnersKey(owners: readonly RowOwner[]): string {
  return owners.map(toOwnerKey).join();
}

interface OwnedQuery {
  readonly query: string;
  readonly params: QueryParams;
}

/**
 * Reads the rows of several questions at once and deals them out by the owner that each row names. What fails for several is read for
 * each alone: a domain with too much mail for a query fails no other.
 */
export async function readOfOwners(
  engine: Engine,
  { query, params }: OwnedQuery,
  questions: readonly (readonly RowOwner[])[],
): Promise<RowsOf> {
  const read = async (owners: readonly RowOwner[]): Promise<RowsOf> => {
    const rows = await engine.select<RowOwner>(query, { ...params, ...toOwnerParams(owners) });
    const rowsOf = Map.groupBy(rows, toOwnerKey);
    return (some) => some.flatMap((owner) => rowsOf.get(toOwnerKey(owner)) ?? []);
  };
  try {
    return await read(questions.flat());
  } catch (error) {
    if (questions.length === 1 || isOutage(error)) throw error;
    return readEach(questions, read);
  }
}

async function readEach(
  questions: readonly (readonly RowOwner[])[],
  read: (owners: readonly RowOwner[]) => Promise<RowsOf>,
): Promise<RowsOf> {
  const outcomes = new Map<string, PromiseSettledResult<RowsOf>>();
  for (const owners of questions) {
    const [outcome] = await Promise.allSettled([read(owners)]);
    outcomes.set(toOwnersKey(owners), outcome);
  }
  return (owners) => {
    const outcome = outcomes.get(toOwnersKey(owners));
    if (outcome?.status === "rejected") throw outcome.reason;
    return outcome?.value(owners) ?? [];
  };
}
