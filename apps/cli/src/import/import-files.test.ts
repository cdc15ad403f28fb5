import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog, LogMessage } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateDemo } from "../demo/demo-reports.ts";
import { stories } from "../demo/stories.ts";
import { importFiles } from "./import-files.ts";

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let spoolFolder: string;

beforeAll(async () => {
  running = await startMetadataStore();
  spoolFolder = await mkdtemp(join(tmpdir(), "import-files-"));
});

afterAll(async () => {
  await running.stop();
  await rm(spoolFolder, { recursive: true });
});

/** A log whose first append takes effect although its answer is lost. */
function loseFirstAnswer(log: EventLog, appended: LogMessage[]): EventLog {
  let isFirst = true;
  return {
    ...log,
    async append(topic, messages) {
      appended.push(...messages);
      await log.append(topic, messages);
      if (!isFirst) return;
      isFirst = false;
      throw new OutageError("The event log", new Error("the answer was lost"));
    },
  };
}

test("each attempt to import a file is a separate submission: messages of an earlier one count as duplicates", async () => {
  const { id: organizationId } = await running.store.tenants.createOrganization({ name: "Test", plan: "free" });
  const [demo] = stories.flatMap((story) => [...generateDemo(story, new Date("2026-10-01"))]);
  const separator = "From a@example.com Sat Jan  3 01:05:34 2026\nSubject: a mail\n\n";
  const body = Buffer.from(`${separator}${demo?.xml ?? ""}\n\n${separator}Hello\n`);
  const log = await startTestLog({ partitions: 1 });
  await log.prepare();
  const appended: LogMessage[] = [];
  // The record-writer's outcome, without delay.
  const readWrittenArrivals: typeof running.store.intake.readWrittenArrivals = async (ids) =>
    (await running.store.intake.readArrivals(ids)).map((arrival) => ({ ...arrival, outcome: "stored" }));
  const stores = {
    metadata: { ...running.store, intake: { ...running.store.intake, readWrittenArrivals } },
    log: loseFirstAnswer(log, appended),
    logger: createLogger({ app: "test", level: "silent" }),
    openSpool: async () => spoolFolder,
    openRecords: () => Promise.reject(new Error("an import asks no ClickHouse")),
    dataFolder: spoolFolder,
    database: "",
    stop: async () => undefined,
  };
  const open = async function* () {
    yield body;
  };
  const summary = await importFiles([{ name: "r.xml", sizeBytes: body.length, changedMs: 0, open }], {
    stores,
    route: { organizationId, addDomains: true },
    progress: { update: () => undefined, wait: () => undefined, end: () => undefined },
  });
  expect(summary.files).toMatchObject({ accepted: 1, failed: 0 });
  expect(summary.mails).toBe(2);
  const reports = appended.map(({ value }) => parseReportMessage(value));
  expect(new Set(reports.map(({ reportId }) => reportId)).size).toBe(1);
  expect(new Set(reports.map(({ submissionId }) => submissionId)).size).toBe(2);
  await log.close();
});
