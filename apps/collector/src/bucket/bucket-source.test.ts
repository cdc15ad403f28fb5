import { setTimeout as sleep } from "node:timers/promises";
import { createS3Store, type ObjectStore, type S3Options } from "@ruaflow/object-store";
import { hasS3Server, type S3Server, startS3Server } from "@ruaflow/object-store/testing";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCollector } from "../collector.ts";
import { BODY_BYTES_MAX, startIngest, type TestIngest, writeMail, writeReport } from "../testing/start-ingest.ts";
import { type BucketOptions, createBucketSource } from "./bucket-source.ts";

const canRun = hasS3Server();
/** Each look is a request to the S3 server, which is not to be busy with them. */
const WITHIN = { timeout: 20_000, interval: 200 };

let server: S3Server;
let running: TestIngest;
let bucket: S3Options;
let store: ObjectStore;
let collector: ReturnType<typeof createCollector> | undefined;

beforeAll(async () => {
  if (canRun) server = await startS3Server();
}, 300_000);

afterAll(async () => {
  if (canRun) await server.stop();
});

beforeEach(async () => {
  if (!canRun) return;
  running = await startIngest();
  bucket = await server.createBucket();
  store = await createS3Store(bucket);
});

afterEach(async () => {
  if (!canRun) return;
  await collector?.stop();
  collector = undefined;
  await running.stop();
});

const toSource = (options: Partial<BucketOptions> = {}) =>
  createBucketSource({ store, bucket: "test", prefix: "", after: "move", organizationId: null, ...options });

function collect(options: Partial<BucketOptions> = {}): void {
  const sources = [toSource(options)];
  collector = createCollector({ ...running, metrics: noMetrics, sources, everyMs: 200, retryMs: 100 });
}

async function listKeys(prefix = ""): Promise<string[]> {
  const keys = [];
  for await (const { key } of store.list({ prefix })) keys.push(key);
  return keys;
}

async function readText(key: string): Promise<string> {
  const chunks = [];
  for await (const chunk of (await store.open(key)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe.runIf(canRun)("a bucket", () => {
  test("objects are moved after they were submitted, rejected ones with the reason", async () => {
    await store.write("a.xml", writeReport(1));
    // As Amazon SES writes it: a whole mail, without an extension.
    await store.write("2jt4p5q9c5o0m7", writeMail(2));
    await store.write("notes.txt", Buffer.from("nothing of interest"));
    await store.write("folder/", Buffer.alloc(0));
    collect();
    const keys = ["done/2jt4p5q9c5o0m7", "done/a.xml", "folder/", "refused/notes.txt", "refused/notes.txt.reason.txt"];
    await expect.poll(() => listKeys(), WITHIN).toEqual(keys);
    expect(await readText("refused/notes.txt.reason.txt")).toMatch(/^Submission sub_\w+\nnotes\.txt: not-aggregate/);
    expect(running.readReportIds()).toHaveLength(2);
  });

  test("only objects below the prefix are read, and may be deleted", async () => {
    await store.write("mail/a", writeMail(3));
    await store.write("other/b", writeMail(4));
    collect({ prefix: "mail/", after: "delete" });
    await expect.poll(() => listKeys(), WITHIN).toEqual(["other/b"]);
    expect(running.readReportIds()).toHaveLength(1);
  });

  test("objects that are tagged stay, and are read once, also by the next process", async () => {
    await store.write("a", writeMail(5));
    collect({ after: "tag" });
    await expect.poll(() => store.readTags("a"), WITHIN).toEqual([{ name: "ruaflow", value: "accepted" }]);
    await sleep(500);
    await collector?.stop();
    store = await createS3Store(bucket);
    collect({ after: "tag" });
    await store.write("b", writeMail(6));
    await expect.poll(() => store.readTags("b"), WITHIN).toHaveLength(1);
    expect([await listKeys(), running.readReportIds().length]).toEqual([["a", "b"], 2]);
  });

  test("an object that is replaced while it is read is not moved, and the new one is read as well", async () => {
    await store.write("a", writeMail(7));
    const source = toSource();
    for await (const item of source.list(new AbortController().signal)) {
      for await (const chunk of item.open()) expect(chunk.length).toBeGreaterThan(0);
      await store.write("a", writeMail(8));
      const result = { submissionId: "sub_1", state: "accepted", entries: [], mails: 0 } as const;
      await expect(item.acknowledge(result)).rejects.toThrow("replaced");
    }
    expect(await listKeys()).toEqual(["a"]);
    collect();
    await expect.poll(() => listKeys(), WITHIN).toEqual(["done/a"]);
    expect(running.readReportIds()).toHaveLength(1);
  });

  test("during an outage of the log nothing is moved; afterwards everything arrives", async () => {
    running.setOutage(true);
    for (const seed of [9, 10, 11, 12]) await store.write(`mail-${seed}`, writeMail(seed));
    collect();
    await sleep(1500);
    expect(await listKeys("done/")).toEqual([]);
    running.setOutage(false);
    await expect.poll(async () => (await listKeys("done/")).length, WITHIN).toBe(4);
    expect(new Set(running.readReportIds()).size).toBe(4);
  });

  test("a reason overwrites no object, whichever of the two is refused first", async () => {
    const other = Buffer.from("nothing of interest either");
    for (const [name, first, second] of [
      ["a.txt", "a.txt", "a.txt.reason.txt"],
      ["b.txt", "b.txt.reason.txt", "b.txt"],
    ] as const) {
      await store.write(first, other);
      collect();
      await expect.poll(() => listKeys(`refused/${first}`), WITHIN).toHaveLength(2);
      await store.write(second, other);
      await expect.poll(() => listKeys(second), WITHIN).toEqual([]);
      await collector?.stop();
      const kept = await Promise.all((await listKeys(`refused/${name.slice(0, 1)}`)).map(readText));
      expect(kept.filter((text) => text === other.toString())).toHaveLength(2);
      expect(kept.filter((text) => text.startsWith("Submission sub_"))).toHaveLength(2);
    }
  });

  test("an object that is refused again after a failure leaves one reason", async () => {
    await store.write("notes.txt", Buffer.from("nothing of interest"));
    let failures = 1;
    const failing: ObjectStore = {
      ...store,
      async copy(version, to) {
        if (failures-- > 0) throw new Error("away");
        await store.copy(version, to);
      },
    };
    const result = { submissionId: "sub_1", state: "refused", entries: [], mails: 0 } as const;
    for await (const item of toSource({ store: failing }).list(new AbortController().signal)) {
      await expect(item.acknowledge(result)).rejects.toThrow("away");
      await item.acknowledge(result);
    }
    expect(await listKeys()).toEqual(["refused/notes.txt", "refused/notes.txt.reason.txt"]);
  });

  test("an object beyond the limit is refused", async () => {
    await store.write("large", Buffer.alloc(BODY_BYTES_MAX + 1, " "));
    collect();
    await expect.poll(() => listKeys(), WITHIN).toEqual(["refused/large", "refused/large.reason.txt"]);
    expect(await readText("refused/large.reason.txt")).toContain("[too-large]");
  });
});
