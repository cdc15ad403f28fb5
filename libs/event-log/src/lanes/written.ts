import type { PartitionPosition } from "../event-log.ts";

/** The next offset to be appended at some time, by partition. */
export type LogEnds = ReadonlyMap<number, bigint>;

export function toEnds(positions: readonly PartitionPosition[]): LogEnds {
  return new Map(positions.map(({ partition, end }) => [partition, end]));
}

/**
 * Whether a group has committed everything before these ends. A log that has lost messages, which Kafka can, is committed
 * when the group has reached its present end.
 */
export function isWritten(ends: LogEnds, positions: readonly PartitionPosition[]): boolean {
  return positions.every(({ partition, committed, end }) => {
    const wanted = ends.get(partition) ?? 0n;
    return committed >= wanted || committed >= end;
  });
}
