import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deadLettersTopic, reportsTopic } from "@ruaflow/event-log";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTestBroker } from "../../infra/kafka/test-broker.ts";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { connectToLog } from "../support/connect-to-log.ts";
import { type ExpectedFile, hasCorpus, openCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { expectTotals } from "../support/expect-totals.ts";
import { countReports } from "../support/list-reports.ts";
import { generateReport } from "../support/report-generator.ts";

if (!hasCorpus) warnWithoutCorpus();
const broker = await findTestBroker();

/** Number of concurrent uploads. */
const SENDERS = 32;

describe.skipIf(!hasCorpus || broker.kind === "none")("one API, two ingests and three record-writers on Kafka", () => {
  let cluster: Cluster;
  let api: AppProcess;
  let ingests: readonly AppProcess[];
  let files: string;
  let expected: readonly ExpectedFile[];

  beforeAll(async () => {
    ({ files, expected } = openCorpus());
    cluster = await startCluster();
    api = await cluster.startApp("api");
    ingests = [await cluster.startApp("ingest"), await cluster.startApp("ingest")];
    for (let count = 0; count < 3; count += 1) await cluster.startApp("record-writer");
    const domains = expected.flatMap(({ reports }) => reports.map(({ domain }) => domain));
    await cluster.run(["domains", "add", "-"], domains.join("\n"));
  }, 180_000);

  afterAll(() => cluster?.stop(), 60_000);

  /** Uploads the files to the ingests in turn; returns the number of entries by outcome. */
  async function uploadAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    const remaining = expected.entries();
    const send = async () => {
      for (const [index, { file }] of remaining) {
        const url = `${ingests[index % ingests.length]?.url}/api/v1/reports`;
        const headers = { authorization: `Bearer ${cluster.key}`, "content-type": "application/xml" };
        const response = await fetch(url, { method: "POST", headers, body: readFileSync(join(files, file)) });
        const { data } = JSON.parse(await response.text());
        const outcome = data.entries[0].outcome;
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    return counts;
  }

  async function waitUntilWritten(reports: number): Promise<void> {
    const deadline = Date.now() + 90_000;
    while ((await countReports(api, cluster.key)) < reports && Date.now() < deadline) await sleep(500);
  }

  test("every report is stored once, and the totals equal a recount", async () => {
    const rejected = expected.filter(({ verdict }) => verdict === "reject").length;
    expect(await uploadAll()).toEqual({ accepted: expected.length - rejected, refused: rejected });
    await waitUntilWritten(expected.length - rejected);
    await expectTotals(api, cluster.key, expected);
  }, 240_000);

  test("sending everything again changes no number", async () => {
    const rejected = expected.filter(({ verdict }) => verdict === "reject").length;
    expect(await uploadAll()).toEqual({ duplicate: expected.length - rejected, refused: rejected });
    await expectTotals(api, cluster.key, expected);
  }, 180_000);

  test("a poison message becomes a dead letter with its reason and blocks no other message", async () => {
    const log = await connectToLog(cluster.environment.KAFKA_BROKERS ?? "");
    const poison = ["not json", JSON.stringify({ version: 99 }), JSON.stringify({ version: 1 })];
    const messages = Array.from({ length: 60 }, (_, index) => ({
      key: `poison-${index}`,
      value: Buffer.from(poison[index % poison.length] ?? ""),
      headers: {},
    }));
    const dead: string[] = [];
    await log.append(reportsTopic, messages);
    const subscription = await log.subscribe({
      topic: deadLettersTopic,
      group: "test",
      batchMessagesMax: 100,
      batchBytesMax: 1_000_000,
      onFatal: (error) => dead.push(String(error)),
      async onBatch(batch) {
        for (const { headers, value } of batch.messages) dead.push(`${JSON.stringify(headers)} ${Buffer.from(value)}`);
        const last = batch.messages.at(-1);
        if (last) await batch.commit(last.offset);
      },
    });
    const deadline = Date.now() + 60_000;
    while (dead.length < messages.length && Date.now() < deadline) await sleep(200);
    await subscription.stop();
    await log.close();
    expect(dead).toHaveLength(messages.length);
    for (const letter of dead) expect(letter).toMatch(/unreadable.*(not json|version)/s);

    const domain = expected.find(({ reports }) => reports.length > 0)?.reports[0]?.domain ?? "";
    const before = await countReports(api, cluster.key);
    const report = generateReport({ seed: 1, domain, begin: 1_767_225_600, records: 3 });
    const headers = { authorization: `Bearer ${cluster.key}`, "content-type": "application/xml" };
    const body = [...report.xml()].join("");
    const answer = await fetch(`${ingests[0]?.url}/api/v1/reports`, { method: "POST", headers, body });
    expect(answer.status).toBe(202);
    while ((await countReports(api, cluster.key)) === before && Date.now() < deadline) await sleep(200);
    expect(await countReports(api, cluster.key)).toBe(before + 1);
  }, 90_000);

  test("every app reports its health and metrics", async () => {
    for (const app of [api, ...ingests]) {
      expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({ status: "ok" });
      expect(await (await fetch(`${app.url}/metrics`)).text()).toContain("process_cpu_seconds_total");
    }
  });

  test("neither schema has pending migrations", async () => {
    const status = await cluster.run(["migrate", "status", "--json"]);
    expect(JSON.parse(status)).toMatchObject([{ pending: [] }, { pending: [] }]);
  });

  test("no app starts on a schema of a newer release", async () => {
    const { DATABASE_URL = "", CLICKHOUSE_URL = "" } = cluster.environment;
    await executeSql(DATABASE_URL, "INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', 'x')");
    for (const name of ["ingest", "record-writer", "api"] as const)
      await expect(cluster.startApp(name)).rejects.toThrow(
        /ended with 2:\n(?:\{.*\n)*.*9999-later.sql, which this release does not know.* restore the backup from before it, into empty databases\.\n$/,
      );
    await executeSql(DATABASE_URL, "DELETE FROM schema_migrations WHERE version = 9999");

    const { origin, username, password, pathname } = new URL(CLICKHOUSE_URL);
    const newer = `INSERT INTO schema_migrations (number, name, checksum) VALUES (9999, 'later', 'x')`;
    const authorization = `Basic ${btoa(`${username}:${password}`)}`;
    const url = `${origin}/?database=${pathname.slice(1)}`;
    expect((await fetch(url, { method: "POST", headers: { authorization }, body: newer })).status).toBe(200);
    for (const name of ["record-writer", "api"] as const)
      await expect(cluster.startApp(name)).rejects.toThrow(
        /ended with 2:\n(?:\{.*\n)*.*\(later\).* restore the backup from before it, into empty databases\.\n$/,
      );
  });
});
