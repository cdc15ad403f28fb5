import { removeChunks } from "./chunks.ts";
import { cancel, countDone, type Flow } from "./flow.ts";
import type { HeldEntry, MailCounter, StopReason } from "./read-entries.ts";
import type { FailedReply, Reply } from "./worker-messages.ts";

/** The worker was stopped before it had read the whole submission. */
export class ReadingStoppedError extends Error {
  override name = "ReadingStoppedError";
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`reading the submission ${reason.replaceAll("-", " ")}`);
    this.reason = reason;
  }
}

type RunReply = Reply | { readonly kind: "stopped"; readonly reason: StopReason };

/** A job that a worker is running. */
export interface WorkerRun {
  /** Receives a reply of the worker. */
  take(reply: RunReply): void;
  /**
   * The job's entries.
   * @throws {ReadingStoppedError} if the worker was stopped
   */
  entries(counter?: MailCounter): AsyncGenerator<HeldEntry>;
}

export function createWorkerRun(flow: Flow): WorkerRun {
  const replies: RunReply[] = [];
  let wake = () => {};
  let isAbandoned = false;

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each kind of reply has its line, in the order of the run
  async function* entries({ onMailboxMails }: MailCounter = {}): AsyncGenerator<HeldEntry> {
    try {
      for (;;) {
        const reply = replies.shift() ?? (await new Promise<RunReply | undefined>(toNext));
        if (reply === undefined) continue;
        if (reply.kind === "end") return onMailboxMails?.(reply.mails);
        if (reply.kind === "failed") throw toError(reply);
        if (reply.kind === "stopped") throw new ReadingStoppedError(reply.reason);
        const { entry, bytes } = reply;
        yield { entry, bytes, finish: () => countDone(flow, bytes) };
      }
    } finally {
      isAbandoned = true;
      cancel(flow);
      for (const reply of replies.splice(0)) void drop(reply);
    }
  }

  function toNext(resolve: (reply: RunReply | undefined) => void): void {
    wake = () => resolve(replies.shift());
  }

  return {
    entries,
    take(reply) {
      if (isAbandoned) {
        void drop(reply);
        return;
      }
      replies.push(reply);
      wake();
      wake = () => {};
    },
  };
}

function toError({ error, code }: FailedReply): unknown {
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error;
}

/** Discards a reply that is no longer wanted. */
async function drop(reply: RunReply): Promise<void> {
  if (reply.kind === "entry" && reply.entry.found.kind === "report") await removeChunks(reply.entry.found.chunks);
}
