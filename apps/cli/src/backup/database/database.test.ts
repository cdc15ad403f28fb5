import { createMetadataStore, migrateMetadata, readMetadataMigrations } from "@ruaflow/metadata-store";
import { executeSql, startMetadataStore, startPostgres } from "@ruaflow/metadata-store/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginRestore, countDatabase, finishRestore, loadDatabase, readRestoreTarget } from "./restore-database.ts";
import { type DatabaseSnapshot, withDatabaseSnapshot } from "./snapshot.ts";

let source: Awaited<ReturnType<typeof startMetadataStore>>;
let target: Awaited<ReturnType<typeof startPostgres>>;

beforeEach(async () => {
  [source, target] = await Promise.all([startMetadataStore(), startPostgres()]);
});

afterEach(async () => {
  await Promise.all([source.stop(), target.stop()]);
});

const createOrganization = (name: string) => source.store.tenants.createOrganization({ name, plan: "plus" });

interface Copy {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: Buffer;
}

async function copyTables(snapshot: DatabaseSnapshot): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const table of snapshot.tables) {
    const chunks: Uint8Array[] = [];
    const rows = await snapshot.copyTable(table, async (bytes) => {
      for await (const chunk of bytes) chunks.push(chunk);
    });
    copies.push({ ...table, rows, bytes: Buffer.concat(chunks) });
  }
  return copies;
}

function backUp(url: string, meanwhile = async () => {}) {
  return withDatabaseSnapshot(url, { tables: [] }, async (snapshot) => {
    await meanwhile();
    const copies = await copyTables(snapshot);
    return { version: snapshot.schemaVersion, copies, sequences: await snapshot.readSequences() };
  });
}

type Backup = Awaited<ReturnType<typeof backUp>>;

const begin = ({ version }: Backup) =>
  beginRestore(target.url, { backupId: "one", schemaVersion: version, schemas: [] });

const load = ({ copies, sequences }: Backup, rowsMore = 0) =>
  loadDatabase(target.url, {
    tables: copies.map(({ name, columns, rows, bytes }) => ({
      name,
      columns,
      rows: rows + rowsMore,
      async *read() {
        yield bytes;
      },
    })),
    sequences,
    movedBodies: null,
    onTable: () => undefined,
  });

const finish = () => finishRestore(target.url, { schemasToDrop: [] });

