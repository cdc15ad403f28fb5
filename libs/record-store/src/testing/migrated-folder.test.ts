import { expect, test } from "vitest";
import { createRecordStore } from "../record-store.ts";
import { executeStatement, selectRows } from "./execute-statement.ts";
import { createMigratedFolder } from "./migrated-folder.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const TABLES = `SELECT database, name, create_table_query FROM system.tables
  WHERE database LIKE 'ruaflow%' ORDER BY database, name`;
const STEPS = "SELECT number, name, checksum FROM ruaflow.schema_migrations ORDER BY number";

/** What is in a folder that `prepare` has made, and how many rows a table has after an insert. */
async function describeFolder(prepare: (path: string) => Promise<void>) {
  const folder = await createTemporaryFolder();
  await prepare(folder.path);
  const store = await createRecordStore({ path: folder.path });
  const found = { tables: await selectRows(folder.path, TABLES), steps: await selectRows(folder.path, STEPS) };
  await executeStatement(folder.path, "INSERT INTO ruaflow.source_facts (address) VALUES ('192.0.2.1')");
  const rows = await selectRows(folder.path, "SELECT count() AS rows FROM ruaflow.source_facts");
  await store.close();
  await folder.remove();
  return { ...found, rows };
}

async function migrate(path: string): Promise<void> {
  const store = await createRecordStore({ path });
  await store.migrate();
  await store.close();
}

test("a migrated folder has what a migration makes, and each copy its own rows", async () => {
  const made = await describeFolder(migrate);
  expect(made.tables.length).toBeGreaterThan(10);
  expect(await describeFolder(createMigratedFolder)).toEqual(made);
  expect(await describeFolder(createMigratedFolder)).toEqual(made);
});
