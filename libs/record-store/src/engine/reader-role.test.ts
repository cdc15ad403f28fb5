import { Session } from "chdb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecordStore, type RecordStore } from "../record-store.ts";
import { sqlView } from "../sql-view.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../testing/temporary-folder.ts";

const views = ["daily", "dkim_results", "records", "reports", "sources", "spf_results"];

let folder: TemporaryFolder;
let store: RecordStore;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  store = await createRecordStore({ path: folder.path });
  await store.migrate();
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

async function reopen(): Promise<void> {
  await store.close();
  store = await createRecordStore({ path: folder.path });
}

const asReader = (query: string) => ask(query, sqlView.role);

describe("the role of readers, without any inspection of queries", () => {
  it.each(views)("reads the view %s", async (view) => {
    expect(await asReader(`SELECT count() FROM ruaflow_v1.${view}`)).toBe("0");
  });

  it.each([
    "SELECT * FROM ruaflow.records",
    "SELECT * FROM ruaflow.deleted_domains",
    "SELECT 1 IN ruaflow.visibility",
    "SELECT * FROM view(SELECT * FROM ruaflow.records)",
    "DESCRIBE ruaflow.records",
    "SHOW CREATE TABLE ruaflow.records",
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

  it("sees no other database and no table but the views", async () => {
    const visible = "SELECT arraySort(groupUniqArray(database)) FROM system.tables WHERE database != 'system'";
    expect(await asReader(visible)).toBe("['ruaflow_v1']");
    expect(await asReader("SELECT DISTINCT database FROM system.columns WHERE database != 'system'")).toBe(
      "ruaflow_v1",
    );
  });
});

it.each([
  ["opened, as by a command", () => reopen()],
  ["migrated", () => store.migrate()],
])(
  "the views of an earlier release, which read with the rights of who asks, are changed when %s",
  async (_, change) => {
    for (const view of views) await ask(`ALTER TABLE ruaflow_v1.${view} MODIFY SQL SECURITY INVOKER`);
    expect(await asReader("SELECT count() FROM ruaflow_v1.records")).toMatch(/ACCESS_DENIED/);
    await change();
    for (const view of views) expect(await asReader(`SELECT count() FROM ruaflow_v1.${view}`)).toBe("0");
  },
);
