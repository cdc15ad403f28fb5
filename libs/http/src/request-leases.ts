import type { Logger } from "@ruaflow/runtime/logging";

/** Identifies a request. The same key on another route or of another organization is a different request. */
export interface IdempotentRequest {
  readonly organizationId: string;
  /** Method and path pattern, without the prefix. */
  readonly route: string;
  readonly key: string;
}

/** A request in flight: `attempt` distinguishes it from a later request that took it over. */
export type BegunRequest = IdempotentRequest & { readonly attempt: string };

interface LeaseOptions {
  renewRequests(requests: readonly BegunRequest[]): Promise<void>;
  readonly renewEveryMs: number;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * After this time a handler is assumed to hang, and its request may be taken over. Longer than the server's time limit for
 * reading a request.
 */
const IN_FLIGHT_MS_MAX = 600_000;

/** Renews the leases of all requests in flight in one statement, so that only a process that died loses its leases. */
export function createRequestLeases({ renewRequests, renewEveryMs, logger }: LeaseOptions) {
  const inFlight = new Map<BegunRequest, number>();
  let isRenewing = false;

  async function renew(): Promise<void> {
    for (const [request, begunAt] of inFlight)
      if (performance.now() - begunAt > IN_FLIGHT_MS_MAX) inFlight.delete(request);
    if (isRenewing || inFlight.size === 0) return;
    isRenewing = true;
    try {
      await renewRequests([...inFlight.keys()]);
    } catch (error) {
      logger.warn({ err: error }, "the leases of idempotent requests were not renewed; trying again");
    } finally {
      isRenewing = false;
    }
  }

  const timer = setInterval(() => void renew(), renewEveryMs).unref();
  return {
    add: (request: BegunRequest) => void inFlight.set(request, performance.now()),
    remove: (request: BegunRequest) => void inFlight.delete(request),
    stop: () => clearInterval(timer),
  };
}
