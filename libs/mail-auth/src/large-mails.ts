import { Worker } from "node:worker_threads";
import type { MailTransfer } from "@ruaflow/dmarc";
import { type MailAuthentication, MailAuthOutageError } from "./mail-authentication.ts";
import type { MailReply, MailWorkerOptions } from "./worker-messages.ts";

/** A mail of 20 MiB takes 0.3 s, one of 20 MiB in lines of two characters 12 s. */
const RUN_MS_MAX = 20_000;

/** A mail that does not fit the limits of a worker is not proven. */
const tooCostly: MailAuthentication = { provenBy: "none", reason: "too-costly", fromDomain: null, subject: "" };

/** Authenticates large mails in a worker thread, one after the other, so that the main thread stays responsive. */
export interface LargeMails {
  authenticate(mail: Uint8Array, transfer: MailTransfer | undefined): Promise<MailAuthentication>;
  stop(): Promise<void>;
}

export function createLargeMails(options: MailWorkerOptions): LargeMails {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  function startWorker(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // Without a listener an error would end the process; the worker's exit follows it.
    return started.on("error", () => undefined);
  }

  async function run(mail: Uint8Array, transfer: MailTransfer | undefined): Promise<MailAuthentication> {
    count += 1;
    worker ??= startWorker();
    const used = worker;
    used.ref();
    const reply = waitForReply(used, count);
    used.postMessage({ id: count, mail, ...(transfer && { transfer }) });
    const answer = await reply;
    used.unref();
    if (answer !== null) return toResult(answer);
    worker = null;
    await used.terminate();
    return tooCostly;
  }

  return {
    authenticate(mail, transfer) {
      const result = last.then(() => run(mail, transfer));
      last = result.catch(() => undefined);
      return result;
    },
    async stop() {
      await last;
      await worker?.terminate();
      worker = null;
    },
  };
}

/** `null` when the worker takes too long or has ended. */
function waitForReply(worker: Worker, id: number): Promise<MailReply | null> {
  const { promise, resolve } = Promise.withResolvers<MailReply | null>();
  const timer = setTimeout(() => resolve(null), RUN_MS_MAX);
  const receive = (reply: MailReply) => {
    if (reply.id === id) resolve(reply);
  };
  const end = () => resolve(null);
  worker.on("message", receive).on("exit", end);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off("message", receive).off("exit", end);
  });
}

function toResult(reply: MailReply): MailAuthentication {
  if (reply.kind === "outage") throw new MailAuthOutageError(reply.names);
  if (reply.kind === "failed") throw reply.error;
  return reply.result;
}
