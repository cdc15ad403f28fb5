import type { SqlPause } from "@ruaflow/engines/clickhouse-http";

const WINDOW_MS = 10 * 60_000;
/** A reader may not know that a query is of the kind that the engine cannot end. */
const FREE_ENDS = 3;
const PAUSE_MS_MIN = 15_000;
const PAUSE_MS_MAX = 5 * 60_000;

export const NO_PAUSE: SqlPause = { untilMs: 0, ends: 0 };

/** @param ends when readers ended a process, in epoch milliseconds */
export function recentEnds(ends: readonly number[], nowMs: number): number[] {
  return ends.filter((at) => at > nowMs - WINDOW_MS);
}

/**
 * How long the SQL port pauses after queries that ended the process of the engine, which every organization's questions wait for: not
 * after the first three of ten minutes, then for 15 s, and twice as long each time, up to five minutes.
 */
export function toSqlPause(ends: readonly number[], nowMs: number): SqlPause {
  const recent = recentEnds(ends, nowMs);
  const last = recent.at(-1);
  if (last === undefined || recent.length <= FREE_ENDS) return NO_PAUSE;
  const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** (recent.length - FREE_ENDS - 1));
  return { untilMs: last + pauseMs, ends: recent.length };
}
