import type { AppProcess } from "../../support/cluster.ts";
import { type ClusterLoad, startClusterLoad } from "../cluster-load.ts";
import type { Figure } from "../figure.ts";
import type { Part } from "../part.ts";
import { readCpuSeconds } from "../read-cpu.ts";

const WRITERS = [1, 3] as const;
const CONNECTIONS = 16;

/** One record-writer and three, in turn: what a million records cost, and in which process. */
export const writersPart: Part = {
  name: "writers",
  title: "one record-writer and three, on Kafka, PostgreSQL and ClickHouse as processes",
  async run({ options, progress }) {
    const runs = new Map<number, Run[]>(WRITERS.map((count) => [count, []]));
    for (let repetition = 1; repetition <= options.repetitions; repetition += 1) {
      for (const count of WRITERS) {
        runs.get(count)?.push(await measure(count, options.writersReports));
        progress(`${count} record-writers, ${repetition} of ${options.repetitions}`);
      }
    }
    return {
      figures: [...runs].flatMap(([count, measured]) => toFigures(count, measured)),
      notes: [
        `${options.writersReports.toLocaleString("en")} reports uploaded on ${CONNECTIONS} connections; from the first upload until all can be queried`,
        "CPU seconds for a million records, as reports come: most have one record",
      ],
    };
  },
};

interface Run {
  readonly reportsPerSecond: number;
  /** CPU seconds for a million records, by process. */
  readonly cpu: Readonly<Record<string, number>>;
}

async function measure(count: number, reports: number): Promise<Run> {
  const load = await startClusterLoad();
  try {
    const writers = await Promise.all(Array.from({ length: count }, () => load.cluster.startApp("record-writer")));
    // Compiled code and an assigned group are part of every long run, but not of the difference.
    await sendAll(load, CONNECTIONS);
    await load.waitForVisible(CONNECTIONS);
    const before = readCpu(load, writers);
    const startedAtMs = Date.now();
    const records = await sendAll(load, reports);
    await load.waitForVisible(reports + CONNECTIONS);
    const seconds = (Date.now() - startedAtMs) / 1000;
    const after = readCpu(load, writers);
    const cpu = Object.entries(after).map(([name, total]) => [name, ((total - (before[name] ?? 0)) / records) * 1e6]);
    return { reportsPerSecond: reports / seconds, cpu: Object.fromEntries(cpu) };
  } finally {
    await load.cluster.stop();
  }
}

/** Returns the records of all reports. */
async function sendAll({ send }: ClusterLoad, reports: number): Promise<number> {
  let remaining = reports;
  let records = 0;
  const run = async () => {
    while (remaining > 0) {
      remaining -= 1;
      const sent = await send();
      records += sent;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, run));
  return records;
}

function readCpu({ cluster, ingest }: ClusterLoad, writers: readonly AppProcess[]): Record<string, number> {
  const read = (pid: number | undefined) => (pid === undefined ? Number.NaN : readCpuSeconds(pid));
  return {
    ingest: read(ingest.child.pid),
    "record-writers": writers.reduce((sum, { child }) => sum + read(child.pid), 0),
    ClickHouse: read(cluster.clickHouse.pid()),
    PostgreSQL: read(cluster.postgres.pid()),
    Kafka: read(cluster.broker.pid()),
  };
}

function toFigures(count: number, runs: readonly Run[]): Figure[] {
  const name = count === 1 ? "one" : "three";
  const processes = Object.keys(runs[0]?.cpu ?? {});
  return [
    { name: `${name}: until all can be queried`, unit: "reports/s", values: runs.map((run) => run.reportsPerSecond) },
    ...processes.map((process) => ({
      name: `${name}: CPU of ${process}`,
      unit: "s",
      values: runs.map(({ cpu }) => cpu[process] ?? Number.NaN),
    })),
  ];
}
