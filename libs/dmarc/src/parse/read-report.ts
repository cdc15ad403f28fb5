import { type ContentHashes, createContentHash } from "@ruaflow/report/content";
import type { NotAggregate } from "./opening.ts";
import { type ParseOptions, parseReport } from "./parse-report.ts";
import type { ParsedReport, RefusedReport } from "./parse-result.ts";

/** A report as read: its facts, and the hashes of its content. Its records went to `onLine`. */
export interface ReadReport extends ParsedReport, ContentHashes {}

export interface ReadOptions extends Omit<ParseOptions, "onRecord"> {
  /** Called with each record as a line of the log's messages; only a result of kind `report` makes them count. */
  readonly onLine: (line: string) => void | Promise<void>;
}

/**
 * Reads one report: on arrival and again from the kept bytes, in the same way. Only errors of `xml` and `onLine` are thrown, see
 * `parseReport`.
 */
export async function readReport(
  xml: AsyncIterable<Uint8Array>,
  { onLine, ...options }: ReadOptions,
): Promise<ReadReport | RefusedReport | NotAggregate> {
  const hash = createContentHash();
  const result = await parseReport(xml, { ...options, onRecord: (record) => onLine(hash.add(record)) });
  return result.kind === "report" ? { ...result, ...hash.digest(result.header) } : result;
}
