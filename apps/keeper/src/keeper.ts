import type { Service } from "@ruaflow/runtime";
import type { KeeperOptions } from "./keeper-options.ts";
import { listLoops } from "./loops.ts";
import { startLoops } from "./start-loops.ts";

/**
 * Does all background work: {@link listLoops}. What is due and how far it went is in the databases, so a restart
 * loses nothing, and several keepers share the work or leave it to one of them.
 */
export function createKeeper(options: KeeperOptions): Service {
  const { now = () => new Date() } = options;
  return { ...startLoops((wake) => listLoops({ ...options, now, wake }), options), name: "keeper" };
}
