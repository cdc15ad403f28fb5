// `npm run soak -- [--minutes 60] [--json FILE]`: one service under mixed load (uploads, mails, questions, the page's polling, large
// CSV). Prints its memory by process and kind every ten seconds, and ends with 1 when memory grows after a third of the time, passes
// its limit, or the service is gone.

import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  ask,
  createDataDir,
  type RunningService,
  removeDataDir,
  runOrThrow,
  startService,
} from "../../support/service.ts";
import { unboundedMail } from "../../support/unproven-mail.ts";
import { listParts, type PartMemory } from "../watch-memory.ts";
import { type Soaked, sendTraffic, type Tally } from "./traffic.ts";

const RSS_MIB_MAX = 800;
/** Between the middle third and the last one; less is noise of the allocators. */
const GROWTH_MAX = 0.05;
const SAMPLE_MS = 10_000;
const DOMAINS = 40;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" }, json: { type: "string" } } });
const minutes = Number(values.minutes);

interface Sample {
  readonly minute: number;
  readonly processes: readonly PartMemory[];
  /** Of the service and its ClickHouse, in MiB: what the limit is about. */
  readonly rss: number;
}

const dataDir = createDataDir();
const service = await startService(dataDir, {
  ...{ RUAFLOW_REPORT_DOMAIN: "in.soak.example", RUAFLOW_SMTP_PORT: "0" },
  ...unboundedMail,
});
const samples: Sample[] = [];
const tally: Tally = {};
try {
  const soaked = await prepare(service);
  const ending = new AbortController();
  const sending = sendTraffic(soaked, tally, ending.signal);
  await watch(service, Date.now() + minutes * 60_000);
  ending.abort();
  await sending;
  process.exitCode = judge(service) ? 0 : 1;
} finally {
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ minutes, samples, tally }));
  await service.stop();
  await removeDataDir(dataDir);
}

async function prepare({ url, key, smtpPort }: RunningService): Promise<Soaked> {
  const environment = {
    RUAFLOW_DATA_DIR: dataDir,
    RUAFLOW_LOG_LEVEL: "error",
    RUAFLOW_REPORT_DOMAIN: "in.soak.example",
  };
  const names = Array.from({ length: DOMAINS }, (_, index) => `d${index}.soak.example`);
  await runOrThrow(["domains", "add", "-"], environment, names.join("\n"));
  const [organization] = JSON.parse(await runOrThrow(["orgs", "list", "--json"], environment));
  await runOrThrow(["orgs", "set", organization.id, "--count-unauthenticated", "yes"], environment);
  const { body } = await ask<{ data: { id: string; domain: string; report_mailbox?: string }[] }>(
    { url },
    key ?? "",
    `/api/v1/domains?per_page=${DOMAINS}`,
  );
  const domains = await Promise.all(
    body.data.map(async ({ id, domain }) => ({ id, name: domain, mailbox: await readMailbox(id) })),
  );
  return { url, key: key ?? "", smtpPort: smtpPort ?? 0, domains };
}

async function readMailbox(id: string): Promise<string> {
  const { body } = await ask<unknown>(service, service.key ?? "", `/api/v1/domains/${id}/dns`);
  return /d-[a-z0-9]+@[a-z0-9.-]+/.exec(JSON.stringify(body))?.[0] ?? "";
}

async function watch({ child }: RunningService, endsAtMs: number): Promise<void> {
  const startedAtMs = Date.now();
  while (Date.now() < endsAtMs && child.exitCode === null && child.signalCode === null) {
    await sleep(Math.min(SAMPLE_MS, endsAtMs - Date.now()));
    const processes = listParts(child.pid ?? 0);
    const rss = processes.filter(({ name }) => name !== "postgres").reduce((sum, memory) => sum + memory.rss, 0);
    const minute = (Date.now() - startedAtMs) / 60_000;
    samples.push({ minute, processes, rss });
    console.log(`${minute.toFixed(1)} min  ${rss.toFixed(0)} MiB  ${processes.map(describe).join("  ")}`);
  }
}

function describe({ name, rss, anonymous, file, shared }: PartMemory): string {
  const [all, own, mapped, common] = [rss, anonymous, file, shared].map((mib) => mib.toFixed(0));
  return `${name} ${all} (anonymous ${own}, files ${mapped}, shared ${common})`;
}

function judge({ child, tail }: RunningService): boolean {
  for (const [kind, { done, failed, longestMs }] of Object.entries(tally))
    console.log(`${kind}: ${done} done, ${failed} failed, longest ${(longestMs / 1000).toFixed(1)} s`);
  const median = (from: number, to: number) => {
    const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
    return part.map(({ rss }) => rss).toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  };
  const [middle, last] = [median(1 / 3, 2 / 3), median(2 / 3, 1)];
  const peak = Math.max(...samples.map(({ rss }) => rss));
  const isThere = child.exitCode === null && child.signalCode === null;
  console.log(
    `peak ${peak.toFixed(0)} MiB (limit ${RSS_MIB_MAX}), median of the middle third ${middle.toFixed(0)}, of the last ${last.toFixed(0)} MiB; ` +
      (isThere
        ? "the service is there"
        : `the service is gone: exit code ${child.exitCode}, signal ${child.signalCode}\n${tail()}`),
  );
  return isThere && peak <= RSS_MIB_MAX && last <= middle * (1 + GROWTH_MAX);
}
