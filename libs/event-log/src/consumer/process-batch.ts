import type { Outcome } from "@ruaflow/runtime/outcome";
import { toDeadLetters } from "../dead-letters/to-dead-letters.ts";
import { EventLogError } from "../errors.ts";
import type { Batch, EventLog, ReceivedMessage } from "../event-log.ts";
import { sliceMessages } from "../slices.ts";
import type { Handle, HandleContext, Progress } from "./handle.ts";
import { keepTrying } from "./keep-trying.ts";

export interface BatchProcessorOptions {
  readonly group: string;
  readonly handle: Handle;
  readonly partMessagesMax: number;
  readonly partBytesMax: number;
  readonly countBytes?: (message: ReceivedMessage) => number;
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  readonly deadLetterTopic: string;
  readonly stopping: AbortSignal;
  readonly onActivity: (partition: number) => void;
  readonly onProgress?: (progress: Progress) => void;
  readonly onRetry?: (error: Error) => void;
  readonly onFatal: (error: Error) => void;
}

/** Rejects only when the batch is stale or its offset could not be committed: then the log delivers it again. */
export function createBatchProcessor(log: EventLog, options: BatchProcessorOptions): (batch: Batch) => Promise<void> {
  const { partMessagesMax: messagesMax, partBytesMax: bytesMax, countBytes } = options;
  const limits = { messagesMax, bytesMax, ...(countBytes && { countBytes }) };
  return async (batch) => {
    try {
      for (const part of sliceMessages(batch.messages, limits)) {
        if (options.stopping.aborted) return;
        await processPart(log, { batch, part, options });
      }
    } catch (error) {
      // A wait interrupted by stop() is not a failure, and nothing of this part is committed.
      if (options.stopping.aborted) return;
      if (isBroken(error)) options.onFatal(error);
      throw error;
    }
  };
}

interface PartWork {
  readonly batch: Batch;
  readonly part: readonly ReceivedMessage[];
  readonly options: BatchProcessorOptions;
}

async function processPart(log: EventLog, work: PartWork): Promise<void> {
  const { batch, part, options } = work;
  const outcomes = await keepTrying(batch, options, () => options.handle(part, toContext(work)));
  checkOutcomes(outcomes, part);
  await appendDeadLetters(log, work, outcomes);
  const last = part.at(-1);
  if (last) await batch.commit(last.offset);
  options.onActivity(batch.partition);
  options.onProgress?.({ partition: batch.partition, messages: part.length, outcomes });
  await batch.heartbeat();
}

async function appendDeadLetters(
  log: EventLog,
  { batch, part, options }: PartWork,
  outcomes: readonly Outcome<unknown>[],
): Promise<void> {
  const letters = toDeadLetters(part, outcomes, { topic: batch.topic, group: options.group });
  if (letters.length === 0) return;
  await keepTrying(batch, options, () => log.append(options.deadLetterTopic, letters));
}

function toContext({ batch, options }: PartWork): HandleContext {
  return {
    topic: batch.topic,
    partition: batch.partition,
    isStale: () => batch.isStale(),
    async heartbeat() {
      await batch.heartbeat();
      options.onActivity(batch.partition);
    },
  };
}

function checkOutcomes(outcomes: readonly Outcome<unknown>[], part: readonly ReceivedMessage[]): void {
  if (outcomes.length === part.length) return;
  throw new EventLogError(
    "handler_broken",
    `The handler returned ${outcomes.length} outcomes for ${part.length} messages.`,
  );
}

function isBroken(error: unknown): error is EventLogError {
  return error instanceof EventLogError && error.code === "handler_broken";
}
