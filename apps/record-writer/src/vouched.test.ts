import { executeSql } from "@ruaflow/metadata-store/testing";
import { selectRows } from "@ruaflow/record-store/testing";
import type { ReportMessage } from "@ruaflow/report/message";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  disbelieve,
  listDeaths,
  type MessageOptions,
  startWriterFixture,
  vouch,
  type WriterFixture,
} from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});
afterAll(() => fixture.stop());

beforeEach(async () => {
  const tables = "report_ledger, stored_reports, report_days, displaced_reports, arrivals, open_attempts, reporters";
  await executeSql(fixture.databaseUrl, `TRUNCATE ${tables}`);
});

let runs = 0;
/** A report of this identity, whose content is told by its number of records. */
const createReport = (id: string, rows: number, options: MessageOptions = {}) =>
  fixture.createMessages({ id, rows, content: "0123456789abcdef"[rows % 16] ?? "0", ...options });

async function readSums(counted: "authentic" | "none" = "authentic") {
  const day = { startDate: "2026-01-01", endDate: "2026-01-01", counted };
  const [sums] = await fixture.metadata.reports.readReportDays(fixture.organizationId, day);
  return `${sums?.reports ?? 0} reports, ${sums?.messages ?? 0} messages`;
}

async function listOutcomes(): Promise<string[]> {
  const rows = await executeSql(fixture.databaseUrl, "SELECT DISTINCT outcome FROM arrivals ORDER BY 1");
  return rows.map(({ outcome }) => String(outcome));
}

test("a forged report that is sent first takes nothing from the true one, and the other way round", async () => {
  const forged = vouch(createReport("forged-first", 9), "evil.example");
  const honest = vouch(createReport("forged-first", 3), "google.com");
  expect(await fixture.write(forged)).toEqual(Array(forged.length).fill("written"));
  expect(await fixture.write(honest)).toEqual(["written"]);
  expect(await readSums()).toBe("2 reports, 24 messages");
  await fixture.write(vouch(createReport("true-first", 3), "google.com"));
  await fixture.write(vouch(createReport("true-first", 9), "evil.example"));
  expect(await readSums()).toBe("4 reports, 48 messages");
  expect(await listOutcomes()).toEqual(["stored"]);
});

test("SQL names the domain that vouches for a report and for each of its records, and none of an upload", async () => {
  const [vouched, upload] = [vouch(createReport("in-sql", 9), "small.example"), createReport("in-sql-upload", 2)];
  await fixture.write([...vouched, ...upload]);
  const nothing = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await fixture.records.insertRowVisibility({ version: 1n, attempt: 1_000_000n, ...nothing });
  const read = (view: string, [message]: readonly ReportMessage[]) =>
    selectRows(
      fixture.clickHousePath,
      `SELECT reporter_domain AS domain, count() AS rows FROM ruaflow_v1.${view}
       WHERE report_id = '${message?.reportId}' GROUP BY 1`,
    );
  expect(await read("reports", vouched)).toEqual([{ domain: "small.example", rows: 1 }]);
  expect(await read("records", vouched)).toEqual([{ domain: "small.example", rows: 9 }]);
  expect(await read("reports", upload)).toEqual([{ domain: "", rows: 1 }]);
  expect(await read("records", upload)).toEqual([{ domain: "", rows: 2 }]);
});

test("both in one batch are both stored", async () => {
  const forged = vouch(createReport("together", 2), "evil.example");
  await fixture.write([...forged, ...vouch(createReport("together", 3), "google.com")]);
  expect(await readSums()).toBe("2 reports, 10 messages");
  const upload = createReport("copies", 3);
  expect(await fixture.write([...upload, ...vouch(createReport("copies", 3), "google.com")])).toEqual([
    "written",
    "duplicate",
  ]);
});

