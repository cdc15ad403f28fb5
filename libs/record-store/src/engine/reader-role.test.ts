import { Session } from "chdb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { sqlView } from "../sql-view.ts";
import { createMigratedFolder } from "../testing/migrated-folder.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";

const views = ["daily", "dkim_results", "records", "reports", "sources", "spf_results"];

let folder: TemporaryFolder;
let store: RecordStore;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  store = await createRecordStore({ path: folder.path });
});
afterAll(async () => {
  await store.close();
  await folder.remove();
});

/** The answer to one query, or the error, in a session of its own. */
async function ask(query: string, role?: string): Promise<string> {
  const session = new Session(folder.path);
  try {
    if (role !== undefined) await session.queryAsync(`SET ROLE ${role}`);
    return (await session.queryAsync(query, { format: "TSVRaw" })).text().trim();
  } catch (error) {
    return String(error);
  } finally {
    session.close();
  }
}

const asReader = (query: string) => ask(query, sqlView.role);

describe("the role of readers, without any inspection of queries", () => {
  it.each(views)("reads the view %s", async (view) => {
    expect(await asReader(`SELECT count() FROM ruaflow_v1.${view}`)).toBe("0");
  });

  it.each([
    "SELECT * FROM ruaflow.schema_migrations",
    "SHOW CREATE TABLE ruaflow.schema_migrations",
    "SELECT * FROM view(SELECT * FROM ruaflow.schema_migrations)",
    "SELECT * FROM file('/etc/passwd', LineAsString)",
    "SELECT * FROM default.`/etc/passwd`",
    "SELECT * FROM url('http://127.0.0.1:1/', LineAsString)",
    "SELECT * FROM remote('127.0.0.1:1', system.one)",
    "SELECT * FROM s3('http://127.0.0.1:1/bucket/a', CSV)",
    "SELECT * FROM executable('id', TSV, 'a String')",
    "SELECT * FROM sqlite('/dev/null', 'b')",
    "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    "SELECT * FROM system.users",
    "INSERT INTO ruaflow.deleted_domains (domain_id) VALUES ('dom_1')",
    "INSERT INTO FUNCTION file('/tmp/ruaflow-leak', CSV, 'a UInt8') VALUES (1)",
    "ALTER TABLE ruaflow.records DELETE WHERE 1",
    "TRUNCATE TABLE ruaflow.records",
    "DROP VIEW ruaflow_v1.records",
    "CREATE OR REPLACE VIEW ruaflow_v1.records AS SELECT 1",
    "CREATE TABLE ruaflow_v1.leak (a UInt8) ENGINE = Memory",
    "CREATE TEMPORARY TABLE leak (a UInt8)",
    "CREATE FUNCTION leak AS (x) -> file(x)",
    "CREATE USER leak",
    "GRANT SELECT ON *.* TO default",
    "SYSTEM SHUTDOWN",
    "BACKUP TABLE ruaflow.records TO File('/tmp/ruaflow-leak')",
  ])("is refused by the engine: %s", async (query) => {
    expect(await asReader(query)).toMatch(/ACCESS_DENIED/);
  });

  it("sees no table but the views and those behind them", async () => {
    const query = "SELECT arraySort(groupArray(name)) FROM system.tables WHERE database = 'ruaflow'";
    expect(await asReader(query)).toBe(
      "['attention','deleted_domains','domains','records','reports','source_facts','verdicts','visibility']",
    );
    expect(
      await asReader(
        "SELECT DISTINCT database FROM system.tables WHERE database NOT IN ('ruaflow', 'ruaflow_v1', 'system')",
      ),
    ).toBe("");
  });
});
