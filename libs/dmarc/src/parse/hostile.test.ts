import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { XmlLimits } from "./limits.ts";
import { parseReport } from "./parse-report.ts";
import type { ParseResult } from "./parse-result.ts";

const plain = readFileSync(new URL("../../golden/plain.xml", import.meta.url), "utf8");
const recordStart = plain.indexOf("  <record>");
const recordEnd = plain.indexOf("</feedback>");
const head = plain.slice(0, recordStart);
const record = plain.slice(recordStart, recordEnd);
const MEGABYTE = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes in use, without what is only not collected yet. */
function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The plain report with `before` in front of `marker`, then `piece` over and over, then the rest. */
interface Flood {
  readonly marker: string;
  readonly before?: string;
  readonly piece: string;
  readonly megabytes: number;
}

interface Outcome {
  readonly result: ParseResult;
  readonly bytesRead: number;
  /** CPU time: other programs on the machine do not count. */
  readonly seconds: number;
  readonly megabytesGrown: number;
}

async function parseFlood(flood: Flood, limits: Partial<XmlLimits> = {}): Promise<Outcome> {
  const cut = plain.indexOf(flood.marker);
  expect(cut).toBeGreaterThan(0);
  const chunk = Buffer.from(flood.piece.repeat(Math.ceil(65_536 / flood.piece.length)));
  let bytesRead = 0;
  let heapMost = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(plain.slice(0, cut) + (flood.before ?? ""));
    for (; bytesRead < flood.megabytes * MEGABYTE; bytesRead += chunk.length) {
      yield chunk;
      if (bytesRead % (64 * chunk.length) === 0) heapMost = Math.max(heapMost, measureHeap());
    }
    yield Buffer.from(plain.slice(cut));
  }
  const heapAtStart = measureHeap();
  const start = process.cpuUsage();
  const result = await parseReport(read(), { onRecord: () => {}, limits });
  const seconds = process.cpuUsage(start).user / 1e6;
  return { result, bytesRead, seconds, megabytesGrown: (heapMost - heapAtStart) / MEGABYTE };
}

const refusedFloods: Record<string, Flood & { reason: string }> = {
  "text in a field": { marker: "Receiver", piece: "x", megabytes: 50, reason: "text-too-long" },
  "text between elements": { marker: "<row>", before: "<x/>", piece: "x", megabytes: 50, reason: "text-too-long" },
  prose: { marker: "<org_name>", before: "<error>", piece: "long ", megabytes: 50, reason: "text-too-long" },
  "white space": { marker: "<row>", piece: " \n", megabytes: 50, reason: "text-too-long" },
  "a comment": { marker: "<row>", before: "<!--", piece: "- x", megabytes: 50, reason: "text-too-long" },
  "an instruction": { marker: "<row>", before: "<?x ", piece: "? x", megabytes: 50, reason: "text-too-long" },
  "CDATA in a field": { marker: "Receiver", before: "<![CDATA[", piece: "] x", megabytes: 50, reason: "text-too-long" },
  "CDATA between fields": { marker: "<row>", before: "<![CDATA[", piece: " ", megabytes: 50, reason: "text-too-long" },
  "an attribute": { marker: "<row>", before: '<x a="', piece: "y", megabytes: 50, reason: "tag-too-long" },
  "white space in a tag": { marker: "<row>", before: "<x ", piece: " ", megabytes: 50, reason: "tag-too-long" },
  "white space in an end tag": { marker: "<row>", before: "</x ", piece: " ", megabytes: 50, reason: "tag-too-long" },
  "an element name": { marker: "<row>", before: "<", piece: "x", megabytes: 50, reason: "tag-too-long" },
  "1,000,000 attributes": {
    marker: "<row>",
    before: "<x ",
    piece: 'a="1" ',
    megabytes: 6,
    reason: "too-many-attributes",
  },
  "elements 1,000,000 deep": { marker: "<row>", piece: "<x>", megabytes: 3, reason: "too-deep" },
  "elements 1,000,000 deep in a field": { marker: "Receiver", piece: "<x>", megabytes: 3, reason: "too-deep" },
  "bare markup in a field": { marker: "Receiver", piece: "<", megabytes: 50, reason: "text-too-long" },
  "bare markup in an unknown element": {
    marker: "<row>",
    before: "<x>",
    piece: "<",
    megabytes: 50,
    reason: "text-too-long",
  },
  ampersands: { marker: "Receiver", piece: "&", megabytes: 50, reason: "text-too-long" },
  entities: { marker: "Receiver", piece: "&lt;", megabytes: 50, reason: "text-too-long" },
};

test.for(Object.entries(refusedFloods))("an endless run is refused at once: %s", async ([, flood]) => {
  const { result, bytesRead, seconds } = await parseFlood(flood);
  expect(result).toMatchObject({ kind: "refused", reason: flood.reason });
  expect(bytesRead).toBeLessThan(MEGABYTE / 4);
  expect(seconds).toBeLessThan(2);
});

