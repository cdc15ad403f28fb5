import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { type Receiver, startReceiver } from "@ruaflow/webhooks/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findFreePort } from "../../infra/free-ports.ts";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload } from "../support/upload.ts";
import { collectLog, type LogLine } from "./log-lines.ts";

const DOMAIN = "followed.example";
const BEGIN = 1_790_812_800;
const WITHIN = { timeout: 20_000 };

const dataDir = createMigratedDataDir();
const certificates = createTestCertificates();
let service: RunningService;
let receiver: Receiver;
let log: readonly LogLine[];
let organizationId: unknown;
let databaseUrl: string;
const sql = { RUAFLOW_SQL_PORT: String(await findFreePort()), RUAFLOW_SQL_KEY: "a-key-of-this-test-only" };

beforeAll(async () => {
  receiver = await startReceiver({ certificates });
  service = await startService(dataDir, {
    ...sql,
    RUAFLOW_LOG_LEVEL: "debug",
    RUAFLOW_WEBHOOK_RANGES: "127.0.0.0/8",
    RUAFLOW_WEBHOOK_CA: certificates.ca,
  });
  log = collectLog(service.child);
  await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
  const client = createClient({ baseUrl: service.url, key: service.key ?? "", retries: 0 });
  await client.webhooks.create({ url: `${receiver.url}/hook`, events: ["report.received"] });
  const [organization] = JSON.parse(await runOrThrow(["orgs", "list", "--json"], { RUAFLOW_DATA_DIR: dataDir }));
  organizationId = organization.id;
  databaseUrl = (await findRunningOwner(join(dataDir, "postgres")))?.url ?? "";
}, 60_000);

afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await removeDataDir(dataDir);
});

async function send(seed: number, edit: (xml: string) => string = (xml) => xml) {
  const body = edit([...generateReport({ seed, domain: DOMAIN, begin: BEGIN }).xml()].join(""));
  const [entry] = await upload(service, service.key ?? "", { name: "report.xml", body });
  return { submissionId: entry?.submission_id, reportId: entry?.report_id, organizationId };
}

/** The lines with all of these fields. */
const find = (fields: LogLine) =>
  log.filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));

test("one report's ids find its lines from the request to the webhook", async () => {
  const ids = await send(1);
  const { submissionId, ...known } = ids;
  await vi.waitFor(() => expect(find({ ...known, msg: "webhook attempt" })).toHaveLength(1), WITHIN);
  expect(find({ ...ids, msg: "report received" })).toMatchObject([{ outcome: "accepted", entry: 0 }]);
  expect(find({ ...ids, msg: "report written" })).toMatchObject([{ outcome: "stored", entry: 0 }]);
  expect(find({ msg: "submission received", submissionId })).toMatchObject([{ channel: "upload", accepted: 1 }]);
  const uploads = log.filter(
    ({ submissionIds }) => Array.isArray(submissionIds) && submissionIds.includes(submissionId),
  );
  expect(uploads).toMatchObject([{ msg: "upload received", organizationId }]);
  expect(find({ msg: "request", requestId: uploads[0]?.requestId })).toMatchObject([
    { path: "/api/v1/reports?name=report.xml" },
  ]);
});

/** The queries of docs/operations.md, with the ids in their places. */
function readShownQueries(ids: Readonly<Record<string, string | null | undefined>>): { tool: string; query: string }[] {
  const [, section = ""] = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8").split(
    "### Follow one report",
  );
  const [, block = ""] = section.match(/^```sh\n([\s\S]+?)^```/m) ?? [];
  const shown = [...block.matchAll(/^(psql|npx ruaflow sql)\b.*"(SELECT .+)"$/gm)];
  return shown.map(([, tool = "", query = ""]) => ({
    tool,
    query: query.replaceAll(/SUBMISSION_ID|REPORT_ID/g, (name) => ids[name] ?? ""),
  }));
}

test("the queries that the operations page shows find the same report in the stores", async () => {
  const { submissionId, reportId } = await send(4);
  await vi.waitFor(() => expect(find({ reportId, msg: "webhook attempt" })).toHaveLength(1), WITHIN);
  const queries = readShownQueries({ SUBMISSION_ID: submissionId, REPORT_ID: reportId });
  const { records, messages } = generateReport({ seed: 4, domain: DOMAIN, begin: BEGIN });
  const inPostgres = queries.filter(({ tool }) => tool === "psql").map(({ query }) => executeSql(databaseUrl, query));
  expect(await Promise.all(inPostgres)).toMatchObject([
    [{ entry: 0, outcome: "stored", report_id: reportId }],
    [{ state: "stored", expected_records: String(records) }],
    [{ type: "report.received", status: "delivered", attempts: 1 }],
  ]);
  const inClickHouse = queries
    .filter(({ tool }) => tool !== "psql")
    .map(({ query }) => runOrThrow(["sql", "--format", "JSONCompactEachRow", query], sql));
  expect((await Promise.all(inClickHouse)).map((rows) => JSON.parse(rows).map(Number))).toEqual([[records, messages]]);
});

test("a report that is held at the door is in the log of an operator who reads no debug lines", async () => {
  const ids = await send(2, (xml) => xml.replaceAll(DOMAIN, "unclaimed.example"));
  expect(find({ submissionId: ids.submissionId, msg: "report received" })).toMatchObject([
    { level: 30, organizationId, reportId: null, outcome: "held", reason: "unknown-domain" },
  ]);
});

test("a report that becomes a dead letter is named with its ids, once", async () => {
  await executeSql(databaseUrl, "ALTER TABLE stored_reports ADD CONSTRAINT no_poison CHECK (reporter <> 'poison')");
  const ids = await send(3, (xml) => xml.replace(/<org_name>.*<\/org_name>/, "<org_name>poison</org_name>"));
  await vi.waitFor(() => expect(find({ ...ids, msg: "report set aside" })).toHaveLength(1), WITHIN);
  expect(find({ ...ids, msg: "report set aside" })).toMatchObject([{ level: 40, reason: "refused" }]);
});
