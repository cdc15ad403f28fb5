import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type EventLog, reportsTopic } from "@ruaflow/event-log";
import { createIngest, type Ingest, OPERATOR_LIMITS } from "@ruaflow/ingest";
import { startMetadataStore } from "@ruaflow/metadata-store/testing";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBroker } from "../../infra/kafka/broker.ts";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { connectToLog } from "../support/connect-to-log.ts";
import { announceSkip } from "../support/missing-tool.ts";
import { installPythonPackage, pythonPackages } from "../support/python-package.ts";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";

const folder = fileURLToPath(new URL("../../docs/topics/", import.meta.url));
const python = findPython();

function findPython(): string | null {
  try {
    return join(installPythonPackage(pythonPackages.kafka), "python");
  } catch (error) {
    announceSkip(`the sample consumer of the topics is not run: ${error}; it needs python3-venv and PyPI.`);
    return null;
  }
}

describe.skipIf(python === null)("the sample consumer in Python", () => {
  test("decodes every example as the product does, with its emails", () => {
    const script = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
import consumer
for example in json.load(open(sys.argv[1] + "examples.json")):
    facts, records = consumer.decode(base64.b64decode(example["value_base64"]))
    print(json.dumps([facts, len(records), sum(record[consumer.COUNT] for record in records), records[-1]]))
`;
    const output = execFileSync(python ?? "", ["-B", "-c", script, folder], { encoding: "utf8" });
    const decoded = output.trim().split("\n");
    const examples = JSON.parse(readFileSync(join(folder, "examples.json"), "utf8"));
    expect(decoded).toHaveLength(5);
    for (const [index, example] of examples.entries()) {
      const { facts, records, messages, last_record } = example;
      expect(JSON.parse(decoded[index] ?? "")).toEqual([facts, records, messages, last_record]);
    }
  });
});

const found = await findTestBroker();
const isFrame = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from("28b52ffd", "hex"));

describe.skipIf(python === null || found.kind === "none")("the sample consumer on Kafka", () => {
  const work = mkdtempSync(join(tmpdir(), "ruaflow-topics-"));
  const suffix = `${Date.now()}.example`;
  const domains = [`small.${suffix}`, `large.${suffix}`];
  let address: string;
  let log: EventLog;
  let ingest: Ingest;
  let organizationId: string;
  const cleaning = new AsyncDisposableStack();

  beforeAll(async () => {
    cleaning.defer(() => rm(work, { recursive: true, force: true }));
    if (found.kind === "own") {
      const broker = await startBroker({ folder: join(work, "kafka") });
      cleaning.defer(() => broker.kill());
      ({ address } = broker);
    } else address = found.kind === "given" ? found.addresses.join(",") : "";
    const { store: metadata, stop } = await startMetadataStore();
    cleaning.defer(stop);
    log = await connectToLog(address);
    cleaning.defer(() => log.close());
    await log.prepare();
    ({ id: organizationId } = await metadata.tenants.createOrganization({ name: "Topics", plan: "free" }));
    await metadata.domains.saveVerifiedDomains(organizationId, domains);
    const logger = createLogger({ app: "ingest", level: "silent" });
    const limits = OPERATOR_LIMITS;
    ingest = createIngest({ log, metadata, logger, metrics: createMetrics(), spoolFolder: work, limits });
    cleaning.defer(() => ingest.stop());
  }, 120_000);

  afterAll(() => cleaning.disposeAsync(), 60_000);

  async function submit(report: GeneratedReport, index: number): Promise<void> {
    async function* body() {
      for (const piece of report.xml()) yield Buffer.from(piece);
    }
    const submission = {
      id: `sub_topics${index}`,
      receivedAt: new Date(),
      channel: "upload",
      name: report.name,
    } as const;
    const route = { organizationId, addDomains: false };
    const { entries } = await ingest.submit({ ...submission, body: body() }, route);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["accepted"]);
  }

  /** How the messages of this test are compressed. */
  async function countForms(): Promise<Record<string, number>> {
    const forms: Record<string, number> = {};
    for await (const { value } of log.readTopic(reportsTopic)) {
      const bytes = Buffer.from(value);
      if (parseReportMessage(bytes).organizationId !== organizationId) continue;
      const rest = bytes.subarray(bytes.indexOf("\n") + 1);
      const form = isFrame(bytes) ? "frame" : isFrame(rest) ? "text, then a frame" : "text";
      forms[form] = (forms[form] ?? 0) + 1;
    }
    return forms;
  }

  async function runConsumer(): Promise<Record<string, unknown>[]> {
    const args = ["-B", join(folder, "consumer.py"), "--brokers", address, "--organization", organizationId];
    const { stdout } = await promisify(execFile)(python ?? "", args);
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  test("sums what ingest has appended: small, compressed and large reports, each once", async () => {
    const small = Array.from({ length: 12 }, (_, seed) =>
      generateReport({ seed, domain: domains[0] ?? "", begin: 1_767_225_600 + seed * 86_400, records: 1 + seed * 3 }),
    );
    const large = generateReport({ seed: 99, domain: domains[1] ?? "", begin: 1_767_225_600, records: 9000 });
    const reports = [...small, large];
    for (const [index, report] of reports.entries()) await submit(report, index);
    // At least once: without a record-writer no ledger knows the first copy yet, so these are in the topic twice.
    await submit(small[3] ?? large, 100);
    await submit(large, 101);
    expect(Object.keys(await countForms()).sort()).toEqual(["frame", "text", "text, then a frame"]);
    const sum = (of: readonly GeneratedReport[]) => ({
      reports: of.length,
      messages: of.reduce((total, { messages }) => total + messages, 0),
      passed: of.reduce((total, { passed }) => total + passed, 0),
    });
    expect(await runConsumer()).toEqual([
      { domain: domains[1], ...sum([large]) },
      { domain: domains[0], ...sum(small) },
    ]);
  }, 120_000);
});
