import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { startProcess } from "../../support/child-process.ts";
import { countReports } from "../../support/list-reports.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../../support/service.ts";
import { readMailboxes } from "../../support/smtp-sender.ts";
import { unboundedMail } from "../../support/unproven-mail.ts";
import { type Figure, percentile } from "../figure.ts";
import type { Part, PartContext } from "../part.ts";
import { readCpuSeconds } from "../read-cpu.ts";
import type { SendersOptions, SendersResult } from "../smtp-senders.ts";
import { watchMemory } from "../watch-memory.ts";
import { watchVisible } from "../watch-visible.ts";

const DOMAINS = 20;
/** As many as one address may have, less some for connections that are just being closed. */
const CONNECTIONS = 16;
const ADDRESSES = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];
const RATE_GOAL = 800;
const CPU_GOAL_MS = 1.5;
const ACKNOWLEDGED_GOAL_MS = 1000;
const VISIBLE_GOAL_S = 10;

const mailSettings = { RUAFLOW_REPORT_DOMAIN: "in.example", RUAFLOW_SMTP_PORT: "0", ...unboundedMail };
const senders = fileURLToPath(new URL("../smtp-senders.ts", import.meta.url));
const runApp = fileURLToPath(new URL("../../../infra/app.mjs", import.meta.url));

/** The process that receives the mails. */
interface Receiver {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
}

/** Reports by mail, from the sender's first command until they can be queried. */
export const smtpPart: Part = {
  name: "smtp",
  title: "reports by mail, embedded mode",
  async run(context) {
    const dataDir = createDataDir();
    const service = await startService(dataDir, mailSettings);
    const domains = Array.from({ length: DOMAINS }, (_, index) => `d${index}.example`);
    await runOrThrow(["domains", "add", "-"], { RUAFLOW_DATA_DIR: dataDir }, domains.join("\n"));
    const own = await startOwnReceiver(dataDir);
    try {
      const inside = { name: "in the service", pid: service.child.pid ?? 0, port: service.smtpPort ?? 0 };
      const figures = await measure(service, inside, context);
      const ownPort = Number(own.output.match(/receives mail on \S+:(\d+):/)?.[1]);
      const outside = { name: "in its own process", pid: own.child.pid ?? 0, port: ownPort };
      return {
        figures: [...figures, ...(await measure(service, outside, context))],
        notes: [
          `${context.options.smtpSeconds} s each, ${CONNECTIONS * ADDRESSES.length} connections of ${ADDRESSES.length} addresses from a process of their own on the same machine, ${DOMAINS} domains; reports about the last three days; records per report: median 1, p95 19`,
          "visible: from the acknowledgement of the n-th mail until the list has n reports",
        ],
      };
    } finally {
      await own.stop();
      await service.stop();
      await removeDataDir(dataDir);
    }
  },
};

/** The receiver as an app, on the service's PostgreSQL and log. */
async function startOwnReceiver(dataDir: string) {
  const owner = await findRunningOwner(join(dataDir, "postgres"));
  if (!owner) throw new Error(`no service is running on ${dataDir}`);
  const environment = {
    ...mailSettings,
    DATABASE_URL: owner.url,
    RUAFLOW_PORT: "0",
    RUAFLOW_DATA_DIR: `${dataDir}/own`,
  };
  return startProcess({ args: [runApp, "smtp-receiver"], environment, readyText: "/readyz" });
}

async function measure(service: RunningService, receiver: Receiver, { options, progress }: PartContext) {
  progress(`${receiver.name}: ${options.smtpSeconds} s`);
  const key = service.key ?? "";
  const before = await countReports(service, key);
  const memory = watchMemory(receiver.pid);
  const cpuBefore = readCpuSeconds(receiver.pid);
  const mailboxes = [...(await readMailboxes(service, key))];
  const seed = 1_000_000 + before;
  const sending = runSenders({
    port: receiver.port,
    mailboxes,
    seconds: options.smtpSeconds,
    connections: CONNECTIONS,
    addresses: ADDRESSES,
    seed,
  });
  const accepted = sending.then(({ acknowledged }) => acknowledged.length);
  const visible = watchVisible({ api: service, key, before, accepted });
  const result = await sending;
  const seenAtMs = await visible;
  memory.stop();
  if (result.refusals.length > 0) throw new Error(`refused: ${result.refusals.slice(0, 3).join("; ")}`);
  const cpuSeconds = readCpuSeconds(receiver.pid) - cpuBefore;
  return toFigures(receiver.name, { result, seenAtMs, cpuSeconds, rssMib: memory.peak().rss });
}

async function runSenders(options: SendersOptions): Promise<SendersResult> {
  const child = spawn(process.execPath, [senders, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the senders ended with ${code}`);
  return JSON.parse(output);
}

interface Measured {
  readonly result: SendersResult;
  readonly seenAtMs: readonly number[];
  readonly cpuSeconds: number;
  readonly rssMib: number;
}

function toFigures(name: string, { result, seenAtMs, cpuSeconds, rssMib }: Measured): Figure[] {
  const { startedAtMs, acknowledged } = result;
  const times = acknowledged.map(({ afterMs }) => afterMs);
  const delays = acknowledged
    .map(({ atMs }) => atMs)
    .sort((one, other) => one - other)
    .map((atMs, index) => Math.max(0, (seenAtMs[index] ?? Number.POSITIVE_INFINITY) - atMs) / 1000);
  const count = acknowledged.length;
  const lastSeenMs = seenAtMs.at(-1) ?? Number.POSITIVE_INFINITY;
  return [
    {
      name: `${name}: until they can be queried`,
      unit: "reports/s",
      values: [(count / (lastSeenMs - startedAtMs)) * 1000],
      goal: { atLeast: RATE_GOAL },
    },
    { name: `${name}: acknowledged, p50`, unit: "ms", values: [percentile(times, 50)] },
    {
      name: `${name}: acknowledged, p99`,
      unit: "ms",
      values: [percentile(times, 99)],
      goal: { atMost: ACKNOWLEDGED_GOAL_MS },
    },
    { name: `${name}: visible, p95`, unit: "s", values: [percentile(delays, 95)], goal: { atMost: VISIBLE_GOAL_S } },
    {
      name: `${name}: CPU of the receiving process`,
      unit: "ms/report",
      values: [(cpuSeconds / count) * 1000],
      goal: { atMost: CPU_GOAL_MS },
    },
    { name: `${name}: memory of the receiving process`, unit: "MiB", values: [rssMib] },
  ];
}
