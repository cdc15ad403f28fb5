// A later release stores one more field of a record and one more of the header, and knows a form of the content that covers them. It
// meets reports, messages and rows of this release, and this release meets its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeSql, startMetadataStore } from "@ruaflow/metadata-store/testing";
import { executeStatement, selectRows } from "@ruaflow/record-store/testing";
import type { ReportHeader, ReportRecord } from "@ruaflow/report";
import { aReport } from "@ruaflow/report/testing";
import { startParts } from "@ruaflow/runtime";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrations } from "../../libs/record-store/src/migrations/migrations.ts";

const FORMS = "../../libs/report/src/fields/forms.ts";
const ELEMENTS = "../../libs/dmarc/src/parse/fields.ts";
const intact = { missing: 0, altered: 0, doubled: 0, unknown: 0 };

type Release = Awaited<ReturnType<typeof load>>;

let current: Release;
let later: Release;
let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  current = await load();
  vi.doMock(FORMS, async (original) => addForm(await original<Forms>(), migrations.length + 1));
  vi.doMock(ELEMENTS, async (original) => addElement(await original<Elements>()));
  later = await load();
  service = await startService();
}, 120_000);

afterAll(() => service.stop());

async function load() {
  vi.resetModules();
  return {
    ...(await import("@ruaflow/event-log/drivers")),
    ...(await import("@ruaflow/ingest")),
    ...(await import("@ruaflow/metadata-store")),
    ...(await import("@ruaflow/metadata-store/intake")),
    ...(await import("@ruaflow/record-store")),
    ...(await import("@ruaflow/record-writer")),
    ...(await import("@ruaflow/keeper/reconcile")),
  };
}

/** The field of a record that is read from a document; that of a row of this release is empty. */
function readField(record: ReportRecord): string {
  return "future" in record ? String(record.future) : `of ${record.sourceIp}`;
}

type Forms = typeof import("../../libs/report/src/fields/forms.ts");
type Elements = typeof import("../../libs/dmarc/src/parse/fields.ts");

function addForm({ fieldForms, headerFields, recordFields }: Forms, step: number) {
  const meaning = "What this release does not know.";
  const future = { name: "future", path: "future", write: readField, kind: "text", meaning } as const;
  const place = { name: "policy_future", path: "policyPublished/future" } as const;
  const policyFuture = { ...place, write: readPolicyField, kind: "optional", meaning } as const;
  return {
    fieldForms: [...fieldForms, { step, header: [policyFuture], record: [future] }],
    headerFields: [...headerFields, policyFuture],
    recordFields: [...recordFields, future],
  };
}

function readPolicyField({ policyPublished }: ReportHeader): unknown {
  return "future" in policyPublished ? policyPublished.future : undefined;
}

function addElement({ reportFields, text }: Elements) {
  const policyPublished = { ...reportFields.policyPublished, future: text("policy_published/future") };
  return { reportFields: { ...reportFields, policyPublished }, text };
}

async function startService() {
  return startParts(async (started) => {
    const running = await startMetadataStore();
    started.defer(running.stop);
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-later-"));
    started.defer(() => rm(folder, { recursive: true, force: true }));
    for (const release of [current, later]) {
      const records = await release.createRecordStore({ path: folder });
      await records.migrate();
      await records.close();
    }
    const organization = await running.store.tenants.createOrganization({ name: "Test", plan: "enterprise" });
    await running.store.domains.saveVerifiedDomains(organization.id, ["example.com"]);
    return { url: running.url, folder, organizationId: organization.id };
  });
}

interface Releases {
  readonly reading: Release;
  readonly writing: Release;
}

/** Runs `work` with the ingest of one release and the record-writer and keeper of another. */
async function run<Result>(
  { reading, writing }: Releases,
  work: (apps: Awaited<ReturnType<typeof open>>) => Promise<Result>,
): Promise<Result> {
  const apps = await startParts((started) => open({ reading, writing }, started));
  try {
    return await work(apps);
  } finally {
    await apps.stop();
  }
}

