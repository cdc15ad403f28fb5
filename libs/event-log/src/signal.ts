/** Resolves after `ms`, or at once when `until` aborts; never rejects. */
export function sleep(ms: number, until: AbortSignal): Promise<void> {
  return createSignal().wait(ms, until);
}

/** Wakes one waiter. Raised without a waiter, it wakes the next one at once, so that no wake-up is lost. */
export interface Signal {
  raise(): void;
  /** Resolves when raised, after `ms`, or when `until` aborts; never rejects. */
  wait(ms: number, until: AbortSignal): Promise<void>;
}

export function createSignal(): Signal {
  let raised = false;
  let wake: (() => void) | undefined;
  let cleanUp: () => void = () => {};
  return {
    raise() {
      raised = true;
      wake?.();
    },
    async wait(ms, until) {
      if (!raised && !until.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          const finish = () => resolve();
          const timer = setTimeout(finish, ms);
          until.addEventListener("abort", finish);
          cleanUp = () => {
            clearTimeout(timer);
            until.removeEventListener("abort", finish);
          };
        });
        cleanUp();
        wake = undefined;
      }
      raised = false;
    },
  };
}
