import { type AroundDocument, ReportDocument } from "./document.ts";
import { defaultXmlLimits, type XmlLimits } from "./limits.ts";
import type { ParseResult } from "./parse-result.ts";
import { Refusal } from "./refusal.ts";
import type { OnRecord } from "./report-builder.ts";

export interface ParseOptions extends AroundDocument {
  /** Called with each record at its end tag. Only a result of kind `report` makes them count. */
  readonly onRecord: OnRecord;
  readonly limits?: Partial<XmlLimits>;
}

/**
 * Reads one aggregate report (RFC 7489 appendix C, RFC 9990) as its bytes arrive. Holds a slice of 64 KiB and one record
 * at a time; stops reading `xml` once the document is refused. What the document does wrong is in the result; only
 * errors of `xml` and `onRecord` are thrown.
 */
export async function parseReport(
  xml: AsyncIterable<Uint8Array>,
  { onRecord, limits, ...around }: ParseOptions,
): Promise<ParseResult> {
  const document = new ReportDocument({ ...defaultXmlLimits, ...limits }, onRecord, around);
  try {
    for await (const bytes of xml) {
      for (const pending of document.read(bytes)) await pending;
      if (document.isDecided) break;
    }
    for (const pending of document.readEnd()) await pending;
    return document.finish();
  } catch (error) {
    if (error instanceof Refusal) return document.toResult(error);
    throw error;
  }
}