const readFloods: Record<string, Flood> = {
  records: { marker: "</feedback>", piece: record, megabytes: 60 },
  "records without address": {
    marker: "</feedback>",
    piece: "<record><row><count>1</count></row></record>",
    megabytes: 20,
  },
  errors: { marker: "<org_name>", piece: "<error>some error</error>", megabytes: 20 },
  "repeated fields": { marker: "<row>", piece: "<row><count>1</count></row>", megabytes: 20 },
  "signatures of one record": {
    marker: "<spf>\n        <domain>",
    piece: "<dkim><domain>a.example</domain><result>pass</result></dkim>",
    megabytes: 20,
  },
  "unknown elements": { marker: "<row>", piece: '<x a="1"/><y>z</y>', megabytes: 20 },
  comments: { marker: "<row>", piece: "<!-- -->", megabytes: 20 },
};

test.for(Object.entries(readFloods))("memory stays flat over many %s", async ([, flood]) => {
  const limits = { bytesMax: 200 * MEGABYTE, recordsMax: 10_000_000 };
  const { result, megabytesGrown } = await parseFlood(flood, limits);
  expect(result.kind).toBe("report");
  expect(megabytesGrown).toBeLessThan(8);
});

test.for([
  [
    "addresses",
    "192.0.2.1",
    (index: number) => `2001:db8::${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}`,
  ],
  ["domains", "example.com</header_from>", (index: number) => `mail-${index}.example.com</header_from>`],
] as const)("memory stays flat over %s that never repeat", async ([, text, toOther]) => {
  let heapMost = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (let count = 0; count < 200_000; count += 100) {
      const records = Array.from({ length: 100 }, (_, index) => record.replace(text, toOther(count + index)));
      yield Buffer.from(records.join(""));
      if (count % 20_000 === 0) heapMost = Math.max(heapMost, measureHeap());
    }
    yield Buffer.from("</feedback>");
  }
  const heapAtStart = measureHeap();
  const result = await parseReport(read(), { onRecord: () => {}, limits: { bytesMax: 200 * MEGABYTE } });
  expect(result).toMatchObject({ kind: "report", totals: { records: 200_000 } });
  expect((heapMost - heapAtStart) / MEGABYTE).toBeLessThan(8);
});

test("memory stays flat over namespaces declared before the report", async () => {
  let count = 0;
  let heapAtEnd = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("<root>");
    for (; count < 500_000; count += 1000) {
      const tags = Array.from({ length: 1000 }, (_, index) => `<x xmlns:a${count + index}="urn:x"/>`);
      yield Buffer.from(tags.join(""));
    }
    heapAtEnd = measureHeap();
  }
  const heapAtStart = measureHeap();
  expect(await parseReport(read(), { onRecord: () => {} })).toMatchObject({ kind: "refused", reason: "truncated" });
  expect((heapAtEnd - heapAtStart) / MEGABYTE).toBeLessThan(8);
});

test("a document over the limit of bytes is refused without reading on", async () => {
  const flood = { marker: "</feedback>", piece: record, megabytes: 50 };
  const { result, bytesRead } = await parseFlood(flood, { bytesMax: MEGABYTE });
  expect(result).toMatchObject({ kind: "refused", reason: "too-large" });
  expect(bytesRead).toBeLessThan(2 * MEGABYTE);
});

test("a report over the limit of records is refused, skipped ones counted", async () => {
  const documents = [record.repeat(4), record.replace("192.0.2.1", "none").repeat(4)];
  for (const records of documents) {
    const xml = Buffer.from(`${head}${records}</feedback>`);
    const read = (recordsMax: number) => parseReport(toPieces(xml), { onRecord: () => {}, limits: { recordsMax } });
    expect(await read(4)).toMatchObject({ kind: "report" });
    expect(await read(3)).toMatchObject({ kind: "refused", reason: "too-many-records" });
  }
});

test("text without markup is given up after its opening", async () => {
  let chunks = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    for (; chunks < 1000; chunks += 1) yield Buffer.alloc(1024, "no report ");
  }
  expect(await parseReport(read(), { onRecord: () => {} })).toMatchObject({ kind: "refused", reason: "not-xml" });
  expect(chunks).toBeLessThan(10);
});

test("text without markup is distinguished from XML before its length counts, in one piece too", async () => {
  const read = () => toPieces(Buffer.alloc(200_000, "no report "));
  const limits = { bytesMax: 60_000 };
  expect(await parseReport(read(), { onRecord: () => {}, limits })).toMatchObject({ reason: "not-xml" });
});

test("a refusal closes the input", async () => {
  let isClosed = false;
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from("<!DOCTYPE x>");
    } finally {
      isClosed = true;
    }
  }
  expect(await parseReport(read(), { onRecord: () => {} })).toMatchObject({ kind: "refused", reason: "doctype" });
  expect(isClosed).toBe(true);
});

async function* toPieces(xml: Uint8Array): AsyncGenerator<Uint8Array> {
  yield xml;
}
