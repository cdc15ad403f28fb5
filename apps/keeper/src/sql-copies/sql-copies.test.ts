import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { announce, selectRows } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import type { Service } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listCopyLoops } from "../loops.ts";
import { startLoops } from "../start-loops.ts";
import { createChangeRound } from "./change-round.ts";
import { createComparisonRound } from "./comparison-round.ts";

const running = await startMetadataStore();
const metadata: MetadataStore = running.store;
const { signal } = new AbortController();
let folder: string;
let records: RecordStore;
let organizationId: string;
let loops: Service | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-sql-copies-"));
  await createMigratedFolder(folder);
  records = await createRecordStore({ path: folder });
  ({ id: organizationId } = await metadata.tenants.createOrganization({ name: "MSP", plan: "enterprise" }));
});

afterAll(async () => {
  await records.close();
  await running.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

beforeEach(async () => {
  await executeSql(running.url, "DELETE FROM domains");
  await records.backup.clear();
  await records.migrate();
});

afterEach(async () => {
  await loops?.stop();
  loops = undefined;
});

const sql = (query: string) => executeSql(running.url, query);
const addDomain = (name: string) =>
  sql(`INSERT INTO domains (id, organization_id, name, status, verification_token, mailbox_token, verified_at)
    VALUES ('dom_${name}', '${organizationId}', '${name}.example', 'verified', '${name}', '${name}', now())`);
const open = (id: string, domain: string) =>
  sql(`INSERT INTO attention (id, organization_id, domain_id, reason, opened_at, new_at, summary, value, threshold, weight)
    VALUES ('${id}', '${organizationId}', 'dom_${domain}', 'silence', now(), now(), 'silent for 5 days', 5, 3, 1)`);
const readDomains = () =>
  selectRows(folder, "SELECT name, client_reference, labels, status FROM ruaflow_v1.domains ORDER BY name");
const readAttention = () =>
  selectRows<{ id: string; closed: boolean; note: string | null }>(
    folder,
    "SELECT attention_id AS id, closed_at IS NOT NULL AS closed, note FROM ruaflow_v1.attention ORDER BY id",
  );
const seen = (name: string, more: object = {}) => ({
  name: `${name}.example`,
  client_reference: "",
  labels: [],
  status: "verified",
  ...more,
});

async function compare(): Promise<void> {
  const round = createComparisonRound({ metadata, records });
  while (await round(signal));
}

test("a domain, a change of its settings and what needs attention are in SQL while the loops run, with their metrics", async () => {
  const metrics = createMetrics();
  const logger = createLogger({ app: "test", level: "silent" });
  loops = startLoops(() => listCopyLoops({ metadata, records }, 20), { logger, metrics });
  await addDomain("one");
  await open("att_1", "one");
  const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });
  await eventually(readDomains).toEqual([seen("one")]);
  await metadata.domains.updateDomainSettings(organizationId, {
    domainId: "dom_one",
    changes: { clientReference: "K-1042", labels: ["gold", "shop"] },
  });
  await sql("UPDATE attention SET closed_at = now(), note = 'called them'");
  await eventually(readDomains).toEqual([seen("one", { client_reference: "K-1042", labels: ["gold", "shop"] })]);
  await eventually(readAttention).toEqual([{ id: "att_1", closed: 1, note: "called them" }]);
  expect(await metrics.render()).toContain('ruaflow_keeper_rounds_total{loop="sql-copies"}');
});

test("only what changed is sent: neither an unchanged row nor a look at DNS that found the same", async () => {
  const saved: string[] = [];
  const counting = {
    copies: {
      ...records.copies,
      domains: {
        ...records.copies.domains,
        save: async (rows: Parameters<typeof records.copies.domains.save>[0]) => {
          saved.push(...rows.map(({ id }) => id));
          await records.copies.domains.save(rows);
        },
      },
    },
  };
  const round = createChangeRound({ metadata, records: counting });
  for (const name of ["one", "two"]) await addDomain(name);
  await round(signal);
  expect(saved.splice(0).sort()).toEqual(["dom_one", "dom_two"]);
  await sql("UPDATE domains SET dmarc_checked_at = now()");
  await round(signal);
  expect(saved.splice(0)).toEqual([]);
  await sql("UPDATE domains SET dmarc_policy = 'reject' WHERE id = 'dom_two'");
  await round(signal);
  expect(saved.splice(0)).toEqual(["dom_two"]);
});

test("a change whose transaction ends late is sent, and what earlier rounds have sent is not read again", async () => {
  const read: string[] = [];
  let ahead = 0n;
  const { watch } = metadata;
  const listCopiedDomains: typeof watch.listCopiedDomains = async (request) => {
    const rows = await watch.listCopiedDomains(request);
    read.push(...rows.map(({ id }) => id));
    return rows;
  };
  const readCopyClock = async () => String(BigInt(await watch.readCopyClock()) + ahead);
  const round = createChangeRound({
    metadata: { watch: { ...watch, listCopiedDomains, readCopyClock } },
    records,
  });
  await addDomain("one");
  await round(signal);
  await addDomain("late");
  await sql("UPDATE domains SET changed_at = changed_at - interval '8 seconds' WHERE id = 'dom_late'");
  await round(signal);
  expect(await readDomains()).toEqual([seen("late"), seen("one")]);
  ahead = 30_000_000n;
  await round(signal);
  read.length = 0;
  await round(signal);
  expect(read).toEqual([]);
});

test("a comparison finds what was missed, removes what PostgreSQL no longer has, and shows all after a restore", async () => {
  for (const name of ["one", "two"]) await addDomain(name);
  await open("att_1", "one");
  await open("att_2", "two");
  await compare();
  expect(await readDomains()).toEqual([seen("one"), seen("two")]);
  await sql("DELETE FROM attention WHERE id = 'att_1'");
  await compare();
  expect((await readAttention()).map(({ id }) => id)).toEqual(["att_2"]);
  // A restore fills ClickHouse without the copies.
  await records.backup.clear();
  await records.migrate();
  expect(await readDomains()).toEqual([]);
  await compare();
  expect(await readDomains()).toEqual([seen("one"), seen("two")]);
  expect((await readAttention()).map(({ id }) => id)).toEqual(["att_2"]);
});

test("an older copy that comes late does not count", async () => {
  await addDomain("one");
  const [before] = await metadata.watch.listCopiedDomains({ afterId: "", limit: 1 });
  await sql("UPDATE domains SET labels = '{new}'");
  await compare();
  if (before !== undefined) await records.copies.domains.save([before]);
  expect(await readDomains()).toEqual([seen("one", { labels: ["new"] })]);
});

test("a deleted domain is hidden at once with what needed attention, and its copies are gone afterwards", async () => {
  for (const name of ["one", "two"]) {
    await addDomain(name);
    await open(`att_${name}`, name);
  }
  await compare();
  const domain = { organizationId, domainId: "dom_one" };
  await records.markDeleted(announce(organizationId), domain);
  expect(await readDomains()).toEqual([seen("two")]);
  expect((await readAttention()).map(({ id }) => id)).toEqual(["att_two"]);
  await records.deleteDomains(announce(organizationId), [domain]);
  for (const table of ["domains", "attention"])
    expect(await selectRows(folder, `SELECT domain_id FROM ruaflow.${table}`)).toEqual([{ domain_id: "dom_two" }]);
});
