// A worker thread: verifies the signatures of one mail at a time for the main thread, which has looked up their keys.
import { parentPort } from "node:worker_threads";
import { verifySignatures } from "./verify-signatures.ts";
import type { VerifyJob, VerifyReply } from "./worker-messages.ts";

const port = parentPort;
if (!port) throw new Error("This file must run in a worker thread.");

port.on("message", async (job: VerifyJob) => {
  port.postMessage(await run(job));
});
port.postMessage("ready");

async function run({ mail, keys }: VerifyJob): Promise<VerifyReply> {
  try {
    return { kind: "done", result: await verifySignatures(mail, keys) };
  } catch (error) {
    return { kind: "failed", error };
  }
}
