import type { Environment } from "@ruaflow/runtime";
import type { Stores } from "./open-stores.ts";

/** Runs `work` with the stores open and closes them whatever comes of it. */
export async function withStores<Result>(
  environment: Environment,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  // Loaded only when needed: `explain` and `--help` answer without waiting for the engines' code.
  const { openStores } = await import("./open-stores.ts");
  const stores = await openStores(environment);
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
}
