// `npm run chaos:outage -- --seconds 300`: stops ClickHouse while reports arrive, restarts it, and shows that every
// process stays small and that afterwards everything is stored.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type AppProcess, startCluster } from "../support/cluster.ts";
import { connectToLog } from "../support/connect-to-log.ts";
import { printHelpIfAsked } from "../support/print-help.ts";
import { createRandom } from "../support/report-generator.ts";
import { uploads } from "./channels/upload.ts";
import { compare } from "./compare.ts";
import { runChaos } from "./run-chaos.ts";
import { toSqlRows } from "./sql-rows.ts";
import type { ChaosTarget } from "./target.ts";
import { noVariants } from "./variants.ts";

/** Memory that each process may use, in MiB. */
const MEMORY_MIB_MAX = 512;

printHelpIfAsked(`Stops ClickHouse or Kafka while reports arrive, restarts it, and recounts.

  --server NAME   clickhouse (default) or kafka
  --seconds N     how long it is stopped (default 300)`);

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "300" }, server: { type: "string", default: "clickhouse" } },
});
const serverName = { clickhouse: "ClickHouse", kafka: "Kafka" }[values.server];
if (serverName === undefined) throw new Error("--server is clickhouse or kafka.");
const outageMs = Number(values.seconds) * 1000;
const domains = ["a.example", "b.example"];

const cluster = await startCluster();
await cluster.run(["domains", "add", "-"], domains.join("\n"));
const api = await cluster.startApp("api");
const apps: readonly AppProcess[] = [
  api,
  await cluster.startApp("ingest"),
  await cluster.startApp("record-writer"),
  await cluster.startApp("record-writer"),
];
const names = ["api", "ingest", "record-writer", "record-writer"];
const peaksMiB = apps.map(() => 0);
const sampling = setInterval(() => {
  for (const [index, { child }] of apps.entries())
    peaksMiB[index] = Math.max(peaksMiB[index] ?? 0, readRssMiB(child.pid));
}, 250);

const outage = {
  name: `${serverName} stopped for ${values.seconds} s`,
  async run() {
    const server = values.server === "kafka" ? cluster.broker : cluster.clickHouse;
    await server.stop();
    await sleep(outageMs);
    await server.start();
  },
};
const { key, organizationId } = cluster;
const stop = () => cluster.stop();
const describe = async () => apps.map((app) => app.tail()).join("\n");
const target: ChaosTarget = {
  channel: uploads,
  senders: 4,
  uploadUrls: () => [apps[1]?.url ?? ""],
  smtpPorts: () => [],
  api: () => api,
  key,
  organizationId,
  disturbances: [outage],
  environment: cluster.environment,
  sql: async (query) => toSqlRows(await cluster.run(["sql", query, "--format", "JSONEachRow"])),
  connectToLog: () => connectToLog(cluster.environment.KAFKA_BROKERS ?? ""),
  describe,
  stop,
};
const log = (line: string) => console.error(line);
const { acknowledged, longestStandstillMs } = await runChaos(target, {
  seed: 1,
  random: createRandom(1),
  domains,
  log,
  delivery: await uploads.createDelivery(target),
  variants: noVariants,
});
const differences = await compare(target, acknowledged);
clearInterval(sampling);
await target.stop();

for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
console.log(
  `${acknowledged.length} reports acknowledged around an outage of ${serverName} of ${values.seconds} s, written again ` +
    `${Math.round((longestStandstillMs - outageMs) / 1000)} s after its end; peak memory ` +
    `${names.map((name, index) => `${name} ${peaksMiB[index]} MiB`).join(", ")}; ${differences.length} differences.`,
);
process.exit(differences.length === 0 && Math.max(...peaksMiB) <= MEMORY_MIB_MAX ? 0 : 1);

function readRssMiB(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024);
}
