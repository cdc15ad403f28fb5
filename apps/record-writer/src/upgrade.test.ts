import { createMetadataStore } from "@ruaflow/metadata-store";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { executeStatement } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dieAfter, startWriterFixture, type WriterFixture } from "./testing/writer-fixture.ts";

let fixture: WriterFixture;

beforeAll(async () => {
  fixture = await startWriterFixture();
});

afterAll(() => fixture.stop());

const create = (id: string) => fixture.createMessages({ id, rows: 3 });
const readRows = (ids: readonly string[]) => Promise.all(ids.map((id) => fixture.readRows(create(id))));

/** What a later release's migrations may do while this one runs: add columns and tables. */
async function migrateBeyond(): Promise<void> {
  const tables = await executeSql(fixture.databaseUrl, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  for (const { tablename } of tables)
    await executeSql(fixture.databaseUrl, `ALTER TABLE ${tablename} ADD COLUMN future text DEFAULT 'later'`);
  await executeSql(fixture.databaseUrl, "CREATE TABLE future_table (id int)");
  await executeSql(
    fixture.databaseUrl,
    "INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, '9999-future.sql', 'x')",
  );
  for (const table of ["records", "reports", "deleted_domains"])
    await executeStatement(fixture.clickHousePath, `ALTER TABLE ${table} ADD COLUMN future String DEFAULT 'later'`);
  await executeStatement(
    fixture.clickHousePath,
    "INSERT INTO schema_migrations (number, name, checksum) VALUES (999, 'future', 'x')",
  );
}

test("a record-writer that runs goes on through a migration that adds columns and tables; none starts after it", async () => {
  await fixture.write(create("before"));
  await expect(
    fixture.write(create("interrupted"), { records: dieAfter(fixture.records, "insertRecords") }),
  ).rejects.toThrow("killed");
  await migrateBeyond();
  expect(await fixture.write(create("after"))).toEqual(["written"]);
  expect(await fixture.write(create("interrupted"))).toEqual(["written"]);
  expect(await fixture.write(create("before"))).toEqual(["duplicate"]);
  const intact = "3 rows, 3 ordinals, 1 report rows";
  expect(await readRows(["before", "interrupted", "after"])).toEqual([intact, intact, intact]);
  await expect(createMetadataStore({ url: fixture.databaseUrl })).rejects.toThrow(
    "PostgreSQL has the migration 9999-future.sql, which this release does not know",
  );
  await expect(fixture.records.assertSchema()).rejects.toThrow("ClickHouse has step 999 (future)");
});
