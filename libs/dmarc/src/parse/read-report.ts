import { type ContentHashes, createContentHash } from "@ruaflow/report/content";
import { encodeRecord } from "@ruaflow/report/message";
import type { NotAggregate } from "./opening.ts";
import { type ParseOptions, parseReport } from "./parse-report.ts";
import type { ParsedReport } from "./parse-result.ts";
import type { RefusedReport } from "./refusal/refused.ts";
import type { OnRecord } from "./report-builder.ts";

/** A report as read: its facts, and the hashes of its content. Its records went to `onLine`. */
export interface ReadReport extends ParsedReport, ContentHashes {}

export interface ReadOptions extends Omit<ParseOptions, "onRecord"> {
  /** Called with each record as a line of the log's messages; only a result of kind `report` makes them count. */
  readonly onLine: (line: string) => void | Promise<void>;
  /** Hands on the records and the header in form 1 of the content, as releases before form 2 stored them. */
  readonly inForm1?: boolean;
}

/**
 * Reads one report: on arrival and again from the kept bytes, in the same way. Only errors of `xml` and `onLine` are thrown, see
 * `parseReport`.
 */
export async function readReport(
  xml: AsyncIterable<Uint8Array>,
  { onLine, inForm1: isForm1 = false, ...options }: ReadOptions,
): Promise<ReadReport | RefusedReport | NotAggregate> {
  const hash = createContentHash();
  const onRecord: OnRecord = (record, inForm1) => {
    const line = hash.add(record, inForm1);
    if (!isForm1 || inForm1 === record) return onLine(line);
    return inForm1 === null ? undefined : onLine(encodeRecord(inForm1));
  };
  const result = await parseReport(xml, { ...options, onRecord });
  if (result.kind !== "report") return result;
  const { header, headerInForm1 = header } = result;
  return { ...result, ...(isForm1 && { header: headerInForm1 }), ...hash.digest(header, headerInForm1) };
}
