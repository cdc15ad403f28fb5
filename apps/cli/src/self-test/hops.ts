import { setTimeout as sleep } from "node:timers/promises";

const POLL_EVERY_MS = 20;

/** One step on the way of the report. */
export interface Hop {
  readonly name: string;
  /** Since the step before. */
  readonly ms: number;
  readonly detail: string;
}

/** Measures one step after the other. */
export interface Stopwatch {
  readonly hops: readonly Hop[];
  /** Runs the next step; its result says what happened. */
  run<Result extends { readonly detail: string }>(name: string, step: () => Promise<Result>): Promise<Result>;
}

export function createStopwatch(onHop: (hop: Hop) => void): Stopwatch {
  const hops: Hop[] = [];
  return {
    hops,
    async run(name, step) {
      const startedAt = performance.now();
      const result = await step();
      const hop = { name, ms: Math.round(performance.now() - startedAt), detail: result.detail };
      hops.push(hop);
      onHop(hop);
      return result;
    },
  };
}

/**
 * Asks until there is an answer.
 * @throws Error naming what did not happen within `timeoutMs`
 */
export async function waitFor<Answer>(
  what: string,
  timeoutMs: number,
  ask: () => Promise<Answer | null>,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${timeoutMs / 1000} s.`);
    await sleep(POLL_EVERY_MS);
  }
}
