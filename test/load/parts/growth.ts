import { join, resolve } from "node:path";
import { createDataDir, removeDataDir } from "../../support/service.ts";
import type { Figure } from "../figure.ts";
import { measureBackup, measureStarts, measureVacuum } from "../growth/measure-once.ts";
import { measureRound, type Timed } from "../growth/measure-round.ts";
import { type Grown, openGrown } from "../growth/open-grown.ts";
import { readTableBytes } from "../growth/tables.ts";
import type { Part, PartContext } from "../part.ts";

const SMALL_REPORTS = 1_000_000;
/** Of writing, lists and the cursor. */
const GOAL = { atMost: 1.5 };
const HAS_GOAL = /^(T1|T2|list, (first|middle|last) page$|cursor)/;

/** What PostgreSQL takes for the same work with few reports and with many. */
export const growthPart: Part = {
  name: "growth",
  title: "how the cost of the same work grows with the reports in PostgreSQL",
  async run(context) {
    const { options } = context;
    const sizes = [Math.min(SMALL_REPORTS, options.growthReports / 2), options.growthReports];
    const results = new Map<number, Timed[]>(sizes.map((size) => [size, []]));
    const more: Figure[] = [];
    await withFolders(context, async (toFolder) => {
      const all: Grown[] = [];
      for (const size of sizes) all.push(await openGrown(toFolder(size), size, context.progress));
      try {
        for (let round = 0; round < options.repetitions; round += 1) {
          context.progress(`round ${round + 1} of ${options.repetitions}`);
          // Every other round in reverse order, so that a machine that slows down favours neither.
          for (const grown of round % 2 === 0 ? all : all.toReversed()) {
            results.get(grown.reports)?.push(...(await measureRound(grown)));
          }
        }
        for (const grown of all) {
          results.get(grown.reports)?.push(await measureVacuum(grown));
          more.push(...(await measureBytes(grown)));
        }
      } finally {
        for (const grown of all) await grown.stop();
      }
      for (const size of sizes) {
        results.get(size)?.push(...(await measureStarts(toFolder(size), options.repetitions)));
      }
      const [small = 0] = sizes;
      more.push({ name: `backup, ${toMillions(small)}`, unit: "s", values: [await measureBackup(toFolder(small))] });
    });
    return { figures: [...toFigures(results), ...more], notes: NOTES };
  },
};

const NOTES = [
  "Times are those of PostgreSQL alone, with the settings of the embedded mode; both sizes in turn in one run.",
  "Reports of one record over 400 days, each in a mail of its own, in 10,000 domains of 71 organizations; half of them are of one,",
  "whose lists are asked for. Bodies have 256 bytes. Indexes were built after the rows, so they are smaller than those that grew.",
];

async function withFolders(
  { options }: PartContext,
  work: (toFolder: (size: number) => string) => Promise<void>,
): Promise<void> {
  const parent = options.data === null ? createDataDir() : resolve(options.data);
  try {
    await work((size) => join(parent, `growth-${size}`));
  } finally {
    if (options.data === null) await removeDataDir(parent);
  }
}

function toFigures(results: ReadonlyMap<number, readonly Timed[]>): Figure[] {
  const [small = [], large = []] = [...results.values()];
  const names = [...new Set(large.map(({ name }) => name))];
  return names.flatMap((name) => {
    const of = (timed: readonly Timed[], what: "wallMs" | "cpuMs") =>
      timed.filter((one) => one.name === name).map((one) => one[what]);
    const ratios = of(large, "cpuMs").map((value, round) => value / (of(small, "cpuMs")[round] ?? Number.NaN));
    return [
      ...[...results].flatMap(([size, timed]) => [
        { name: `${name}, ${toMillions(size)}: CPU`, unit: "ms", values: of(timed, "cpuMs") },
        { name: `${name}, ${toMillions(size)}: time`, unit: "ms", values: of(timed, "wallMs") },
      ]),
      { name: `${name}: CPU, ratio`, unit: "×", values: ratios, ...(HAS_GOAL.test(name) && { goal: GOAL }) },
    ];
  });
}

async function measureBytes({ url, reports }: Grown): Promise<Figure[]> {
  const tables = await readTableBytes(url);
  const figures = tables.flatMap(({ table, heap, indexes }) => [
    { name: `${table}, ${toMillions(reports)}: rows`, unit: "bytes/report", values: [heap / reports] },
    { name: `${table}, ${toMillions(reports)}: indexes`, unit: "bytes/report", values: [indexes / reports] },
  ]);
  const all = tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  return [...figures, { name: `all tables, ${toMillions(reports)}`, unit: "bytes/report", values: [all / reports] }];
}

function toMillions(reports: number): string {
  return `${reports / 1_000_000} M`;
}