test("one domain's report is stored once, and with other content a conflict, also from another domain of its company", async () => {
  const yahoo = (rows: number, domain: string) =>
    vouch(createReport("company", rows), domain).map((message) => {
      return { ...message, reporterDomains: ["yahoo.com", "yahooinc.com"] };
    });
  await fixture.write(yahoo(3, "yahoo.com"));
  expect(await fixture.write(yahoo(3, "yahoo.com"))).toEqual(["duplicate"]);
  expect(await fixture.write(yahoo(3, "yahooinc.com"))).toEqual(["duplicate"]);
  expect(await fixture.write(yahoo(2, "yahooinc.com"))).toEqual(["conflict"]);
  expect(await readSums()).toBe("1 reports, 6 messages");
});

test("what an earlier release stored, or an upload, is the same report when it is sent again", async () => {
  const domain = "google.com";
  const before = createReport("upgrade", 3).map((message) => ({ ...message, trust: "dmarc" as const }));
  await fixture.write(before);
  expect(await fixture.write(before)).toEqual(["stored-before"]);
  expect(await fixture.write(createReport("upgrade", 3))).toEqual(["duplicate"]);
  expect(await fixture.write(vouch(createReport("upgrade", 3), domain))).toEqual(["duplicate"]);
  expect(await fixture.write(vouch(createReport("upgrade", 3), domain))).toEqual(["duplicate"]);
  expect(await fixture.write(vouch(createReport("upgrade", 2), domain))).toEqual(["conflict"]);
  expect(await readSums()).toBe("1 reports, 6 messages");
  const unproven = disbelieve(createReport("unproven", 3), { claimedDomains: [] });
  await fixture.write(unproven.map(({ claimedDomains: _claimed, ...message }) => message));
  const again = disbelieve(createReport("unproven", 3), { from: "evil.example", claimedDomains: [domain] });
  expect(await fixture.write(again)).toEqual(["duplicate"]);
  expect(await readSums("none")).toBe("1 reports, 6 messages");
});

test("an upload of what a domain has sent is a copy, and of what it has not is a report of its own", async () => {
  await fixture.write(vouch(createReport("upload", 3), "google.com"));
  expect(await fixture.write(createReport("upload", 3))).toEqual(["duplicate"]);
  expect(await fixture.write(createReport("upload", 2))).toEqual(["written"]);
  expect(await readSums()).toBe("2 reports, 10 messages");
});

test("an upload is a copy of one domain's report only: a second domain's is its own, whichever comes first", async () => {
  const of = (id: string) => [
    createReport(id, 3),
    vouch(createReport(id, 3), "google.com"),
    vouch(createReport(id, 3), "evil.example"),
  ];
  for (const [index, order] of ["012", "021", "102", "120", "201", "210"].entries()) {
    const reports = of(`order-${order}`);
    for (const place of order) await fixture.write(reports[Number(place)] ?? []);
    for (const place of order) await fixture.write(of(`order-${order}`)[Number(place)] ?? []);
    expect(await readSums()).toBe(`${2 * (index + 1)} reports, ${12 * (index + 1)} messages`);
  }
});

test("a proven report takes the place only of unproven ones that claim to be its domain's", async () => {
  const honest = disbelieve(createReport("unsigned", 3), { claimedDomains: ["small.example"] });
  await fixture.write(honest);
  await fixture.write(vouch(createReport("unsigned", 9), "evil.example"));
  expect(await readSums("none")).toBe("1 reports, 6 messages");
  const mismatch = disbelieve(createReport("unsigned", 2), { from: "evil.example", claimedDomains: ["small.example"] });
  expect(await fixture.write(mismatch)).toEqual(["written"]);
  await fixture.write(vouch(createReport("unsigned", 3), "small.example"));
  expect(await readSums("none")).toBe("0 reports, 0 messages");
  expect(await readSums()).toBe("2 reports, 24 messages");
});

