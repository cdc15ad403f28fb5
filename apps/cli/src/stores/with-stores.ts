import { describeError } from "@ruaflow/runtime/errors";
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

/** Like `withStores`, for commands that wait during an outage: they wait for stores that cannot be opened, too. */
export async function withAwaitedStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const { openStores } = await import("./open-stores.ts");
  return use(await awaitStores(() => openStores(environment)), work);
}

/** Repeats a question to the stores until they answer, and says once what it waits for. */
export async function awaitStores<Result>(ask: () => Promise<Result>): Promise<Result> {
  const { retryUntilDone } = await import("@ruaflow/runtime/work");
  let isSaid = false;
  return retryUntilDone(ask, {
    onRetry(error) {
      if (!isSaid) process.stderr.write(`${describeError(error)}; waiting for it\n`);
      isSaid = true;
    },
  });
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
