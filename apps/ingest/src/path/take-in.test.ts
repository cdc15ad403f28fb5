import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventLog } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import { createSubmissionId } from "@ruaflow/metadata-store/intake";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { OutageError } from "@ruaflow/runtime/errors";
import { createLogger } from "@ruaflow/runtime/logging";
import { noMetrics } from "@ruaflow/runtime/metrics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIngest } from "../ingest.ts";
import { UNTRUSTED_LIMITS } from "../limits.ts";
import { writeReport, writeTar } from "../testing/write-report.ts";

const REPORTS = 40;
const inline = { bodyBytesMax: 0, unpackedBytesMax: 0 };

let running: Awaited<ReturnType<typeof startMetadataStore>>;
let spoolFolder: string;
let organizationId: string;

beforeAll(async () => {
  running = await startMetadataStore();
  spoolFolder = await mkdtemp(join(tmpdir(), "read-submission-"));
  organizationId = (await running.store.tenants.createOrganization({ name: "Test", plan: "free" })).id;
  await running.store.domains.saveVerifiedDomains(organizationId, ["example.com"]);
});

afterAll(async () => {
  await running.stop();
  await rm(spoolFolder, { recursive: true });
});

/** Submits an archive of these reports, read in a worker, to a log whose appends go through `append`. */
async function submit(reports: readonly Buffer[], append: EventLog["append"]) {
  const log = await startTestLog({ partitions: 2 });
  await log.prepare();
  const logger = createLogger({ app: "test", level: "silent" });
  const limits = { ...UNTRUSTED_LIMITS, inline };
  const ingest = createIngest({
    ...{ metadata: running.store, log: { ...log, append }, logger, metrics: noMetrics, spoolFolder, limits },
  });
  const body = (async function* () {
    yield writeTar(reports);
  })();
  const submission = {
    id: createSubmissionId(),
    receivedAt: new Date(),
    channel: "upload",
    name: "a.tar",
    body,
  } as const;
  const seen: number[] = [];
  try {
    const { entries } = await ingest.submit(submission, { organizationId, addDomains: false }, ({ entry }) => {
      seen.push(entry);
    });
    expect(seen.toSorted((one, other) => one - other)).toEqual(entries.map(({ entry }) => entry));
    return { entries, arrivals: await running.store.intake.readArrivals([submission.id]) };
  } finally {
    await ingest.stop();
    expect(await readdir(spoolFolder)).toEqual([]);
    await log.close();
  }
}

const write = (count: number, id?: string) => writeReport("example.com", { count, ...(id !== undefined && { id }) });

test("the reports of an archive are appended together, and the answer keeps their order", async () => {
  const waiting: (() => void)[] = [];
  const { entries, arrivals } = await submit(
    Array.from({ length: REPORTS }, (_, index) => write(index)),
    // Nothing is appended before all reports wait for it.
    async () => {
      const all = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === REPORTS) for (const resolve of waiting) resolve();
      await all;
    },
  );
  expect(entries.map(({ entry, totals }) => [entry, totals?.messages])).toEqual(
    Array.from({ length: REPORTS }, (_, index) => [index, index]),
  );
  expect(new Set(arrivals.map(({ outcome }) => outcome))).toEqual(new Set(["accepted"]));
}, 60_000);

test("of reports with one identity in an archive the first is appended first, however long it takes", async () => {
  const appended: number[] = [];
  const reports = [write(1, "twice"), write(2), write(3, "twice"), write(1, "twice")];
  const { entries } = await submit(reports, async (_topic, messages) => {
    const counts = messages.map(({ value }) => parseReportMessage(value).totals.messages);
    await new Promise((resolve) => setTimeout(resolve, appended.length === 0 && counts[0] === 1 ? 200 : 0));
    appended.push(...counts);
  });
  expect(entries.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  expect(appended.filter((count) => count !== 2)).toEqual([1, 3, 1]);
});

test("an outage in the middle of an archive is thrown once nothing is in flight, and leaves no files", async () => {
  let inFlight = 0;
  const reports = Array.from({ length: REPORTS }, (_, index) => write(index));
  const submitted = submit(reports, async (_topic, [message]) => {
    inFlight += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    inFlight -= 1;
    if (message && parseReportMessage(message.value).entry === 3)
      throw new OutageError("The event log", new Error("away"));
  });
  await expect(submitted).rejects.toThrow(OutageError);
  expect(inFlight).toBe(0);
});
