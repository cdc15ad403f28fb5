import { describeError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import type { StoresNeeded } from "./open-stores.ts";
import type { Stores } from "./stores.ts";

/** Opens the stores that a command needs, runs `work` and always closes them. Every command opens them here. */
export async function withStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
  { waits = false, ...needed }: StoresNeeded & { readonly waits?: boolean } = {},
): Promise<Result> {
  // Loaded only when needed: `explain` and `--help` need none of the engines' code.
  const { openStores } = await import("./open-stores.ts");
  const open = () => openStores(environment, needed);
  const stores = await (waits ? awaitStores(open) : open());
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
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
