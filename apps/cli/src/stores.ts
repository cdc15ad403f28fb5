import type { Environment } from "@ruaflow/runtime/settings";
import type { Stores } from "./open-stores.ts";

/** Runs `work` with the stores open and closes them whatever comes of it. */
export async function withStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  // Loaded only when needed: `explain` and `--help` answer without waiting for the engines' code.
  const { openStores } = await import("./open-stores.ts");
  return use(await openStores(environment), work);
}

/**
 * Like `withStores`, for what makes sense only beside a service.
 * @throws {UsageError} when none runs
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
