import { type Outcome, ok } from "@ruaflow/runtime/outcome";
import type { Handle, HandleContext } from "../consumer/handle.ts";
import { EventLogError } from "../errors.ts";
import type { EventLog, ReceivedMessage } from "../event-log.ts";
import { countMessageBytes } from "../message-size.ts";
import { choosePartition } from "../partition.ts";
import { sleep } from "../signal.ts";
import { sliceMessages } from "../slices.ts";
import { createInFlight, type InFlightLimits, type Slice } from "./in-flight.ts";
import { shareReads } from "./share-reads.ts";

/** How much is forwarded at a time. */
export interface ForwardLimits extends InFlightLimits {
  readonly sliceMessagesMax: number;
  /** A slice has at least one message of any size. */
  readonly sliceBytesMax: number;
  /** How often to ask what is written. */
  readonly pollEveryMs: number;
}

export interface ForwardOptions {
  readonly log: EventLog;
  /** The topic to forward to, and the group whose commits say what is written. */
  readonly topic: string;
  readonly group: string;
  readonly limits: ForwardLimits;
  readonly stopping: AbortSignal;
}

/**
 * Forwards messages to another topic in slices, and waits when too much of it is not written there. How much that is follows
 * the speed of that topic's consumers: a message that another process appends meanwhile waits for seconds, whether the
 * forwarded ones are small or large.
 */
export function createForwarder({ log, topic, group, limits, stopping }: ForwardOptions): Handle {
  const readSince = shareReads(() => log.readPositions(topic, group));
  const inFlight = createInFlight(limits);

  /** Waits until a slice may follow, with heartbeats: the consumers may be down. */
  async function waitForRoom(context: HandleContext): Promise<void> {
    while (!inFlight.hasRoom(context.partition)) {
      inFlight.update(await readSince(performance.now() - limits.pollEveryMs));
      if (inFlight.hasRoom(context.partition)) return;
      await context.heartbeat();
      await sleep(limits.pollEveryMs, stopping);
      refuseStopped(context, stopping);
    }
  }

  async function forward(slice: readonly ReceivedMessage[]): Promise<Slice> {
    await log.append(
      topic,
      slice.map(({ key, value, headers }) => ({ key, value, headers })),
    );
    const forwardedAt = performance.now();
    const positions = await readSince(forwardedAt);
    const partitions = new Set(slice.map(({ key }) => choosePartition(key, positions.length)));
    const ends = positions.filter(({ partition }) => partitions.has(partition));
    return {
      bytes: slice.reduce((sum, message) => sum + countMessageBytes(message), 0),
      forwardedAt,
      ends: new Map(ends.map(({ partition, end }) => [partition, end])),
    };
  }

  return async (messages, context): Promise<readonly Outcome<unknown>[]> => {
    for (const slice of sliceMessages(messages, {
      messagesMax: limits.sliceMessagesMax,
      bytesMax: limits.sliceBytesMax,
    })) {
      await waitForRoom(context);
      refuseStopped(context, stopping);
      inFlight.add(context.partition, await forward(slice));
    }
    return messages.map(() => ok(null));
  };
}

function refuseStopped({ topic, partition, isStale }: HandleContext, stopping: AbortSignal): void {
  if (!stopping.aborted && !isStale()) return;
  throw new EventLogError("batch_stale", `Forwarding from partition ${partition} of ${topic} has ended.`);
}
