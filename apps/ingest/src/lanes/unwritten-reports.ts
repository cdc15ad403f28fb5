import type { EventLog } from "@ruaflow/event-log";
import { isWritten, type LogEnds, toEnds } from "@ruaflow/event-log/lanes";

/** Positions are read again when they are this old and an organization is at half its limit, or beyond. */
const REFRESH_AFTER_MS = 1000;
/** The same below that. */
const REFRESH_IDLE_AFTER_MS = 10_000;

type ReadPositions = () => ReturnType<EventLog["readPositions"]>;

/** Reports that were appended before the log had these ends. */
interface Generation {
  readonly counts: ReadonlyMap<string, number>;
  readonly ends: LogEnds;
}

const NONE: Generation = { counts: new Map(), ends: new Map() };

/** Counts reports, by organization, that may not be written yet. */
export interface UnwrittenReports {
  add(organizationId: string): void;
  /**
   * At least as many as there are, but for those of the last second. At the limit the positions are read first, unless they
   * were a second ago.
   */
  count(organizationId: string, limit: number): Promise<number>;
}

/**
 * What each report's offset is, the log does not say. So reports are counted in two generations: once the record-writers have
 * committed all that the log had at the end of the older one, its reports are written, and the newer one takes its place.
 *
 * @param readPositions of the record-writers; when it fails, the reports count as not written
 */
export function createUnwrittenReports(readPositions: ReadPositions): UnwrittenReports {
  let older = NONE;
  let newer = new Map<string, number>();
  let readAt = performance.now();
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const positions = await readPositions();
      if (!isWritten(older.ends, positions)) return;
      const ends = toEnds(positions);
      older = isWritten(ends, positions) ? NONE : { counts: newer, ends };
      newer = new Map();
    } catch {
      // The append that follows meets the same failure, and tells the sender.
    } finally {
      readAt = performance.now();
      reading = undefined;
    }
  }

  function refresh(afterMs: number): Promise<void> | undefined {
    if (reading === undefined && performance.now() - readAt >= afterMs) reading = read();
    return reading;
  }

  const sum = (organizationId: string) => (older.counts.get(organizationId) ?? 0) + (newer.get(organizationId) ?? 0);

  return {
    add(organizationId) {
      newer.set(organizationId, (newer.get(organizationId) ?? 0) + 1);
    },
    async count(organizationId, limit) {
      const known = sum(organizationId);
      const refreshed = refresh(known >= limit / 2 ? REFRESH_AFTER_MS : REFRESH_IDLE_AFTER_MS);
      if (known < limit) return known;
      await refreshed;
      return sum(organizationId);
    },
  };
}
