import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedTarget } from "../embedded-target.ts";
import { type Figure, median } from "../figure.ts";
import type { Part, PartContext, PartOutput } from "../part.ts";
import { importPath, type Target } from "../target.ts";
import { canReadMemory, readMemory } from "../watch-memory.ts";
import { writeReports } from "../write-reports.ts";

/** Reports after which memory must no longer grow. */
const SETTLED_AFTER = 10_000;
const RECORDS_MAX = 5;
const DOMAINS = 500;

/** Memory of a process after a number of imported reports. */
interface Sample {
  readonly reports: number;
  readonly mib: number;
}

interface Samples {
  readonly service: Sample[];
  readonly command: Sample[];
}

/** Memory stays flat while many small reports are imported. */
export const smallReportsPart: Part = {
  name: "small",
  title: "memory while many small reports are imported, embedded mode",
  async run(context) {
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-small-"));
    context.progress(`writing ${context.options.smallReports} reports`);
    try {
      await writeReports(folder, { reports: context.options.smallReports, domains: DOMAINS, recordsMax: RECORDS_MAX });
      return await measure(folder, context);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function measure(folder: string, { options, progress }: PartContext): Promise<PartOutput> {
  const target = await startEmbeddedTarget();
  const samples: Samples = { service: [], command: [] };
  try {
    const run = await importPath(target, folder, (text, pid) => {
      progress(text.trim());
      takeSample(samples, { text, pid, target });
    });
    const rate: Figure = {
      name: "Ruaflow, until they can be queried",
      unit: "files/s",
      values: [run.stored / run.seconds],
    };
    const notes = [
      `${options.smallReports.toLocaleString("en")} reports of 1 to ${RECORDS_MAX} records, ${DOMAINS} domains`,
    ];
    if (!canReadMemory) return { figures: [rate], notes: [...notes, "NOT MEASURED: memory, since /proc is missing"] };
    const figures = [...toFigures("service", samples.service), ...toFigures("import command", samples.command)];
    return { figures: [rate, ...figures], notes: [...notes, ...toNotes(samples)] };
  } finally {
    await target.stop();
  }
}

/** The command prints the number of finished files every 2 s. */
function takeSample(samples: Samples, { text, pid, target }: { text: string; pid: number; target: Target }): void {
  const reports = Number(text.match(/^(\d+)\/\d+ files/)?.[1] ?? Number.NaN);
  if (Number.isNaN(reports)) return;
  samples.service.push({ reports, mib: readMemory(target.processes[0]?.pid ?? 0).rss });
  samples.command.push({ reports, mib: readMemory(pid).rss });
}

function toFigures(name: string, samples: readonly Sample[]): Figure[] {
  const settled = samples.filter(({ reports }) => reports >= SETTLED_AFTER);
  if (settled.length < 2) return [];
  return [
    { name: `${name}, memory after the first ${SETTLED_AFTER}`, unit: "MiB", values: settled.map(({ mib }) => mib) },
    { name: `${name}, growth per ${SETTLED_AFTER} reports after that`, unit: "MiB", values: [toSlope(settled)] },
  ];
}

/**
 * MiB per `SETTLED_AFTER` reports: the median of the slopes between all pairs, which is robust against single samples.
 */
function toSlope(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, index) =>
    samples
      .slice(index + 1)
      .filter(({ reports }) => reports > one.reports)
      .map((other) => (other.mib - one.mib) / (other.reports - one.reports)),
  );
  return median(slopes) * SETTLED_AFTER;
}

function toNotes({ service, command }: Samples): string[] {
  const toText = (samples: readonly Sample[]) => {
    const every = Math.max(1, Math.floor(samples.length / 10));
    const shown = samples.filter((_, index) => index % every === 0);
    return shown.map(({ reports, mib }) => `${Math.round(reports / 1000)}k: ${Math.round(mib)}`).join(", ");
  };
  return [`MiB of the service after reports: ${toText(service)}`, `MiB of the command: ${toText(command)}`];
}
