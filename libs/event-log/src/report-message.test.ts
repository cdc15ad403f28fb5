import { zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressLines, encodeReportMessage } from "./report-message.ts";
import { parseReportMessage } from "./report-reader/index.ts";
import type { ReportMessageFacts } from "./report-schema.ts";

const facts: ReportMessageFacts = {
  reportKey: "ab".repeat(32),
  reportId: "rpt_x",
  organizationId: "org_1",
  domainId: "dom_1",
  day: "2024-05-01",
  contentHash: "c0ffee",
  submissionId: "sub_1",
  entry: 0,
  path: "report.xml",
  channel: "upload",
  receivedAt: "2024-05-02T00:00:00.000Z",
  header: {
    reporter: "Example\nInc.",
    email: null,
    extraContactInfo: "",
    reportId: "1",
    dateRange: { begin: 1714521600, end: 1714607999 },
    errors: [],
    version: null,
    namespace: "",
    generator: null,
    policyPublished: {
      domain: "example.com",
      p: "none",
      sp: "",
      np: null,
      adkim: null,
      aspf: null,
      pct: "100",
      fo: null,
      testing: null,
      discoveryMethod: null,
    },
  },
  warnings: [{ code: "empty-value", path: "policy_published/sp", count: 1 }],
  totals: { records: 2, recordsSkipped: 0, messages: 3, passed: 1 },
  chunk: { index: 0, of: 1, firstOrdinal: 0 },
};

test("a message comes back as it was written, small or compressed, with or without records", () => {
  for (const lines of [[], ["0,1"], Array.from({ length: 5000 }, (_, index) => `${index},"é\\n"`)]) {
    const text = Buffer.from(lines.join("\n"));
    for (const encoded of [text, compressLines(text)]) {
      const { value, key } = encodeReportMessage(facts, encoded);
      expect(key).toBe(facts.reportKey);
      expect(parseReportMessage(value)).toEqual({ version: 1, ...facts, lines });
    }
  }
});

test("a message that cannot be read says what is wrong with it", () => {
  const refused = (text: string) => expect(() => parseReportMessage(Buffer.from(text)));
  refused("").toThrow(/does not begin with a line of JSON/);
  refused("{}\n").toThrow(/does not have the form of version 1/);
  refused(JSON.stringify({ ...facts, version: 2 })).toThrow(/\/version/);
  refused(JSON.stringify({ version: 1, ...facts, day: "yesterday" })).toThrow(/\/day/);
  expect(() => parseReportMessage(zstdCompressSync(Buffer.alloc(8)).subarray(0, 9))).toThrow(/decompressed/);
});

test("a compressed message cannot grow without bound", () => {
  const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024));
  expect(() => parseReportMessage(bomb)).toThrow(/decompressed/);
  expect(() => parseReportMessage(encodeReportMessage(facts, { frame: bomb }).value)).toThrow(/decompressed/);
});
