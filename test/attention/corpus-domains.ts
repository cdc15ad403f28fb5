import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { defaultXmlLimits, parseReport } from "@ruaflow/dmarc/parse";
import type { ReportRecord } from "@ruaflow/report";
import type { CorpusLabel } from "./read-domain-labels.ts";

const folder = fileURLToPath(new URL("../../../shared/reports/", import.meta.url));

/** A domain with its reports, each with the day that it is about. */
export interface ReportedDomain {
  readonly name: string;
  readonly policy: string | null;
  readonly reports: readonly { readonly day: string; readonly records: readonly ReportRecord[] }[];
}

const DAY_MS = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The newest report of each domain is about yesterday; the files' own distances remain. */
export async function readCorpusDomains(labels: readonly CorpusLabel[], now: Date): Promise<ReportedDomain[]> {
  const archives = [...new Set(labels.map(({ origin }) => origin.archive))];
  const unpacked = new Map(archives.map((archive) => [archive, unpack(archive)]));
  const domains: ReportedDomain[] = [];
  for (const [place, { origin }] of labels.entries()) {
    const found = unpacked.get(origin.archive);
    const parsed = await Promise.all(origin.files.map((file) => readReport(findPath(found, file))));
    const newest = Math.max(...parsed.map(({ begin }) => begin));
    const name = `label-${place + 1}.example`;
    const reports = parsed.map(({ begin, domain, records }) => ({
      day: toDay(now.getTime() - DAY_MS - (newest - begin) * 1000),
      records: records.map((record) => rename(record, domain, name)),
    }));
    domains.push({ name, policy: parsed.at(-1)?.policy ?? null, reports });
  }
  return domains;
}

function unpack(archive: string): { readonly path: string; readonly names: readonly string[] } {
  const path = mkdtempSync(join(tmpdir(), "ruaflow-corpus-"));
  execFileSync("tar", ["xzf", join(folder, archive), "-C", path]);
  return { path, names: readdirSync(path) };
}

function findPath(found: ReturnType<typeof unpack> | undefined, file: string): string {
  const name = found?.names.find((one) => one === file || one.endsWith(`_${file}`));
  if (found === undefined || name === undefined) throw new Error(`${file} is not in the corpus`);
  return join(found.path, name);
}

const readReport = (path: string) => parse(createReadStream(path));

/** Reads a report from its text. */
export const parseText = (xml: string) => parse(Readable.from([Buffer.from(xml)]));

async function parse(stream: Readable) {
  const records: ReportRecord[] = [];
  const onRecord = (record: ReportRecord) => void records.push(record);
  const result = await parseReport(stream, { limits: defaultXmlLimits, onRecord });
  if (result.kind !== "report") throw new Error(`no report: ${result.kind}`);
  const { dateRange, policyPublished } = result.header;
  return { begin: dateRange.begin, domain: policyPublished.domain, policy: policyPublished.p, records };
}

/** A name can be claimed once, and the corpus uses some several times. */
function rename(record: ReportRecord, from: string, to: string): ReportRecord {
  const change = (name: string) =>
    name === from || name.endsWith(`.${from}`) ? `${name.slice(0, -from.length)}${to}` : name;
  const { identifiers, authResults } = record;
  return {
    ...record,
    identifiers: { ...identifiers, headerFrom: change(identifiers.headerFrom) },
    authResults: {
      dkim: authResults.dkim.map((one) => ({ ...one, domain: change(one.domain) })),
      spf: authResults.spf.map((one) => ({ ...one, domain: change(one.domain) })),
    },
  };
}
