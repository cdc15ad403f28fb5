import type { Logger } from "@ruaflow/runtime/logging";
import type { IdempotentRequest } from "./idempotency.ts";

/** A request that was begun: `attempt` tells it from a later one that took it over. */
export type BegunRequest = IdempotentRequest & { readonly attempt: string };

interface LeaseOptions {
  renewRequests(requests: readonly BegunRequest[]): Promise<void>;
  readonly renewEveryMs: number;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * A handler that has not ended by then never will: its request may be taken over. Longer than any request may take that
 * this server reads.
 */
const IN_HAND_MS_MAX = 600_000;

/** Renews the leases of the requests in hand, all in one statement, so that only a process that died loses its own. */
export function createRequestLeases({ renewRequests, renewEveryMs, logger }: LeaseOptions) {
  const inHand = new Map<BegunRequest, number>();
  let isRenewing = false;

  async function renew(): Promise<void> {
    for (const [request, begunAt] of inHand) if (performance.now() - begunAt > IN_HAND_MS_MAX) inHand.delete(request);
    if (isRenewing || inHand.size === 0) return;
    isRenewing = true;
    try {
      await renewRequests([...inHand.keys()]);
    } catch (error) {
      logger.warn({ err: error }, "the leases of idempotent requests were not renewed; trying again");
    } finally {
      isRenewing = false;
    }
  }

  const timer = setInterval(() => void renew(), renewEveryMs).unref();
  return {
    add: (request: BegunRequest) => void inHand.set(request, performance.now()),
    remove: (request: BegunRequest) => void inHand.delete(request),
    stop: () => clearInterval(timer),
  };
}
