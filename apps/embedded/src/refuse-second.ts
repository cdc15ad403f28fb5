import { join, resolve } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Settings } from "./config.ts";

/**
 * A second start of the same service is no mistake of a port or a folder, which later refusals would name.
 * @throws {UsageError} that says where it runs
 */
export async function refuseSecond({ DATABASE_URL, RUAFLOW_DATA_DIR }: Settings): Promise<void> {
  if (DATABASE_URL !== undefined) return;
  const folder = resolve(RUAFLOW_DATA_DIR);
  // Another user's folder is refused where it is opened.
  const owner = await findRunningOwner(join(folder, "postgres")).catch(() => null);
  if (owner === null || owner.isTemporary) return;
  throw new UsageError(
    `This service is already running: ${owner.description}, process ${owner.pid}, with the data in ${folder}. Nothing was started. Commands such as npx ruaflow import use it; to start it anew, stop that process first.`,
  );
}
