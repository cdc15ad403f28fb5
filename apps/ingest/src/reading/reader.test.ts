import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestLimits, OPERATOR_LIMITS, UNTRUSTED_LIMITS } from "../limits.ts";
import { spoolBody } from "../spool.ts";
import { writeLargeReport, writeMail, writeReport, writeTar, writeZip } from "../testing/write-report.ts";
import type { Party } from "../turns.ts";
import type { ReadEntry } from "./read-entries.ts";
import { createReader, type Reader } from "./reader.ts";

const logger = createLogger({ app: "ingest", level: "silent" });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-reader-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function withReader(limits: Partial<IngestLimits>, use: (reader: Reader) => Promise<void>): Promise<void> {
  const reader = createReader({ limits: { ...UNTRUSTED_LIMITS, ...limits }, spoolFolder: folder, logger });
  await use(reader);
  await reader.stop();
  expect(await readdir(folder)).toEqual([]);
}

async function* open(reader: Reader, body: Uint8Array, party: Party | null = null): AsyncGenerator<ReadEntry> {
  const spool = await spoolBody(yieldOnce(body), { bytesMax: Number.POSITIVE_INFINITY, folder });
  try {
    for await (const { entry, finish } of reader.read(spool, { name: "s" }, party)) {
      yield entry;
      finish();
    }
  } finally {
    await spool.remove();
  }
}

async function* yieldOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

/** A short description of each entry. */
async function read(reader: Reader, body: Uint8Array, party: Party | null = null): Promise<string[]> {
  const lines: string[] = [];
  for await (const { index, found } of open(reader, body, party)) lines.push(`${index} ${describe(found)}`);
  return lines;
}

function describe(found: ReadEntry["found"]): string {
  if (found.kind === "refused") return found.reason;
  return found.kind === "report" ? `${found.document.totals.records} records` : found.kind;
}

test("the number of workers stays within the limit, however many submissions arrive at once", async () => {
  let workers = 0;
  const count = () => {
    workers += 1;
  };
  process.on("worker", count);
  const large = gzipSync(writeLargeReport("example.com", 2000));
  await withReader({ workers: 1, spareWorkers: 0 }, async (reader) => {
    const found = await Promise.all([1, 2, 3].map(() => read(reader, large)));
    expect(found).toEqual(found.map(() => ["0 2000 records"]));
  });
  process.off("worker", count);
  expect(workers).toBe(1);
});

test("a dozen costly submissions of one organization do not hold up a small one of another", {
  timeout: 90_000,
}, async () => {
  const costly = gzipSync(writeLargeReport("example.com", 20_000));
  const light = gzipSync(writeLargeReport("example.com", 2000));
  const ended: string[] = [];
  await withReader({ workers: 1, spareWorkers: 1 }, async (reader) => {
    const readFor = async (body: Uint8Array, organization: string) => {
      await read(reader, body, { organization, kind: "upload", id: "key" });
      ended.push(organization);
    };
    await Promise.all([...Array.from({ length: 12 }, () => readFor(costly, "a")), readFor(light, "b")]);
  });
  // Another thread reads it beside the first or second of them; in the order of arrival it would be the last.
  expect(ended.indexOf("b")).toBeLessThan(3);
});

test("a submission is read alike inline and by a worker, from memory and from a file", async () => {
  const small = gzipSync(writeReport("example.com"));
  const unpacksToMuch = gzipSync(writeLargeReport("example.com", 2000));
  const ballast = Buffer.concat([gzipSync(writeReport("example.com")), Buffer.alloc(2 * 1024 * 1024)]);
  await withReader({}, async (reader) => {
    expect(await read(reader, small)).toEqual(["0 1 records"]);
    expect(await read(reader, unpacksToMuch)).toEqual(["0 2000 records"]);
    expect(await read(reader, ballast)).toEqual(["0 1 records"]);
    const files = Array.from({ length: 200 }, () => writeReport("example.com"));
    expect(await read(reader, writeTar(files))).toEqual(files.map((_, index) => `${index} 1 records`));
  });
});

test("how many mails a mailbox has is told alike inline and by a worker", async () => {
  const mail = (body: Buffer) => Buffer.concat([Buffer.from("From a@example.com Sat Jan  3 01:05:34 2026\n"), body]);
  const mails = [writeMail("r.xml", writeReport("example.com")), Buffer.from("Subject: other mail\n\nHello\n\n")];
  const small = Buffer.concat(mails.map(mail));
  const large = Buffer.concat([small, Buffer.alloc(128 * 1024, "x\n")]);
  await withReader({}, async (reader) => {
    for (const [body, expected] of [
      [small, [2]],
      [large, [2]],
      [writeReport("example.com"), [0]],
    ] as const) {
      const told: number[] = [];
      const spool = await spoolBody(yieldOnce(body), { bytesMax: Number.POSITIVE_INFINITY, folder });
      const wanted = { name: "s", onMailboxMails: (count: number) => told.push(count) };
      for await (const { finish } of reader.read(spool, wanted)) finish();
      await spool.remove();
      expect(told).toEqual(expected);
    }
  });
});

