import { executeSql } from "@ruaflow/metadata-store/testing";
import { selectRows } from "@ruaflow/record-store/testing";
import type { ReportMessage } from "@ruaflow/report/message";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { publishVisibility, startVisibility } from "./publish-visibility.ts";
import { listDeaths, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

/** What the views show of the report of these messages. */
async function readViews([first]: readonly ReportMessage[]): Promise<string> {
  const ofReport = `WHERE report_id = '${first?.reportId}'`;
  const [found] = await selectRows<{ records: number; messages: number; reports: number }>(
    fixture.clickHousePath,
    `SELECT count() AS records, sum(messages) AS messages,
       (SELECT count() FROM ruaflow_v1.reports ${ofReport}) AS reports FROM ruaflow_v1.records ${ofReport}`,
  );
  return `${found?.reports} reports, ${found?.records} records, ${found?.messages} messages`;
}

/** The sums of the only day, as the views and as PostgreSQL have them. */
async function expectEqualSums(): Promise<void> {
  const [sums = {}] = await selectRows<object>(
    fixture.clickHousePath,
    `SELECT toUInt32(sum(reports)) AS reports, sum(messages) AS messages, sum(passed) AS passed,
       sum(spf_passed) AS spfPassed, sum(dkim_passed) AS dkimPassed FROM ruaflow_v1.daily`,
  );
  expect(await fixture.readDay()).toMatchObject(sums);
}

const publish = () => publishVisibility(fixture);

const nothing = "0 reports, 0 records, 0 messages";
const complete = "1 reports, 10 records, 20 messages";

test.each(listDeaths(() => fixture))(
  "a death after %s shows a report in SQL only if it is stored",
  async (step, die) => {
    const messages = fixture.createMessages({ rows: 10 });
    const other = fixture.createMessages({ rows: 10 });
    await expect(fixture.write(messages, die())).rejects.toThrow("killed");
    await fixture.write(other);
    await publish();
    expect(await readViews(messages)).toBe(step === "T2" ? complete : nothing);
    expect(await readViews(other)).toBe(complete);
    await expectEqualSums();
    await fixture.write(messages);
    await publish();
    expect(await readViews(messages)).toBe(complete);
    await expectEqualSums();
  },
);

test("a large report is shown when its last chunk is stored, beside reports of the same attempts", async () => {
  const messages = fixture.createMessages({ rows: 10 });
  const other = fixture.createMessages({ rows: 10 });
  await fixture.write([...messages.slice(0, 2), ...other]);
  await publish();
  expect([await readViews(messages), await readViews(other)]).toEqual([nothing, complete]);
  await fixture.write(messages.slice(2));
  await publish();
  expect(await readViews(messages)).toBe(complete);
  await expectEqualSums();
});

test("a report that comes twice, and one with other content, are shown once", async () => {
  const id = "twice";
  const messages = fixture.createMessages({ id, rows: 10 });
  await fixture.write(messages);
  expect(await fixture.write(fixture.createMessages({ id, rows: 10 }))).toEqual(Array(3).fill("duplicate"));
  expect(await fixture.write(fixture.createMessages({ id, rows: 10, content: "b" }))).toEqual(
    Array(3).fill("conflict"),
  );
  await publish();
  expect(await readViews(messages)).toBe(complete);
  await expectEqualSums();
});

test("a displaced report is hidden before its rows are deleted", async () => {
  const messages = fixture.createMessages({ rows: 10 });
  await fixture.write(messages);
  await executeSql(
    fixture.databaseUrl,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day)
     SELECT report_id, organization_id, domain_id, day FROM report_ledger WHERE report_id = '${messages[0]?.reportId}'`,
  );
  await publish();
  expect(await readViews(messages)).toBe(nothing);
  await executeSql(fixture.databaseUrl, "DELETE FROM displaced_reports");
  await publish();
  expect(await readViews(messages)).toBe(complete);
});

test("the visibility is published at the start, after a T2, from time to time, and at the end", async () => {
  const logger = createLogger({ app: "test", level: "silent" });
  const reports = Array.from({ length: 4 }, () => fixture.createMessages({ rows: 10 }));
  const [first = [], second = [], third = [], last = []] = reports;
  const isShown = (messages: readonly ReportMessage[], timeout: number) =>
    expect.poll(() => readViews(messages), { timeout, interval: 200 }).toBe(complete);
  await fixture.write(first);
  const visibility = startVisibility({ ...fixture, logger });
  await isShown(first, 4000);
  await fixture.write(second);
  visibility.changed();
  await isShown(second, 4000);
  await fixture.write(third);
  await isShown(third, 15_000);
  await fixture.write(last);
  await visibility.stop();
  expect(await readViews(last)).toBe(complete);
});

test("an outage is reported once, and the visibility is published after it", async () => {
  const messages = fixture.createMessages({ rows: 10 });
  await fixture.write(messages);
  const logger = createLogger({ app: "test", level: "silent" });
  const warn = vi.spyOn(logger, "warn");
  let isDown = true;
  const { readRowVisibility } = fixture.records;
  const records = {
    ...fixture.records,
    readRowVisibility: () => (isDown ? Promise.reject(new Error("down")) : readRowVisibility()),
  };
  const visibility = startVisibility({ metadata: fixture.metadata, records, logger });
  await expect.poll(() => warn.mock.calls.length, { timeout: 5000 }).toBe(1);
  isDown = false;
  await expect.poll(() => readViews(messages), { timeout: 15_000, interval: 200 }).toBe(complete);
  await visibility.stop();
  expect(warn).toHaveBeenCalledTimes(1);
});