async function withTarget<Result>(work: (store: Awaited<ReturnType<typeof createMetadataStore>>) => Promise<Result>) {
  const store = await createMetadataStore({ url: target.url });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const listNames = () =>
  withTarget(async (store) => (await store.tenants.listOrganizations()).map(({ name }) => name).sort());

test("a backup is of one moment, whatever is written while it runs", async () => {
  await createOrganization("before");
  const backup = await backUp(source.url, async () => {
    await createOrganization("meanwhile");
  });
  await begin(backup);
  await load(backup);
  await finish();
  expect(await listNames()).toEqual(["before"]);
});

test("keys are restored, browsers that were signed in are not, and neither are links", async () => {
  const { id } = await createOrganization("signed in");
  const { key, apiKey } = await source.store.tenants.createApiKey(id, { name: "key", scopes: ["keys:admin"] });
  const { token } = await source.store.tenants.createSession(apiKey.id);
  const link = await source.store.tenants.createSignInLink(id);
  const backup = await backUp(source.url);
  await begin(backup);
  await load(backup);
  await finish();
  await withTarget(async ({ tenants }) => {
    expect(await tenants.authenticateKey(key)).not.toBeNull();
    expect([await tenants.findSession(token), await tenants.useSignInLink(link?.token ?? "")]).toEqual([null, null]);
  });
});

test("numbers go on where they were: no id of a row or lease is given twice", async () => {
  await executeSql(source.url, "SELECT nextval('delivery_leases') FROM generate_series(1, 41)");
  await executeSql(
    source.url,
    `INSERT INTO events (id, organization_id, domain_id, type, body, created_at)
     SELECT 'evt_' || n, 'org', 'dom', 'report.received', '', now() FROM generate_series(1, 7) AS n`,
  );
  const backup = await backUp(source.url);
  await begin(backup);
  await load(backup);
  await finish();
  expect(await executeSql(target.url, "SELECT nextval('delivery_leases')::int AS lease")).toEqual([{ lease: 42 }]);
  const next = `INSERT INTO events (id, organization_id, domain_id, type, body, created_at)
    VALUES ('evt_next', 'org', 'dom', 'report.received', '', now()) RETURNING sequence::int`;
  expect(await executeSql(target.url, next)).toEqual([{ sequence: 8 }]);
});

test("a name of a table or column is one name, whatever SQL it holds", async () => {
  const backup = await backUp(source.url);
  await begin(backup);
  const [first] = backup.copies;
  if (first === undefined) throw new Error("there are tables");
  const inject = (start: string) => `${start} CASCADE; CREATE TABLE injected (); COMMIT; BEGIN; --`;
  const altered = [
    { ...first, name: inject(first.name) },
    { ...first, name: `public.organizations" CASCADE; COMMIT; CREATE TABLE injected (); --` },
    { ...first, columns: [`id") FROM STDIN; CREATE TABLE injected (); --`] },
  ];
  for (const copy of altered) await expect(load({ ...backup, copies: [copy] })).rejects.toThrow("does not exist");
  await expect(countDatabase(target.url, [inject("public.organizations")])).rejects.toThrow("does not exist");
  expect(await executeSql(target.url, "SELECT to_regclass('injected') AS found")).toEqual([{ found: null }]);
});

test("only sequences of the product are set", async () => {
  await executeSql(target.url, "CREATE SEQUENCE other");
  const backup = await backUp(source.url);
  await begin(backup);
  const sequences = ["public.other", "public.delivery_leases"].map((name) => ({ name, last: "41" }));
  await load({ ...backup, sequences });
  expect(await executeSql(target.url, "SELECT nextval('other')::int AS next")).toEqual([{ next: 1 }]);
  expect(await executeSql(target.url, "SELECT nextval('delivery_leases')::int AS next")).toEqual([{ next: 42 }]);
});

test("until a restore is complete no store opens on the database, and it may begin anew at any time", async () => {
  await createOrganization("one");
  const backup = await backUp(source.url);
  expect(await readRestoreTarget(target.url)).toEqual({ state: "empty" });
  await begin(backup);
  const unfinished = { state: "unfinished", backupId: "one" };
  expect(await readRestoreTarget(target.url)).toEqual({ ...unfinished, isLoaded: false });
  await expect(load(backup, 1)).rejects.toThrow("rows, the backup has");
  expect(await readRestoreTarget(target.url)).toEqual({ ...unfinished, isLoaded: false });
  expect(await executeSql(target.url, "SELECT id FROM organizations")).toEqual([]);
  await begin(backup);
  await load(backup);
  expect(await readRestoreTarget(target.url)).toEqual({ ...unfinished, isLoaded: true });
  await expect(createMetadataStore({ url: target.url })).rejects.toMatchObject({ code: "restore_unfinished" });
  await expect(migrateMetadata(target.url)).rejects.toThrow("Run ruaflow restore again.");
  await finish();
  expect(await listNames()).toEqual(["one"]);
  expect(await readRestoreTarget(target.url)).toEqual({ state: "used" });
});

test("a backup of an older release is loaded into its own schema, then migrated", async () => {
  const old = await startPostgres();
  try {
    await migrateMetadata(old.url, { upTo: 18 });
    await executeSql(old.url, "INSERT INTO organizations (id, name, plan) VALUES ('org_1', 'old', 'free')");
    await executeSql(old.url, "SELECT nextval('ledger_attempts') FROM generate_series(1, 9)");
    const backup = await backUp(old.url);
    expect(backup.version).toBe(18);
    await begin(backup);
    await load(backup);
    await finish();
  } finally {
    await old.stop();
  }
  const status = await readMetadataMigrations(target.url);
  expect(status).toMatchObject({ version: status.knownVersion, pending: [] });
  expect(await listNames()).toEqual(["old"]);
  // The migration read it from the restored sequence.
  expect(await executeSql(target.url, "SELECT last_attempt::int AS last FROM ledger_state")).toEqual([{ last: 10 }]);
});

test("a restore replaces tables of any schema", async () => {
  await createOrganization("one");
  const backup = await backUp(source.url);
  await migrateMetadata(target.url, { upTo: 3 });
  await executeSql(target.url, "INSERT INTO organizations (id, name, plan) VALUES ('org_1', 'other', 'free')");
  expect(await readRestoreTarget(target.url)).toEqual({ state: "used" });
  await begin(backup);
  await load(backup);
  await finish();
  expect(await listNames()).toEqual(["one"]);
});

test("while a backup runs, no rows of deleted domains and displaced reports are removed", async () => {
  await executeSql(
    source.url,
    `INSERT INTO displaced_reports (report_id, organization_id, domain_id, day) VALUES ('rpt', 'org', 'dom', now())`,
  );
  const removals = async () => {
    let deletions = 0;
    await source.store.domains.withDeletionLock(async () => {
      deletions += 1;
    });
    return [deletions, (await source.store.reports.listDisplacedReports()).length];
  };
  const during: number[][] = [];
  await backUp(source.url, async () => {
    during.push(await removals());
  });
  expect(during).toEqual([[0, 0]]);
  expect(await removals()).toEqual([1, 1]);
});

test("a backup waits for a removal that is under way", async () => {
  let isDone = false;
  const removal = source.store.domains.withDeletionLock(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    isDone = true;
  });
  await expect.poll(() => executeSql(source.url, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toHaveLength(1);
  const seen: boolean[] = [];
  await backUp(source.url, async () => {
    seen.push(isDone);
  });
  expect(seen).toEqual([true]);
  await removal;
});
