import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WritingEngine } from "../engine/engine.ts";
import { type StartedEngine, startEngine } from "../testing/start-engine.ts";
import { migrate, readMigrationStatus, SchemaMismatchError } from "./migrate.ts";
import { type Migration, readChecksum } from "./migration.ts";
import { migrations } from "./migrations.ts";

const first: Migration = {
  number: 1,
  name: "first",
  statements: [
    "CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS fsync_after_insert = {durable}",
  ],
};
const second: Migration = {
  number: 2,
  name: "second",
  statements: ["ALTER TABLE one ADD COLUMN IF NOT EXISTS b UInt8", "ALTER TABLE one ADD COLUMN IF NOT EXISTS c UInt8"],
};

describe("migrations", () => {
  let started: StartedEngine;
  let engine: WritingEngine;
  beforeAll(async () => {
    started = await startEngine();
    ({ engine } = started);
  });
  beforeEach(async () => {
    await engine.command("DROP TABLE IF EXISTS schema_migrations", {});
    await engine.command("DROP TABLE IF EXISTS one", {});
  });
  afterAll(() => started.stop());

  it("reports every step as pending on an empty database, and reading the status changes nothing", async () => {
    const expected = { applied: [], pending: ["first", "second"] };
    expect(await readMigrationStatus(engine, [first, second])).toEqual(expected);
    expect(await readMigrationStatus(engine, [first, second])).toEqual(expected);
  });

  it("takes only the missing steps, in order", async () => {
    await migrate(engine, [first]);
    expect(await readMigrationStatus(engine, [first, second])).toMatchObject({
      applied: [{ number: 1 }],
      pending: ["second"],
    });
    await migrate(engine, [first, second]);
    await migrate(engine, [first, second]);
    expect(await readMigrationStatus(engine, [first, second])).toMatchObject({
      applied: [{ name: "first" }, { name: "second" }],
      pending: [],
    });
  });

  it("resumes after a step that failed halfway", async () => {
    const broken = { ...second, statements: [second.statements[0] ?? "", "ALTER TABLE nowhere ADD COLUMN b UInt8"] };
    await expect(migrate(engine, [first, broken])).rejects.toThrow("nowhere");
    await migrate(engine, [first, second]);
    expect((await readMigrationStatus(engine, [first, second])).pending).toEqual([]);
  });

  it("refuses a database that a newer release has migrated", async () => {
    await migrate(engine, [first, second]);
    await expect(migrate(engine, [first])).rejects.toThrow(SchemaMismatchError);
    await expect(readMigrationStatus(engine, [first])).rejects.toThrow(/step 2 \(second\).*Start that release again/);
  });

  it("refuses a database whose steps differ from this release's", async () => {
    await migrate(engine, [first]);
    const edited = { ...first, statements: [...first.statements, "SELECT 1"] };
    await expect(migrate(engine, [edited])).rejects.toThrow(SchemaMismatchError);
  });

  it("numbers its own steps from 1 without gaps", () => {
    expect(migrations.map((step) => step.number)).toEqual(migrations.map((_, index) => index + 1));
  });

  // A database is refused when a step that it has taken changes: changes need a further step, which is added here.
  it("keeps its steps as they were released", () => {
    expect(migrations.map(readChecksum)).toEqual([
      "e21811b86db0a049876c492c0c5aa474b579b2fac17e410763d586deb27a4842",
      "b43518785412ad01f8314b81085048bfb2c5b809c1c4568e2e03c4d6b96dd7ab",
      "4bfe88f6b85f587dba24a7feb9346a6e2c102e248527144d0a847256a33f3a27",
      "a4838575d92095f90f2491eb47757f279fda2fe746cc6ce8ea695a4c49655326",
      "86e5ad016d7e180d5f78233ce76e2c531d1fe5ad9725bb04647fa24a276305bc",
      "a205415d6305f966b11c2d3642f203fd47d06168eb3f2843c8fd14a0ea5c03dc",
      "6d8ba85ec6aab8c617f2c9995d4222ad86955782e1f370bf1b9aed66ed9ba3b9",
      "5ecca26adbf3792c80e018daa7b2db5d1d8e78840bede6f24bb92ae831976771",
      "7d6faa14f77b9c390922337ef4365bf192fea0687c9fd2d8983b862aa8b29a74",
      "774685613f52b9b44de0945a4c76c9b373d35c958f12a0bfd194f3d5e30777bc",
      "34612d802eb957e90a2b0e62b771f6701954bfc51c86f45bd000f059a006a916",
      "62a18b87f395682eca0e28004f266d1db8f275dd75a7983a0f535a7ca9a55677",
      "c668dcad8e7cbac1ff564105e100ea3bfad1e336dc10e2df73c9e7318bf4ae8f",
      "45863852c61d502c1d36470a67d8c5a4d398ff27e3956acb05a76dab9254adc5",
      "b159092d962047063b3a5c496b4f917fd879f35b671baea57114f0db3dded44c",
      "b2d2c7eb15c921455970f126d70fec1c136a86958ec0ff275c230928483f6009",
      "d3b92a4fce2b6936bee44ac7edc234719746604bb3a0e13b9e6b3e18ecae40e7",
      "c86d534c7b5ed0025d04b69445b364a286eead57fea132db4346b2335985ea7b",
      "112ff98f29905bcf51ace236acbe004628cc2a2e613387cd79aa1c93a1e41a85",
      "b3a2718fb35a3661087947f0f2f3e7e5349b72e98a5c5a5123ab6d7d6f005ef4",
      "76198a398a059bc6e019c670cafefeab4c57abab08505f951d5677d98dfb5518",
    ]);
  });

  /** What can be written again is left out. */
  const tablesQuery = `SELECT name, create_table_query AS definition FROM system.tables
    WHERE database = currentDatabase() AND name NOT IN ('one', 'visibility', 'source_facts', 'domains', 'attention', 'verdicts')`;

  /** New tables, as they were before step 8. */
  async function createTables(kind: WritingEngine["kind"]): Promise<void> {
    for (const table of ["records", "reports", "deleted_domains"])
      await engine.command(`DROP TABLE IF EXISTS ${table}`, {});
    await migrate({ ...engine, kind }, migrations.slice(0, 7));
  }

  async function expectDurable(): Promise<void> {
    const tables = await engine.select<{ name: string; definition: string }>(tablesQuery, {});
    expect(tables).toHaveLength(4);
    for (const { definition } of tables) expect(definition).toMatch(/fsync_after_insert = 1, fsync_part_directory = 1/);
  }

  it.each(["embedded", "server"] as const)(
    "makes inserts reach the disk before they are confirmed: %s",
    async (kind) => {
      await createTables(kind);
      await expectDurable();
    },
  );

  it("makes inserts into tables durable that an earlier release created on a server", async () => {
    await createTables("server");
    for (const { name } of await engine.select<{ name: string }>(tablesQuery, {})) {
      await engine.command(`ALTER TABLE ${name} MODIFY SETTING fsync_after_insert = 0, fsync_part_directory = 0`, {});
    }
    await migrate(engine);
    await expectDurable();
  });

  it("explains every table and every column in the database itself", async () => {
    await migrate(engine);
    const tables = await engine.select<{ name: string; comment: string }>(
      "SELECT name, comment FROM system.tables WHERE database = currentDatabase() AND name != 'one'",
      {},
    );
    const columns = await engine.select<{ name: string; comment: string }>(
      "SELECT concat(table, '.', name) AS name, comment FROM system.columns WHERE database = currentDatabase() AND table != 'one'",
      {},
    );
    expect(tables.map(({ name }) => name).sort()).toEqual([
      "attention",
      "deleted_domains",
      "domains",
      "records",
      "reports",
      "schema_migrations",
      "source_facts",
      "verdicts",
      "visibility",
    ]);
    expect(columns.length).toBeGreaterThan(70);
    expect([...tables, ...columns].filter(({ comment }) => comment === "")).toEqual([]);
  });
});
