import type { Service } from "@ruaflow/runtime";

export interface WorkLoopOptions {
  readonly name: string;
  /** One round; true when there is more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Between rounds at the most, when nobody wakes the loop. */
  readonly idleMs: number;
  /** Between rounds at the least, however often it is woken. */
  readonly pauseMs: number;
  /** After a round that failed; it is tried again after a rest. */
  readonly onError: (error: unknown) => void;
}

export interface WorkLoop extends Service {
  /** There may be something to do: the next round begins as soon as may be. */
  wake(): void;
}

const REST_MS = 1000;

/** Does rounds of work one after the other until it is stopped; stopping waits for the round in hand. */
export function startWorkLoop({ name, work, idleMs, pauseMs, onError }: WorkLoopOptions): WorkLoop {
  let stopped = false;
  let isWoken = false;
  let end = ignore;

  /** At least `pauseMs`, then until somebody wakes the loop, at most `mostMs`. */
  async function rest(mostMs: number): Promise<void> {
    await waitFor(pauseMs, () => stopped);
    await waitFor(mostMs - pauseMs, () => stopped || isWoken);
  }

  function waitFor(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    end = () => {
      if (isOver()) resolve();
    };
    return promise.finally(() => clearTimeout(timer));
  }

  async function run(): Promise<void> {
    while (!stopped) {
      isWoken = false;
      try {
        const hasMore = await work();
        await rest(hasMore ? pauseMs : idleMs);
      } catch (error) {
        onError(error);
        await waitFor(REST_MS, () => stopped);
      }
    }
  }

  const running = run();
  return {
    name,
    wake() {
      isWoken = true;
      end();
    },
    async stop() {
      stopped = true;
      end();
      await running;
    },
  };
}

function ignore(): void {}
