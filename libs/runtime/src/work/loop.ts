import type { Service } from "../process.ts";

export interface LoopOptions {
  readonly name: string;
  /** One round; true when there is more to do at once. It should end soon after `stopping` is aborted. */
  readonly work: (stopping: AbortSignal) => Promise<boolean>;
  /** Before the first round; waking does not shorten it. Default 0. */
  readonly delayMs?: number;
  /** From the end of a round to the next one, unless the loop is woken or there is more to do. */
  readonly everyMs: number;
  /** The shortest time between two rounds, however often the loop is woken. Default 0. */
  readonly pauseMs?: number;
  /** From a round that failed to the next one; waking does not shorten it. */
  readonly restMs?: number;
  /** Called with the first failure after a success, so that a long outage does not fill the log. */
  readonly onError: (error: unknown) => void;
}

export interface Loop extends Service {
  /** There may be something to do: the next round begins as soon as `pauseMs` allows. */
  wake(): void;
  /** Aborts `stopping` and waits for the round under way. */
  stop(): Promise<void>;
}

const REST_MS = 1000;

/** Runs rounds of work in turn until it is stopped; a failure ends only its round. */
export function startLoop(options: LoopOptions): Loop {
  const { name, work, delayMs = 0, everyMs, pauseMs = 0, restMs = REST_MS, onError } = options;
  const stopping = new AbortController();
  let isWoken = false;
  let isFailing = false;
  let endPause = ignore;

  /** Waits for `ms`, until the loop is stopped, or, with `canWake`, until it is woken. */
  function pause(ms: number, canWake: boolean): Promise<void> {
    const isOver = () => stopping.signal.aborted || (canWake && isWoken);
    if (ms <= 0 || isOver()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    endPause = () => {
      if (isOver()) resolve();
    };
    return promise.finally(() => clearTimeout(timer));
  }

  async function round(): Promise<void> {
    isWoken = false;
    try {
      const hasMore = await work(stopping.signal);
      isFailing = false;
      await pause(pauseMs, false);
      if (!hasMore) await pause(everyMs - pauseMs, true);
    } catch (error) {
      if (!isFailing && !stopping.signal.aborted) onError(error);
      isFailing = true;
      await pause(restMs, false);
    }
  }

  async function run(): Promise<void> {
    if (delayMs > 0) await pause(delayMs, false);
    while (!stopping.signal.aborted) await round();
  }

  const running = run();
  return {
    name,
    wake() {
      isWoken = true;
      endPause();
    },
    async stop() {
      stopping.abort();
      endPause();
      await running;
    },
  };
}

function ignore(): void {}