async function open({ reading, writing }: Releases, started: AsyncDisposableStack) {
  const { url, folder, organizationId } = service;
  const metadata = await reading.createMetadataStore({ url });
  started.defer(() => metadata.close());
  const written = await writing.createMetadataStore({ url });
  started.defer(() => written.close());
  const records = await writing.createRecordStore({ path: folder });
  started.defer(() => records.close());
  const log = reading.createPostgresLog({ connectionString: url, partitions: 2, onRetry: () => undefined });
  started.defer(() => log.close());
  await log.prepare();
  const logger = createLogger({ app: "test", level: "silent" });
  const onFatal = (error: Error) => {
    throw error;
  };
  const context = { log, logger, records, lingerMs: 0, onFatal };
  const writer = await writing.createRecordWriter({ ...context, metadata: written, metrics: createMetrics() });
  started.defer(() => writer.stop());
  const limits = reading.OPERATOR_LIMITS;
  const ingest = reading.createIngest({ metadata, log, logger, metrics: createMetrics(), spoolFolder: folder, limits });
  started.defer(() => ingest.stop());

  return {
    /** Imports a report, and returns its final outcome. */
    async send(reportId: string, { count = 1, future = "x" } = {}): Promise<string> {
      const id = reading.createSubmissionId();
      const xml = Buffer.from(writeReport(reportId, { count, future }));
      const body = (async function* () {
        yield xml;
      })();
      const submission = { id, receivedAt: new Date(), channel: "import" as const, name: "r.xml", body };
      await ingest.submit(submission, { organizationId, addDomains: false });
      return vi.waitFor(
        async () => {
          const [arrival] = await metadata.intake.readArrivals([id]);
          if (!arrival || !reading.isFinal(arrival.outcome)) throw new Error("not yet");
          return arrival.outcome;
        },
        { timeout: 20_000, interval: 100 },
      );
    },
    async reconcile(repair = false) {
      const options = { metadata: written, records, deep: true, recheckAfterMs: 0, repair, deleteUnknown: false };
      return (await writing.reconcile(options))?.found;
    },
  };
}

function writeReport(id: string, { count, future }: { readonly count: number; readonly future: string }): string {
  const written = { reporter: "google.com", reportId: id };
  const xml = aReport({ ...written, records: [{ count, policyEvaluated: { dkim: "pass" } }] });
  return xml.replace("</policy_published>", `<future>${future}</future></policy_published>`);
}

const readForms = async () => {
  const rows = await executeSql(
    service.url,
    "SELECT 1 + cardinality(newer_hashes) AS form, count(*)::int AS reports FROM report_ledger GROUP BY 1 ORDER BY 1",
  );
  return rows.map(({ form, reports }) => [form, reports]);
};

test("what this release stored is a duplicate for a later one with one more field, and its rows are not altered", async () => {
  await run({ reading: current, writing: current }, async ({ send, reconcile }) => {
    expect([await send("a"), await send("b")]).toEqual(["stored", "stored"]);
    expect(await reconcile()).toEqual(intact);
  });
  await run({ reading: later, writing: later }, async ({ send, reconcile }) => {
    expect([await send("a"), await send("b"), await send("a", { count: 7 })]).toEqual([
      "duplicate",
      "duplicate",
      "conflict",
    ]);
    expect(await reconcile()).toEqual(intact);
    expect([await send("c"), await send("c"), await send("c", { count: 7 })]).toEqual([
      "stored",
      "duplicate",
      "conflict",
    ]);
    expect(await reconcile()).toEqual(intact);
  });
  expect(await readForms()).toEqual([
    [1, 2],
    [3, 1],
  ]);
}, 120_000);

test("both releases beside each other lose nothing, store nothing twice and find no conflict", async () => {
  await run({ reading: later, writing: current }, async ({ send, reconcile }) => {
    expect([await send("c"), await send("d"), await send("d")]).toEqual(["duplicate", "stored", "duplicate"]);
    expect(await reconcile()).toEqual(intact);
  });
  await run({ reading: current, writing: later }, async ({ send, reconcile }) => {
    expect([await send("c"), await send("d"), await send("e")]).toEqual(["duplicate", "duplicate", "stored"]);
    expect(await reconcile()).toEqual(intact);
  });
  await run({ reading: later, writing: later }, async ({ send, reconcile }) => {
    expect([await send("d"), await send("e")]).toEqual(["duplicate", "duplicate"]);
    expect(await reconcile()).toEqual(intact);
  });
}, 120_000);

test("each new field is a column of its own in a table and in a view, the last one", async () => {
  const columns = await selectRows(
    service.folder,
    `SELECT table, argMax(name, position) AS last FROM system.columns
     WHERE table IN ('records', 'reports') AND database IN (currentDatabase(), 'ruaflow_v1')
     GROUP BY database, table ORDER BY table`,
  );
  expect(columns).toEqual(
    ["records", "records", "reports", "reports"].map((table) => ({
      table,
      last: table === "records" ? "future" : "policy_future",
    })),
  );
});

test.for([
  ["records", "future"],
  ["reports", "policy_future"],
])(
  "a comparison finds that a new field of %s was altered, where the ledger has a hash that covers it",
  { timeout: 120_000 },
  async ([table, column]) => {
    const { folder } = service;
    await executeStatement(folder, `ALTER TABLE ${table} UPDATE ${column} = 'z' WHERE 1 SETTINGS mutations_sync = 2`);
    await run({ reading: later, writing: later }, async ({ reconcile }) => {
      expect(await reconcile(true)).toEqual({ ...intact, altered: 1 });
      expect(await reconcile()).toEqual(intact);
    });
  },
);
