import { fileURLToPath } from "node:url";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { retryUntilDone } from "@ruaflow/runtime/work";
import { type Cluster, startCluster } from "../../support/cluster.ts";
import { connectToLog } from "../../support/connect-to-log.ts";
import { generateReport } from "../../support/report-generator.ts";
import { type Figure, percentile } from "../figure.ts";
import type { Part, PartContext } from "../part.ts";
import { measureLive } from "../send-live.ts";

const LIVE_EVERY_MS = 1000;
const VISIBLE_GOAL_S = 10;
const DOMAINS = 100;
const RECORDS_MAX = 5;
const FILES_PER_UPLOAD = 100;
const CONNECTIONS_PER_INGEST = 4;
const RETRIES_MAX = 20;
const LIVE_DOMAIN = "live.example";
const BEGIN = 1_767_225_600;
const withoutLanes = fileURLToPath(new URL("../without-lanes.ts", import.meta.url));

interface Tenants {
  readonly bulkKey: string;
  readonly liveKey: string;
}

/** Live reports stay quick beside a flood that has outrun the record-writer. */
export const lanesPart: Part = {
  name: "lanes",
  title: "live reports beside another organization's flood, on Kafka with two ingests and one record-writer",
  async run(context) {
    const cluster = await startCluster();
    try {
      const tenants = await createTenants(cluster);
      const api = await cluster.startApp("api");
      const run = (name: string, firstSeed: number, environment: Record<string, string>) =>
        measure(cluster, { name, firstSeed, environment, api, tenants, context });
      const { laneReports } = context.options;
      return {
        figures: [
          ...(await run("one lane", 1_000_000_000, { NODE_OPTIONS: `--import=${withoutLanes}` })),
          ...(await run("two lanes", 1_500_000_000, {})),
        ],
        notes: [
          `${laneReports.toLocaleString("en")} reports of 1 to ${RECORDS_MAX} records are accepted before the record-writer starts, as when they arrive faster than it writes; then a live report every ${LIVE_EVERY_MS} ms, until everything is written`,
          "one lane: the control run, in which every report goes to the topic of reports at once",
        ],
      };
    } finally {
      await cluster.stop();
    }
  },
};

async function createTenants(cluster: Cluster): Promise<Tenants> {
  const names = Array.from({ length: DOMAINS }, (_, index) => `d${index}.example`);
  await cluster.run(["domains", "add", "-"], names.join("\n"));
  const live = JSON.parse(await cluster.run(["orgs", "create", "live", "--json"]));
  await cluster.run(["domains", "add", LIVE_DOMAIN, "--org", live.id]);
  const liveKey = (await cluster.run(["keys", "create", "live", "--org", live.id])).trim();
  return { bulkKey: cluster.key, liveKey };
}

interface Measured {
  readonly name: string;
  readonly firstSeed: number;
  /** Of the ingests. */
  readonly environment: Record<string, string>;
  readonly api: { readonly url: string };
  readonly tenants: Tenants;
  readonly context: PartContext;
}

async function measure(cluster: Cluster, options: Measured): Promise<Figure[]> {
  const { name, firstSeed, environment, api, tenants, context } = options;
  const ingests = [await cluster.startApp("ingest", environment), await cluster.startApp("ingest", environment)];
  const urls = ingests.map(({ url }) => url);
  await floodReports(urls, { key: tenants.bulkKey, firstSeed, reports: context.options.laneReports });
  context.progress(`${name}: the flood is accepted`);
  const writer = await cluster.startApp("record-writer");
  const { visibleAfter, acceptedAfterMs, seconds } = await measureLive({
    api,
    uploadUrl: urls[0] ?? "",
    key: tenants.liveKey,
    domain: LIVE_DOMAIN,
    everyMs: LIVE_EVERY_MS,
    beside: () => untilWritten(cluster),
  });
  await Promise.all([...ingests, writer].map((app) => app.stop()));
  context.progress(`${name}: ${visibleAfter.length} live reports in ${seconds.toFixed(0)} s`);
  const goal = name === "two lanes" ? { goal: { atMost: VISIBLE_GOAL_S } } : {};
  return [
    { name: `${name}: visible, p50`, unit: "s", values: [percentile(visibleAfter, 50)] },
    { name: `${name}: visible, p95`, unit: "s", values: [percentile(visibleAfter, 95)], ...goal },
    { name: `${name}: visible, longest`, unit: "s", values: [percentile(visibleAfter, 100)] },
    { name: `${name}: accepted, p95`, unit: "ms", values: [percentile(acceptedAfterMs, 95)] },
    { name: `${name}: flood written after`, unit: "s", values: [seconds] },
  ];
}

interface Flood {
  readonly key: string;
  readonly firstSeed: number;
  readonly reports: number;
}

async function floodReports(urls: readonly string[], { key, firstSeed, reports }: Flood): Promise<void> {
  let next = firstSeed;
  const last = firstSeed + reports;
  const run = async (url: string) => {
    while (next < last) {
      const seed = next;
      next += FILES_PER_UPLOAD;
      const form = createForm(seed, Math.min(next, last));
      await retryUntilDone(() => upload(url, key, form), { shouldRetry: () => true, retriesMax: RETRIES_MAX });
    }
  };
  const connections = Array.from({ length: CONNECTIONS_PER_INGEST }, () => urls).flat();
  await Promise.all(connections.map(run));
}

function createForm(from: number, to: number): FormData {
  const form = new FormData();
  for (let seed = from; seed < to; seed += 1) {
    const records = 1 + (seed % RECORDS_MAX);
    const report = generateReport({ seed, domain: `d${seed % DOMAINS}.example`, begin: BEGIN, records });
    form.append("file", new Blob([...report.xml()]), `${seed}.xml`);
  }
  return form;
}

/** @throws unless it is accepted: while ingest reads as much as it may, uploads are refused for a while */
async function upload(url: string, key: string, body: FormData): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/v1/reports`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
}

async function untilWritten({ environment }: Cluster): Promise<void> {
  const log = await connectToLog(environment.KAFKA_BROKERS ?? "");
  try {
    const countWaiting = async () => {
      const { live, bulk } = await readLaneLags(log);
      // A live report is mostly on its way.
      return live.messages + bulk.messages;
    };
    while ((await countWaiting()) > 5) await new Promise((resolve) => setTimeout(resolve, 500));
  } finally {
    await log.close();
  }
}