test("a report of equal records is read from anyone, however well it packs", { timeout: 90_000 }, async () => {
  const [head = "", record = ""] = writeReport("example.com")
    .toString()
    .split(/(?=<record>)/);
  const equal = record.replace("</feedback>", "").repeat(30_000);
  const body = gzipSync(`${head}${equal}</feedback>`);
  expect(equal.length / body.length).toBeGreaterThan(200);
  for (const limits of [UNTRUSTED_LIMITS, OPERATOR_LIMITS]) {
    await withReader(limits, async (reader) => expect(await read(reader, body)).toEqual(["0 30000 records"]));
  }
});

test("the usual limits apply to unpacked small bodies", async () => {
  await withReader({ xml: { bytesMax: 300_000 } }, async (reader) => {
    const body = gzipSync(writeLargeReport("example.com", 2000));
    expect(body.length).toBeLessThan(64 * 1024);
    expect(await read(reader, body)).toEqual(["0 too-large"]);
  });
});

test("a submission that takes too much CPU time is refused, but neither its earlier entries nor other submissions", async () => {
  const costly = writeTar([writeReport("example.com"), writeLargeReport("example.com", 150_000)]);
  const good = writeTar([writeLargeReport("example.com", 10), Buffer.alloc(2 * 1024 * 1024)]);
  // Far more bytes than a fast machine reads in this time. A worker's first report would take a slow machine most of it.
  await withReader({ cpuMsMax: 400, envelope: { inputBytesMax: 512 * 1024 * 1024 } }, async (reader) => {
    await Promise.all([good, good].map((body) => read(reader, body)));
    const [first, second, ...others] = await Promise.all(
      [costly, costly, good, good].map((body) => read(reader, body)),
    );
    expect([first, second]).toEqual(Array.from({ length: 2 }, () => ["0 1 records", "1 took-too-long"]));
    expect(others.map(([entry]) => entry)).toEqual(["0 10 records", "0 10 records"]);
  });
});

test("a submission that fills a worker's heap is refused, and the process continues", async () => {
  const names = Array.from({ length: 30_000 }, (_, index) => ({ name: `${index}`, body: Buffer.alloc(0) }));
  const hungry = writeZip(...names);
  await withReader({ heapMibMax: 16, envelope: { entriesMax: 100_000 } }, async (reader) => {
    expect(await read(reader, hungry)).toEqual(["0 took-too-much-memory"]);
    expect(await read(reader, gzipSync(writeLargeReport("example.com", 2000)))).toEqual(["0 2000 records"]);
  });
});

test("a reader that stops early leaves no files, and the worker becomes free", async () => {
  const large = writeTar(Array.from({ length: 3 }, () => writeLargeReport("example.com", 60_000)));
  await withReader({}, async (reader) => {
    for await (const { index } of open(reader, large)) if (index === 0) break;
    const again = await Promise.all(Array.from({ length: 5 }, () => read(reader, large.subarray(0, 1024 * 1024))));
    expect(again.map((entries) => entries.at(-1))).toEqual(again.map(() => "0 truncated"));
    await expect.poll(() => readdir(folder)).toEqual([]);
  });
});

test("the main thread stays responsive while a report of 100,000 records is read", async () => {
  const body = writeZip({ name: "large.xml.gz", body: gzipSync(writeLargeReport("example.com", 100_000)) });
  await withReader({}, async (reader) => {
    let longestMs = 0;
    // CPU time of this thread: on a busy machine it also waits for a core.
    let before = process.threadCpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      longestMs = Math.max(longestMs, (user + system) / 1000);
      before = process.threadCpuUsage();
    }, 5);
    expect(await read(reader, body)).toEqual(["0 100000 records"]);
    await sleep(10);
    clearInterval(timer);
    expect(longestMs).toBeLessThan(300);
  });
});

test("what a worker cannot read fails with the code of the system's error, so that an outage is known as one", async () => {
  await withReader({}, async (reader) => {
    const spool = await spoolBody(yieldOnce(writeLargeReport("a.example", 2000)), {
      bytesMax: Number.POSITIVE_INFINITY,
      folder,
      memoryBytesMax: 1024,
    });
    await spool.remove();
    const reading = reader.read(spool, { name: "s" }).next();
    await expect(reading).rejects.toMatchObject({ code: "ENOENT" });
  });
});
