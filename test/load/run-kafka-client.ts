// A process of the part `clients`: appends report messages to Kafka, then consumes them, and prints what it took.
import { randomBytes } from "node:crypto";
import { createEventLog, type EventLog, eventLogSettings, type LogMessage, reportsTopic } from "@ruaflow/event-log";
import { compressLines, encodeReportMessage, type ReportMessageFacts } from "@ruaflow/event-log/report-writer";
import { readSettings } from "@ruaflow/runtime/settings";

/** What one run took; CPU is that of the client's process. */
export interface ClientRun {
  readonly appendSeconds: number;
  readonly appendCpuSeconds: number;
  readonly consumeSeconds: number;
  readonly consumeCpuSeconds: number;
  readonly peakMiB: number;
  readonly bytes: number;
}

/** As many appends as an import has in flight. */
const IN_FLIGHT = 512;
const RECORDS = 20;
const GROUP = "bench";

const messages = Array.from({ length: Number(process.argv[2]) }, toMessage);
const warn = (error: Error) => console.error(error.message);
const log = await createEventLog(readSettings(eventLogSettings, process.env), { databaseUrl: "", onRetry: warn });
await log.prepare();
await log.ping();
const append = await measure(() => appendAll(log));
const consume = await measure(() => consumeAll(log));
await log.close();
const run: ClientRun = {
  appendSeconds: append.seconds,
  appendCpuSeconds: append.cpuSeconds,
  consumeSeconds: consume.seconds,
  consumeCpuSeconds: consume.cpuSeconds,
  peakMiB: process.resourceUsage().maxRSS / 1024,
  bytes: messages.reduce((sum, { key, value }) => sum + key.length + value.length, 0),
};
console.log(JSON.stringify(run));

function toMessage(): LogMessage {
  const line = () => JSON.stringify([randomBytes(4).join("."), "quarantine", "fail", "pass", "mail.example.com", 7]);
  const lines = Array.from({ length: RECORDS }, line).join("\n");
  return encodeReportMessage(toFacts(randomBytes(32).toString("hex")), compressLines(Buffer.from(lines)));
}

function toFacts(reportKey: string): ReportMessageFacts {
  const policyPublished = { domain: "example.com", p: "none", sp: "", np: null, adkim: null, aspf: null };
  const unset = { pct: null, fo: null, testing: null, discoveryMethod: null };
  const dateRange = { begin: 1714521600, end: 1714607999 };
  const reporter = { reporter: "Example", email: null, extraContactInfo: "", reportId: reportKey, generator: null };
  return {
    ...{ reportKey, reportId: "rpt_x", organizationId: "org_1", domainId: "dom_1", day: "2024-05-01" },
    ...{ contentHash: reportKey, submissionId: "sub_1", entry: 0, path: "report.xml", channel: "upload" },
    receivedAt: "2024-05-02T00:00:00.000Z",
    header: {
      ...reporter,
      ...{ dateRange, errors: [], version: null, namespace: "" },
      policyPublished: { ...policyPublished, ...unset },
    },
    warnings: [],
    totals: { records: RECORDS, recordsSkipped: 0, messages: 140, passed: 70 },
    chunk: { index: 0, of: 1, firstOrdinal: 0 },
  };
}

async function appendAll(to: EventLog): Promise<void> {
  const waiting = messages.values();
  const appendInTurn = async () => {
    for (const message of waiting) await to.append(reportsTopic, [message]);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, appendInTurn));
}

/** The group has read what earlier runs appended. */
async function consumeAll(from: EventLog): Promise<void> {
  const finished = Promise.withResolvers<void>();
  let consumed = 0;
  const subscription = await from.subscribe({
    topic: reportsTopic,
    group: GROUP,
    batchMessagesMax: 2000,
    batchBytesMax: 8 * 1024 * 1024,
    onFatal: finished.reject,
    async onBatch(batch) {
      const last = batch.messages.at(-1);
      if (last) await batch.commit(last.offset);
      consumed += batch.messages.length;
      if (consumed >= messages.length) finished.resolve();
    },
  });
  await finished.promise;
  await subscription.stop();
}

async function measure(work: () => Promise<void>) {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1_000_000 };
}
