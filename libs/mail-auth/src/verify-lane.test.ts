import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { runWithFewFiles } from "@ruaflow/runtime/testing";
import { afterEach, expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";
import type { KeyAnswers } from "./key-lookups.ts";
import { createVerifyLane, type VerifyLane } from "./verify-lane.ts";

const keys: KeyAnswers = new Map();
const signature = "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=a.example; s=s; h=from; bh=AA; b=AA\r\n";
const signed = (lines: number): Buffer => Buffer.from(`${signature}From: a@a.example\r\n\r\n${"a \n".repeat(lines)}`);
/** About 0.1 s of CPU time. */
const quick = signed(100_000);
/** Over a second. */
const slow = signed(2_000_000);

let lane: VerifyLane;

afterEach(() => lane.stop());

test("the time of a mail is CPU time: on a busy machine none costs more", { timeout: 60_000 }, async () => {
  lane = createVerifyLane({ cpuMsMax: 1000 });
  await lane.verify("a", { mail: quick, keys });
  const loop = "for (;;);";
  const busy = Array.from({ length: availableParallelism() * 12 }, () => new Worker(loop, { eval: true }));
  const startedAt = performance.now();
  const result = await lane.verify("a", { mail: signed(300_000), keys });
  const wallMs = performance.now() - startedAt;
  await Promise.all(busy.map((worker) => worker.terminate()));
  expect(result).toMatchObject({ from: ["a@a.example"] });
  expect(wallMs).toBeGreaterThan(1000);
});

test("a mail over the limit ends, and the next one is verified", async () => {
  lane = createVerifyLane({ cpuMsMax: 300 });
  const outcomes = await Promise.all([slow, quick].map((mail) => lane.verify("a", { mail, keys })));
  expect(outcomes.map((outcome) => outcome?.signatures.length ?? null)).toEqual([null, 1]);
});

test("a sender of many mails waits for its own, and others do not", async () => {
  lane = createVerifyLane({ cpuMsMax: 5000 });
  const order: string[] = [];
  const send = async (sender: string) => {
    await lane.verify(sender, { mail: quick, keys });
    order.push(sender);
  };
  await Promise.all([..."aaaaaabc"].map(send));
  expect(order.join("").slice(0, 4)).toContain("b");
  expect(order.join("").slice(0, 4)).toContain("c");
});

test("senders take turns, and their own mails keep their order", () => {
  lane = createVerifyLane({ cpuMsMax: 1 });
  const queue = createFairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "c2"]) queue.add(item.slice(0, 1), item);
  const taken = Array.from({ length: 7 }, () => queue.take());
  expect(taken).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", undefined]);
});

test("a thread that cannot start is an outage, and the next mail starts another", async () => {
  lane = createVerifyLane({ cpuMsMax: 1 });
  const output = await runWithFewFiles(new URL("./testing/without-files.ts", import.meta.url));
  expect(JSON.parse(output)).toEqual(["outage", "1 signature"]);
});