test("no report is written under the id of one whose rows are about to be deleted", async () => {
  await fixture.write(disbelieve(createReport("gone", 3), { claimedDomains: ["small.example"] }));
  await fixture.write(vouch(createReport("gone", 2), "small.example"));
  const other = disbelieve(createReport("gone", 4), { claimedDomains: ["other.example"] });
  expect(await fixture.write(other)).toEqual(["conflict"]);
});

test("a large upload that a domain's copy overtakes is not stored beside it", async () => {
  const [first, second] = createReport("overtaken", 8, { submissionId: "sub-large" });
  if (!first || !second) throw new Error("the report has one message");
  expect(await fixture.write([first])).toEqual(["written"]);
  expect(await fixture.write(vouch(createReport("overtaken", 8), "google.com"))).toEqual(["written", "written"]);
  expect(await fixture.write([second])).toEqual(["duplicate"]);
  expect(await readSums()).toBe("1 reports, 16 messages");
});

test("a writer that was paused cannot store an upload beside a domain's copy of it", async () => {
  const upload = createReport("paused", 3);
  const paused = {
    ...fixture.metadata,
    reports: {
      ...fixture.metadata.reports,
      completeReports: async (...args: Parameters<typeof fixture.metadata.reports.completeReports>) => {
        await fixture.write(vouch(createReport("paused", 3), "google.com"));
        return fixture.metadata.reports.completeReports(...args);
      },
    },
  };
  await expect(fixture.write(upload, { metadata: paused })).rejects.toThrow("taken over");
  expect(await fixture.write(upload)).toEqual(["duplicate"]);
  expect(await readSums()).toBe("1 reports, 6 messages");
});

const GOOGLE = "google.com";
/** Who sends a report of one identity, how, and how much it states. Only the first three count. */
const senders = {
  google: (id: string) => vouch(createReport(id, 3), GOOGLE),
  copying: (id: string) => vouch(createReport(id, 3), "copy.example"),
  evil: (id: string) => vouch(createReport(id, 9), "evil.example"),
  upload: (id: string) => createReport(id, 3),
  unsigned: (id: string) => disbelieve(createReport(id, 2), { claimedDomains: [GOOGLE] }),
  mismatch: (id: string) => disbelieve(createReport(id, 5), { from: "evil.example", claimedDomains: [GOOGLE] }),
} satisfies Record<string, (id: string) => ReportMessage[]>;

const steps = fc
  .shuffledSubarray([...Object.entries(senders), ...Object.entries(senders)], { minLength: 12, maxLength: 12 })
  .chain((order) =>
    fc.tuple(fc.constant(order), fc.array(fc.option(fc.nat(3), { freq: 2 }), { minLength: 12, maxLength: 12 })),
  );

test("orders, repetitions, channels and deaths change neither sums nor what is stored", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async ([order, deaths]) => {
      const id = `property-${runs++}`;
      const before = await readNumbers();
      for (const [index, [, create]] of order.entries()) {
        const messages = create(id);
        const death = deaths[index] ?? null;
        const die = death === null ? undefined : listDeaths(() => fixture)[death]?.[1];
        await fixture.write(messages, die?.()).catch(ignoreDeath);
        await fixture.write(messages);
      }
      const after = await readNumbers();
      // Google's, its copy and evil's; the upload is one of the first two.
      expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([3, 30, 0]);
    }),
    { numRuns: 12, seed: 26 },
  );
  expect(await executeSql(fixture.databaseUrl, "SELECT 1 FROM report_ledger WHERE state = 'pending'")).toEqual([]);
});

async function readNumbers(): Promise<number[]> {
  const day = { startDate: "2026-01-01", endDate: "2026-01-01" };
  const [sums] = await fixture.metadata.reports.readReportDays(fixture.organizationId, day);
  const [none] = await fixture.metadata.reports.readReportDays(fixture.organizationId, { ...day, counted: "none" });
  return [sums?.reports ?? 0, sums?.messages ?? 0, none?.reports ?? 0];
}

function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes("killed")) throw error;
}
