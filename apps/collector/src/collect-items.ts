import type { Ingest, SubmissionResult } from "@ruaflow/ingest";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Counter } from "@ruaflow/runtime/metrics";
import pMap from "p-map";
import type { Memory } from "./memory.ts";
import { type Item, ItemError, ItemLeftError, type Source } from "./source.ts";

/** Items of a source in flight. */
const AT_ONCE = 16;
/** This many failures in a row of items that did not fail before are an outage: the round ends. */
const FAILURES_IN_A_ROW_MAX = 3;
/** Failed items that may fail again in a round; then only others are tried, so that they block none. */
const RETRIES_FAILED_MAX = 3;

export interface ItemContext {
  readonly source: Source;
  readonly memory: Memory;
  readonly ingest: Ingest;
  readonly logger: Logger;
  readonly items: Counter<"channel" | "state">;
}

/** Several items in a row failed: stores are away, rather than the items at fault. */
export class ItemsFailedError extends Error {
  override name = "ItemsFailedError";
}

/**
 * One round: submits each item that waits in the source, and acknowledges it only after that. What fails stays and is
 * tried again in a later round, while the others go on.
 *
 * @throws {ItemsFailedError} if several items in a row fail
 * @throws if the source cannot be listed; in both cases after the items in flight are done
 */
export async function collectItems(context: ItemContext, stopping: AbortSignal): Promise<void> {
  const { source, memory } = context;
  const end: { error?: unknown } = {};
  let failuresInARow = 0;
  let retriesFailed = 0;

  async function* listDue() {
    try {
      for await (const item of source.list(stopping)) {
        if ("error" in end || stopping.aborted) return;
        const kind = memory.classify(item.key);
        if (kind === "fresh" || (kind === "retry" && retriesFailed < RETRIES_FAILED_MAX)) yield { item, kind };
      }
      memory.forgetUnlisted();
    } catch (error) {
      end.error = error;
    }
  }

  async function collect({ item, kind }: { readonly item: Item; readonly kind: "fresh" | "retry" }): Promise<void> {
    const error = await collectItem(item, context);
    if (error === null) failuresInARow = 0;
    else if (kind === "retry") retriesFailed += 1;
    else if (!(error instanceof ItemError)) failuresInARow += 1;
    if (failuresInARow < FAILURES_IN_A_ROW_MAX) return;
    end.error ??= new ItemsFailedError(`${failuresInARow} items in a row failed`, { cause: error });
  }

  await pMap(listDue(), collect, { concurrency: AT_ONCE });
  if ("error" in end) throw end.error;
}

/** Returns the error that an item failed with, or `null`. */
async function collectItem(item: Item, { source, memory, ingest, logger, items }: ItemContext): Promise<unknown> {
  const { channel, name } = source;
  let result = memory.readResult(item.key);
  try {
    result ??= await submit(item, source, ingest);
    await item.acknowledge(result);
    memory.markDone(item.key);
    items.inc({ channel, state: result.state });
    return null;
  } catch (error) {
    if (error instanceof ItemLeftError) memory.markLeft(item.key);
    else memory.markFailed(item.key, result);
    items.inc({ channel, state: "failed" });
    logger.warn({ err: error, source: name, item: item.name }, "an item stays in its source and will be retried");
    return error;
  }
}

/** A source that is slow to send an item holds up nothing: the item is received before it takes a share of the budget. */
async function submit(
  item: Item,
  { channel, name, organizationId }: Source,
  { arrivals, submit: submitBody }: Ingest,
): Promise<SubmissionResult> {
  const arrival = arrivals.open({ kind: "mail", id: name, names: [name], isPaced: false });
  try {
    const facts = { id: createSubmissionId(), receivedAt: new Date(), channel, name: item.name };
    const body = await arrival.receive(item.open());
    return await submitBody({ ...facts, body }, { organizationId, isFetched: true, addDomains: false });
  } finally {
    await arrival.close();
  }
}
