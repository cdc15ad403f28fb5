import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { generateReport } from "../support/report-generator.ts";

const FIRST_DAY = 1_767_225_600;
const DAY_SECONDS = 86_400;

export interface ReportsOptions {
  readonly reports: number;
  readonly domains: number;
  /** Maximum number of records of each report; absent: the distribution of real reports. */
  readonly recordsMax?: number;
}

/** Writes generated reports as XML files. */
export async function writeReports(folder: string, { reports, domains, recordsMax }: ReportsOptions): Promise<void> {
  for (let seed = 1; seed <= reports; seed += 1) {
    const begin = FIRST_DAY + (seed % 90) * DAY_SECONDS;
    const size = recordsMax === undefined ? {} : { records: 1 + (seed % recordsMax) };
    const report = generateReport({ seed, domain: `d${seed % domains}.example`, begin, ...size });
    await writeFile(join(folder, `${seed}.xml`), [...report.xml()].join(""));
  }
}

/** Writes one report with this many records, as XML or, if the path ends with .gz, as XML in gzip. */
export async function writeLargeReport(path: string, records: number): Promise<void> {
  const report = generateReport({ seed: records, domain: "large.example", begin: FIRST_DAY, records });
  const source = Readable.from(inPieces(report.xml()));
  if (path.endsWith(".gz")) await pipeline(source, createGzip(), createWriteStream(path));
  else await pipeline(source, createWriteStream(path));
}

function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let piece = "";
  for (const text of texts) {
    piece += text;
    if (piece.length < 65_536) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(piece);
}
