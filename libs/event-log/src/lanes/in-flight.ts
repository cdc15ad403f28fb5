import type { PartitionPosition } from "../event-log.ts";
import { isWritten, type LogEnds } from "./written.ts";

/** Messages that were forwarded together. */
export interface Slice {
  readonly bytes: number;
  /** `performance.now()`. */
  readonly forwardedAt: number;
  /** It is written once the consumers have committed up to here. */
  readonly ends: LogEnds;
}

export interface InFlightLimits {
  /**
   * Bytes that are forwarded and not yet written, over all partitions of a process. The least is what consumers need for
   * efficient work: with less, each message takes longer, and they do not become faster.
   */
  readonly inFlightBytesMin: number;
  readonly inFlightBytesMax: number;
  /** More is forwarded when slices are written sooner, less when they are written later. */
  readonly writtenWithinMsMin: number;
  readonly writtenWithinMsMax: number;
  /** A slice that is found to be written after a longer pause says nothing about how long it took. */
  readonly pauseMsMax: number;
}

/** What a process has forwarded and not yet seen written, by the partition that it was read from. */
export interface InFlight {
  /** Each partition may have one slice, and its share of the limit. */
  hasRoom(partition: number): boolean;
  add(partition: number, slice: Slice): void;
  /** Removes what is written by now, and adapts the limit. */
  update(positions: readonly PartitionPosition[]): void;
}

/** @param now in milliseconds */
export function createInFlight(limits: InFlightLimits, now = () => performance.now()): InFlight {
  /** Partitions without a slice are left out. */
  const slices = new Map<number, readonly Slice[]>();
  let bytesMax = limits.inFlightBytesMin;
  let adaptedAt = now();
  let updatedAt = now();

  /** Once for each time that a slice takes, so that each step shows before the next one. */
  function adapt(tookMs: number): void {
    if (now() - adaptedAt < tookMs) return;
    adaptedAt = now();
    if (tookMs > limits.writtenWithinMsMax) bytesMax = Math.max(bytesMax / 2, limits.inFlightBytesMin);
    if (tookMs < limits.writtenWithinMsMin) bytesMax = Math.min(bytesMax * 2, limits.inFlightBytesMax);
  }

  return {
    hasRoom(partition) {
      const own = slices.get(partition);
      if (own === undefined) return true;
      return own.reduce((sum, { bytes }) => sum + bytes, 0) < bytesMax / slices.size;
    },
    add(partition, slice) {
      slices.set(partition, [...(slices.get(partition) ?? []), slice]);
    },
    update(positions) {
      const written: Slice[] = [];
      for (const [partition, own] of slices) {
        const left = own.filter(({ ends }) => !isWritten(ends, positions));
        written.push(...own.slice(0, own.length - left.length));
        if (left.length === 0) slices.delete(partition);
        else slices.set(partition, left);
      }
      const oldest = written.sort((one, other) => one.forwardedAt - other.forwardedAt)[0];
      if (oldest !== undefined && now() - updatedAt <= limits.pauseMsMax) adapt(now() - oldest.forwardedAt);
      updatedAt = now();
    },
  };
}
