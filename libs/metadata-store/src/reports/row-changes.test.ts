import type { RowChange } from "@ruaflow/runtime/row-change";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReportFixture, startReportFixture } from "../testing/report-fixture.ts";
import { createRowChanges, type WhileRowsChange } from "./row-changes.ts";

let fixture: ReportFixture;
let organizationId: string;
let whileRowsChange: WhileRowsChange;
/** ClickHouse, which answers or not, and goes on with what failed or not. */
let clickHouse: { isAway: boolean; goesOn: boolean };

beforeAll(async () => {
  fixture = await startReportFixture();
});
afterAll(() => fixture.stop());

/** An organization of its own, in a process of its own. */
async function begin(): Promise<void> {
  ({ organizationId } = await fixture.createOrganization());
  whileRowsChange = createRowChanges(fixture.database);
  clickHouse = { isAway: false, goesOn: false };
}

const remove = (change: RowChange) =>
  change.run([organizationId], {
    async work() {
      if (clickHouse.isAway) throw new Error("away");
    },
    async hasEnded() {
      if (clickHouse.isAway) throw new Error("away");
      return !clickHouse.goesOn;
    },
  });

async function read() {
  const [version] = await fixture.store.reports.readAnswerVersions([organizationId]);
  const [{ rows = 0 } = {}] = await fixture.database.query<{ rows: number }>(
    "SELECT count(*)::int AS rows FROM row_changes WHERE organization_id = $1",
    [organizationId],
  );
  return { version: version?.version, isSettled: version?.isSettled, rows };
}

test("during an outage of ClickHouse one failed change counts, however often it is repeated, and none once it succeeds", async () => {
  await begin();
  clickHouse.isAway = true;
  const versions = new Set([(await read()).version]);
  for (let count = 1; count <= 5; count += 1) {
    await expect(whileRowsChange([organizationId], remove)).rejects.toThrow("away");
    const { version, ...state } = await read();
    expect(state).toEqual({ isSettled: false, rows: 1 });
    expect(versions).not.toContain(version);
    versions.add(version);
  }
  clickHouse.isAway = false;
  await whileRowsChange([organizationId], remove);
  const { version, ...state } = await read();
  expect(state).toEqual({ isSettled: true, rows: 0 });
  expect(versions).not.toContain(version);
});

test("a change that failed counts while ClickHouse goes on with it, also after another one succeeded", async () => {
  await begin();
  clickHouse.isAway = true;
  await expect(whileRowsChange([organizationId], remove)).rejects.toThrow("away");
  clickHouse = { isAway: false, goesOn: true };
  await whileRowsChange([organizationId], remove);
  expect(await read()).toMatchObject({ isSettled: false, rows: 1 });
  const { version } = await read();
  clickHouse.goesOn = false;
  // It is not repeated.
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ isSettled: true, rows: 0 });
  expect((await read()).version).not.toBe(version);
});

test("work that fails before it asks ClickHouse for anything changes nothing, and is over at once", async () => {
  await begin();
  const fail = () => Promise.reject(new Error("no lock"));
  await expect(whileRowsChange([organizationId], fail)).rejects.toThrow("no lock");
  expect(await read()).toMatchObject({ isSettled: true, rows: 0 });
});

test("a change whose process died is over after an hour, and the next change removes it", async () => {
  await begin();
  const set = (change: string) => fixture.database.query(change, [organizationId]);
  await set("INSERT INTO row_changes (organization_id) VALUES ($1)");
  await whileRowsChange([organizationId], remove);
  expect(await read()).toMatchObject({ isSettled: false, rows: 1 });
  await set("UPDATE row_changes SET begun_at = now() - interval '61 minutes' WHERE organization_id = $1");
  expect(await read()).toMatchObject({ isSettled: true, rows: 1 });
  await whileRowsChange([organizationId], remove);
  expect(await read()).toMatchObject({ isSettled: true, rows: 0 });
});
