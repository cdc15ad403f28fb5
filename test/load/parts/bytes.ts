import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CorpusFolder, openCorpusFolder } from "../corpus-folder.ts";
import { startEmbeddedTarget } from "../embedded-target.ts";
import type { Figure } from "../figure.ts";
import { readLogBytes } from "../log-bytes.ts";
import type { Part } from "../part.ts";
import { readStoredBytes, type StoredBytes } from "../stored-bytes.ts";
import { importPath } from "../target.ts";
import { writeReports } from "../write-reports.ts";

const GENERATED_REPORTS = 3_000;

interface Bytes extends StoredBytes {
  readonly logBytes: number;
}

/** Bytes of an import in the log and in ClickHouse. For large volumes see the part `questions`. */
export const bytesPart: Part = {
  name: "bytes",
  title: "bytes of a record, in the log and stored",
  async run(context) {
    const corpus = await openCorpusFolder(context.options.corpus);
    const generated = await mkdtemp(join(tmpdir(), "ruaflow-bench-bytes-"));
    try {
      await writeReports(generated, { reports: GENERATED_REPORTS, domains: 50 });
      const figures = [
        ...toFigures("files", await measureBytes(corpus)),
        ...toFigures("generated", await measureBytes({ folder: generated })),
      ];
      const shapes = `generated: ${GENERATED_REPORTS} reports of the shape of real ones (records: median 1, p95 19, p99 130)`;
      return {
        figures,
        notes: [`files: ${corpus.description}`, shapes, "Small parts compress worse than parts of a million records."],
      };
    } finally {
      await rm(generated, { recursive: true });
    }
  },
};

async function measureBytes({ folder }: Pick<CorpusFolder, "folder">): Promise<Bytes> {
  const target = await startEmbeddedTarget();
  let stored: StoredBytes = { records: 0, recordBytes: 0, reports: 0, reportBytes: 0 };
  let logBytes = 0;
  try {
    await importPath(target, folder);
    logBytes = await readLogBytes(await target.databaseUrl());
  } finally {
    await target.stop(async (clickHouse) => {
      stored = await readStoredBytes(clickHouse);
    });
  }
  return { ...stored, logBytes };
}

function toFigures(what: string, { records, recordBytes, reports, reportBytes, logBytes }: Bytes): Figure[] {
  const figure = (name: string, value: number): Figure => ({
    name: `${what}: ${name}`,
    unit: "bytes",
    values: [value],
  });
  return [
    figure("in the log, per record", logBytes / records),
    figure("in the log, per report", logBytes / reports),
    figure("stored, per record (with projections)", recordBytes / records),
    figure("stored, per report (its own row)", reportBytes / reports),
  ];
}
