import { deadLetter, type Outcome } from "@ruaflow/runtime/outcome";
import { EventLogError } from "../errors.ts";
import type { Batch, ReceivedMessage } from "../event-log.ts";
import type { Handle } from "./handle.ts";
import { keepTrying, type RetryOptions } from "./keep-trying.ts";

/** How often in a row a handler must blame its input with the same code before it is believed. */
const FAILURES_TO_BELIEVE = 3;

type Outcomes = readonly Outcome<unknown>[];
type Messages = readonly ReceivedMessage[];
type SettleOptions = RetryOptions & { readonly handle: Handle };

/**
 * Gets an outcome for each message, however long it takes. Input that fails for good is halved until the message at
 * fault stands alone; it becomes a dead letter, so that it cannot hold up its partition.
 */
export async function settlePart(batch: Batch, messages: Messages, options: SettleOptions): Promise<Outcomes> {
  return settle(batch, messages, { options, failuresMax: FAILURES_TO_BELIEVE });
}

interface Effort {
  readonly options: SettleOptions;
  readonly failuresMax: number;
}

async function settle(batch: Batch, messages: Messages, effort: Effort): Promise<Outcomes> {
  const result = await handleOrBlame(batch, messages, effort);
  if (!(result instanceof Error)) return result;
  if (messages.length <= 1) return [deadLetter(result.code, result.message)];
  const middle = messages.length >> 1;
  // Every message here has failed three times together with others, so once more is enough for each half.
  const half = { ...effort, failuresMax: 1 };
  const left = await settle(batch, messages.slice(0, middle), half);
  return [...left, ...(await settle(batch, messages.slice(middle), half))];
}

interface Blame extends Error {
  readonly code: string;
}

function handleOrBlame(batch: Batch, messages: Messages, effort: Effort): Promise<Outcomes | Blame> {
  const { handle } = effort.options;
  const failures: string[] = [];
  const step = async (): Promise<Outcomes | Blame> => checkOutcomes(await handle(messages, toContext(batch)), messages);
  return keepTrying(batch, effort.options, step, (error) => {
    if (error instanceof EventLogError && error.code === "handler_broken") throw error;
    if (!isBlame(error)) {
      failures.length = 0;
      return undefined;
    }
    if (failures[0] !== error.code) failures.length = 0;
    failures.push(error.code);
    return failures.length >= effort.failuresMax ? error : undefined;
  });
}

function isBlame(error: Error): error is Blame {
  return "permanent" in error && error.permanent === true && "code" in error && typeof error.code === "string";
}

function checkOutcomes(outcomes: Outcomes, messages: Messages): Outcomes {
  if (outcomes.length === messages.length) return outcomes;
  throw new EventLogError(
    "handler_broken",
    `The handler gave ${outcomes.length} outcomes for ${messages.length} messages.`,
  );
}

function toContext(batch: Batch) {
  return {
    topic: batch.topic,
    partition: batch.partition,
    isStale: () => batch.isStale(),
    heartbeat: () => batch.heartbeat(),
  };
}
