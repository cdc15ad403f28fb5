import { retryUntilDone } from "@ruaflow/runtime/work";

/** With pauses of at most a second: a new process answers after two or three seconds, and a person waits for the answer. */
const PAUSES = { retriesMax: 20, pauseMinMs: 100, pauseMaxMs: 500 };

/** The process is not there yet. */
const AWAY = new Set(["ECONNREFUSED", "ENOENT"]);
/** It ended while it was asked. */
const CUT_OFF = new Set(["ECONNRESET", "EPIPE"]);

/**
 * Asks again while the process of the embedded engine is being started again, for about ten seconds. A question that was under way when
 * the process ended is asked once more only, for it may be what ended it.
 */
export function askAcrossRestart<Result>(ask: () => Promise<Result>): Promise<Result> {
  let cutOff = 0;
  const shouldRetry = (error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (CUT_OFF.has(code)) cutOff += 1;
    return AWAY.has(code) || (CUT_OFF.has(code) && cutOff === 1);
  };
  return retryUntilDone(ask, { ...PAUSES, shouldRetry });
}
