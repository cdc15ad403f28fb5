import type { Environment } from "@ruaflow/runtime/settings";
import type { Stores } from "./open-stores.ts";

/** Opens the stores, runs `work` and always closes them. */
export async function withStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  // Loaded only when needed: `explain` and `--help` need none of the engines' code.
  const { openStores } = await import("./open-stores.ts");
  return use(await openStores(environment), work);
}

/**
 * Like `withStores`, for commands that need a running service.
 * @throws {UsageError} without a running service
 */
export async function withRunningStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const { openRunningStores } = await import("./open-stores.ts");
  return use(await openRunningStores(environment), work);
}

async function use<Result>(stores: Stores, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
}
