import { aRecord } from "@ruaflow/report/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WritingEngine } from "../engine/engine.ts";
import { migrate } from "../migrations/migrate.ts";
import { insertRecords } from "../rows/insert-records.ts";
import { toAddressText } from "../rows/stored-values.ts";
import { sampleReport } from "../testing/sample-report.ts";
import { type StartedEngine, startEngine } from "../testing/start-engine.ts";
import { toBatch } from "../testing/store-reports.ts";
import { joinConditions, toCondition } from "./filter.ts";
import { readSourceRanges } from "./source-page.ts";

const organizationId = "org_ranges";
const condition = toCondition(organizationId, { startDate: "2026-02-01", endDate: "2026-02-28" });
/** In the engine's order, in which IPv4 comes first: it is mapped into IPv6. */
const addresses = [
  "192.0.2.1",
  "192.0.2.2",
  "198.51.100.7",
  "203.0.113.9",
  "203.0.113.10",
  "2001:db8::1",
  "2001:db8::2",
];

let started: StartedEngine;
let engine: WritingEngine;

beforeAll(async () => {
  started = await startEngine();
  ({ engine } = started);
  await migrate(engine);
  const records = addresses.map((sourceIp, ordinal) => aRecord({ ordinal, sourceIp }));
  await insertRecords(engine, [toBatch(sampleReport({ organizationId, reportId: "rpt", day: "2026-02-03", records }))]);
});

afterAll(() => started.stop());

/** The addresses of each range. */
async function readRanges(options: NonNullable<Parameters<typeof readSourceRanges>[2]>): Promise<string[][]> {
  const ranges: string[][] = [];
  for await (const range of readSourceRanges(engine, condition, options)) {
    const { sql, params } = joinConditions(condition, range);
    const query = `SELECT DISTINCT source_ip AS address FROM records WHERE ${sql} ORDER BY address`;
    const rows = await engine.select<{ address: string }>(query, params);
    ranges.push(rows.map(({ address }) => toAddressText(address)));
  }
  return ranges;
}

test.each([1, 2, 3, 4, 7, 8])(
  "ranges of %i have each address once, in order, however many a query finds",
  async (addressesMax) => {
    const expected = Array.from({ length: Math.ceil(addresses.length / addressesMax) }, (_, index) =>
      addresses.slice(index * addressesMax, (index + 1) * addressesMax),
    );
    for (const rangesMax of [1, 2, 3, 100]) expect(await readRanges({ addressesMax, rangesMax })).toEqual(expected);
  },
);

test("a few sources are one range, and nothing has none", async () => {
  expect(await readRanges({ addressesMax: 7, sources: 7 })).toEqual([addresses]);
  const none = toCondition("org_other", { startDate: "2026-02-01", endDate: "2026-02-28" });
  expect(await Array.fromAsync(readSourceRanges(engine, none))).toEqual([]);
});
