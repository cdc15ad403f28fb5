import { retryUntilDone } from "@ruaflow/runtime/work";
import type { WritingEngine } from "../engine.ts";
import { type Cluster, createClusterLayout } from "./cluster.ts";
import { toClusterStatements } from "./rewrite-statement.ts";

const LAG_RETRIES_MAX = 20;
const LAG_PAUSE_MS = 100;

/** An engine whose statements reach all servers of a cluster; its requests must have {@link clusterSettings}. */
export function createClusterEngine(engine: WritingEngine, cluster: Cluster): WritingEngine {
  return {
    ...engine,
    layout: createClusterLayout(cluster),
    select: (query, params) => retryLag(() => engine.select(query, params)),
    async command(query, params) {
      for (const statement of toClusterStatements(query, cluster)) await engine.command(statement, params);
    },
  };
}

/** A replica outside the quorum has the rows soon, and another request may ask another replica. */
function retryLag<Result>(work: () => Promise<Result>): Promise<Result> {
  const options = { retriesMax: LAG_RETRIES_MAX, pauseMinMs: LAG_PAUSE_MS, pauseMaxMs: LAG_PAUSE_MS };
  return retryUntilDone(work, { ...options, shouldRetry: isLag });
}

function isLag(error: unknown): boolean {
  return error instanceof Error && "type" in error && error.type === "REPLICA_IS_NOT_IN_QUORUM";
}
