// A worker thread: authenticates one large mail at a time for the main thread, with lookups of its own.
import { parentPort, workerData } from "node:worker_threads";
import { authenticateMail } from "./authenticate-mail.ts";
import { MailAuthOutageError } from "./mail-authentication.ts";
import { createMailResolver } from "./resolver.ts";
import type { MailJob, MailReply } from "./worker-messages.ts";

const port = parentPort;
if (!port) throw new Error("This file must run in a worker thread.");

const resolve = createMailResolver(workerData);

port.on("message", async (job: MailJob) => {
  port.postMessage(await run(job));
});

async function run({ id, mail, transfer }: MailJob): Promise<MailReply> {
  try {
    const result = await authenticateMail(mail, { ...(transfer && { transfer }), resolve });
    return { id, kind: "done", result };
  } catch (error) {
    if (error instanceof MailAuthOutageError) return { id, kind: "outage", names: error.names };
    return { id, kind: "failed", error };
  }
}
