import { text } from "node:stream/consumers";
import { readCsv } from "@ruaflow/api/testing";
import { createClient } from "@ruaflow/client";
import type { GeneratedReport } from "../support/report-generator.ts";
import type { ChaosTarget } from "./target.ts";

/** Every difference between the messages sent from each address and those in the lists of sources and failures. */
export async function compareSources(
  target: ChaosTarget,
  acknowledged: readonly GeneratedReport[],
  period: { readonly start_date: string; readonly end_date: string },
): Promise<string[]> {
  const client = createClient({ baseUrl: target.api().url, key: target.key });
  const { sent, failed } = sumByAddress(acknowledged);
  const sources = await readCounts(client.reports.listSourcesCsv(period), "total_count");
  const failures = await readCounts(client.reports.listFailuresCsv(period), "failure_count");
  return [...compareCounts("messages", sources, sent), ...compareCounts("failed messages", failures, failed)];
}

type Counts = ReadonlyMap<string, number>;

function sumByAddress(reports: readonly GeneratedReport[]): { readonly sent: Counts; readonly failed: Counts } {
  const sent = new Map<string, number>();
  const failed = new Map<string, number>();
  for (const report of reports) {
    for (const { ip, count, passed } of report.sources()) {
      sent.set(ip, (sent.get(ip) ?? 0) + count);
      if (!passed) failed.set(ip, (failed.get(ip) ?? 0) + count);
    }
  }
  return { sent, failed };
}

/** The address of each row, and the count in the column. */
async function readCounts(
  csv: ReturnType<ReturnType<typeof createClient>["reports"]["listSourcesCsv"]>,
  column: string,
) {
  const rows = readCsv(await text(await csv));
  return new Map(rows.map((row): [string, number] => [row.source_ip ?? "", Number(row[column])]));
}

function compareCounts(what: string, found: Counts, wanted: Counts): string[] {
  const addresses = new Set([...found.keys(), ...wanted.keys()]);
  return [...addresses].flatMap((address) => {
    const [actual, expected] = [found.get(address) ?? 0, wanted.get(address) ?? 0];
    return actual === expected ? [] : [`${actual} ${what} from ${address} instead of ${expected}`];
  });
}
