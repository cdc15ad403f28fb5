import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { executeSql } from "@ruaflow/engines/testing";
import { startEmbeddedTarget } from "../embedded-target.ts";
import type { Figure } from "../figure.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import { readCpuSeconds } from "../read-cpu.ts";
import { importPath, type Target } from "../target.ts";
import { writeReports } from "../write-reports.ts";

const dnsServer = fileURLToPath(new URL("../slow-dns-server.ts", import.meta.url));

const RECORDS_MAX = 5;
/** Reports have 1 to 5 records, each with another address. */
const RECORDS_MEAN = 3;
const DOMAINS = 500;
const POLL_EVERY_MS = 1000;
/** Share of the import's rate that must remain. */
const SHARE_GOAL = 0.95;
/** The enricher uses at most a twentieth of the machine. */
const PROCESSORS_GOAL = availableParallelism() / 20;

/** New source addresses do not slow an import, however slow DNS is. */
export const sourcesPart: Part = {
  name: "sources",
  title: "names of new source addresses beside an import, embedded mode",
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-sources-"));
    const dns = spawn(process.execPath, [dnsServer], { stdio: ["pipe", "pipe", "inherit"] });
    try {
      const [address] = await once(dns.stdout, "data");
      const reports = Math.ceil(context.options.sources / RECORDS_MEAN);
      context.progress(`writing ${reports} reports`);
      await writeReports(folder, { reports, domains: DOMAINS, recordsMax: RECORDS_MAX });
      return await measure(folder, String(address).trim(), context);
    } finally {
      dns.stdin.end();
      await rm(folder, { recursive: true });
    }
  },
};

type Mode = "on" | "off";

/** The same import into an empty store. */
interface Import {
  /** Files per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Of the service and its PostgreSQL. */
  readonly cpuSeconds: number;
  /** Addresses that had all facts when the import ended. */
  readonly addresses: number;
}

/** Imports the same files into empty stores, in turn without and with the enricher. */
async function measure(folder: string, dns: string, { options, progress }: PartContext): Promise<PartOutput> {
  const imports: Record<Mode, Import[]> = { on: [], off: [] };
  const found: Found[] = [];
  for (let round = 1; round <= options.repetitions; round += 1) {
    // Every other round in reverse order, so that a machine that slows down favours neither.
    const modes: readonly Mode[] = round % 2 === 1 ? ["off", "on"] : ["on", "off"];
    for (const mode of modes) {
      const target = await startEmbeddedTarget({ RUAFLOW_SOURCE_ENRICHMENT: mode, RUAFLOW_DNS_SERVERS: dns });
      try {
        const measured = await measureImport(target, folder);
        imports[mode].push(measured);
        progress(`round ${round}, enricher ${mode}: ${toText(measured)}`);
        if (mode === "on" && round === options.repetitions) found.push(await waitForNames(target, progress));
      } finally {
        await target.stop();
      }
    }
  }
  return { figures: toFigures(imports, found), notes: toNotes(found) };
}

async function measureImport(target: Target, folder: string): Promise<Import> {
  const pid = target.processes[0]?.pid ?? 0;
  const before = readCpuSeconds(pid);
  const { stored, seconds } = await importPath(target, folder);
  const cpuSeconds = readCpuSeconds(pid) - before;
  const { enriched } = await readProgress(await target.databaseUrl());
  return { rate: stored / seconds, seconds, cpuSeconds, addresses: enriched };
}

function toText({ rate, cpuSeconds }: Import): string {
  return `${Math.round(rate)} files/s, ${cpuSeconds.toFixed(1)} s of CPU`;
}

function toFigures({ on, off }: Record<Mode, readonly Import[]>, found: readonly Found[]): Figure[] {
  const share = (of: (on: Import, off: Import) => number) =>
    on.flatMap((one, index) => {
      const other = off[index];
      return other === undefined ? [] : [of(one, other)];
    });
  const perAddress = share((a, b) => ((a.cpuSeconds - b.cpuSeconds) * 1000) / a.addresses);
  return [
    { name: "import, enricher off", unit: "files/s", values: off.map(({ rate }) => rate) },
    { name: "import, enricher on", unit: "files/s", values: on.map(({ rate }) => rate) },
    {
      name: "  share of the rate that remains",
      unit: "",
      values: share((a, b) => a.rate / b.rate),
      goal: { atLeast: SHARE_GOAL },
    },
    {
      name: "processors that the enricher uses meanwhile",
      unit: "",
      values: share((a, b) => (a.cpuSeconds - b.cpuSeconds) / a.seconds),
      goal: { atMost: PROCESSORS_GOAL },
    },
    { name: "  CPU for 1,000 addresses", unit: "s", values: perAddress },
    {
      name: "new addresses with all facts",
      unit: "1/s",
      values: found.map(({ addresses, atEndOfImport, seconds }) => (addresses - atEndOfImport) / seconds),
    },
  ];
}

function toNotes(found: readonly Found[]): string[] {
  return [
    "a DNS server that answers after 300 ms and drops each twentieth query, in a process on the same machine",
    "CPU: of the service and its PostgreSQL, the difference of both imports; it depends less on what else the machine does",
    ...found.map(
      ({ addresses, atEndOfImport, seconds, states }) =>
        `${addresses} addresses, ${atEndOfImport} of them during the import, the rest in ${Math.round(seconds)} s: ${states}`,
    ),
  ];
}

interface Found {
  readonly addresses: number;
  readonly atEndOfImport: number;
  /** From the end of the import. */
  readonly seconds: number;
  readonly states: string;
}

async function waitForNames(target: Target, progress: (text: string) => void): Promise<Found> {
  const startedAt = performance.now();
  const url = await target.databaseUrl();
  const read = () => readProgress(url);
  const { enriched: atEndOfImport } = await read();
  for (let last = performance.now(); ; await sleep(POLL_EVERY_MS)) {
    const { enriched, waiting, states } = await read();
    const seconds = (performance.now() - startedAt) / 1000;
    if (waiting === 0) return { addresses: enriched, atEndOfImport, seconds, states };
    if (performance.now() - last < 30 * POLL_EVERY_MS) continue;
    last = performance.now();
    progress(`${enriched} addresses enriched after ${Math.round(seconds)} s`);
  }
}

async function readProgress(url: string) {
  const [rest] = await executeSql(
    url,
    `SELECT (SELECT count(*) FROM sources WHERE enriched_at IS NULL)
       + (SELECT coalesce(sum(s.last_sequence - coalesce(p.last_sequence, 0)), 0)
          FROM report_sequences s LEFT JOIN source_positions p USING (organization_id)) AS waiting`,
  );
  const rows = await executeSql(
    url,
    `SELECT hostname_state AS state, count(*)::int AS addresses, count(enriched_at)::int AS enriched FROM sources GROUP BY 1`,
  );
  const enriched = rows.reduce((sum, row) => sum + Number(row.enriched), 0);
  const states = rows.map(({ state, addresses }) => `${addresses} ${state}`).join(", ");
  return { enriched, waiting: Number(rest?.waiting), states };
}
