import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedTarget } from "../embedded-target.ts";
import type { Figure } from "../figure.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import { importPath } from "../target.ts";
import { canReadMemory, type Memory, watchMemory } from "../watch-memory.ts";
import { writeLargeReport } from "../write-reports.ts";

const SMALL_RECORDS = 10_000;
const RISE_MIB_MAX = 60;

/** Peak memory of one import. */
interface Peaks {
  readonly service: Memory;
  readonly command: Memory;
}

/** A report of a million records takes little more memory than one of ten thousand. */
export const memoryPart: Part = {
  name: "memory",
  title: "peak memory of a giant report against a small one, embedded mode",
  async run(context) {
    if (!canReadMemory) return { figures: [], notes: ["NOT MEASURED: this system has no /proc"] };
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-giant-"));
    try {
      return await measureReports(folder, context);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function measureReports(folder: string, { options, progress }: PartContext): Promise<PartOutput> {
  const sizes = { small: SMALL_RECORDS, giant: options.giantRecords };
  const paths = { small: join(folder, "small.xml.gz"), giant: join(folder, "giant.xml.gz") };
  for (const size of ["small", "giant"] as const) {
    progress(`writing a report of ${sizes[size]} records`);
    await writeLargeReport(paths[size], sizes[size]);
  }
  const rounds: { readonly small: Peaks; readonly giant: Peaks }[] = [];
  for (let round = 1; round <= options.repetitions; round += 1) {
    progress(`round ${round} of ${options.repetitions}`);
    rounds.push({ small: await measurePeaks(paths.small), giant: await measurePeaks(paths.giant) });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => rounds.map(pick);
  const figure = (name: string, values: number[]): Figure => ({ name, unit: "MiB", values });
  const [less, more] = [sizes.small.toLocaleString("en"), sizes.giant.toLocaleString("en")];
  const rise = of(({ small, giant }) => toSum(giant, "rss") - toSum(small, "rss"));
  const riseAnonymous = of(({ small, giant }) => toSum(giant, "anonymous") - toSum(small, "anonymous"));
  return {
    figures: [
      figure(
        `service, ${less} records`,
        of(({ small }) => small.service.rss),
      ),
      figure(
        `service, ${more} records`,
        of(({ giant }) => giant.service.rss),
      ),
      figure(
        `import command, ${less} records`,
        of(({ small }) => small.command.rss),
      ),
      figure(
        `import command, ${more} records`,
        of(({ giant }) => giant.command.rss),
      ),
      { ...figure("rise of both together", rise), goal: { atMost: RISE_MIB_MAX } },
      figure("  without mapped files", riseAnonymous),
    ],
    notes: [
      "Resident memory of the process at its peak, sampled every 50 ms; PostgreSQL's memory is separate and bounded.",
    ],
  };
}

function toSum({ service, command }: Peaks, kind: keyof Memory): number {
  return service[kind] + command[kind];
}

async function measurePeaks(path: string): Promise<Peaks> {
  const target = await startEmbeddedTarget();
  const watch = watchMemory(target.processes[0]?.pid ?? 0);
  try {
    const { commandPeak } = await importPath(target, path);
    return { service: watch.peak(), command: commandPeak };
  } finally {
    watch.stop();
    await target.stop();
  }
}
