import { type AroundDocument, ReportDocument } from "./document.ts";
import { defaultXmlLimits, type XmlLimits } from "./limits.ts";
import type { ParseResult } from "./parse-result.ts";
import type { OnRecord } from "./report-builder.ts";

export interface ParseOptions extends AroundDocument {
  /** Called with each record at its end tag. Only a result of kind `report` makes them count. */
  readonly onRecord: OnRecord;
  readonly limits?: Partial<XmlLimits>;
}

/**
 * Reads one aggregate report (RFC 7489 appendix C, RFC 9990) as its bytes arrive. Holds a slice of 64 KiB and one record
 * at a time; once the document is refused, reads no more of `xml` than the line that a person is shown. What the document does wrong is in the result; only
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
  } catch (error) {
    // What is behind the place of a refusal changes no outcome.
    if (!document.isRefused) throw error;
  }
  return document.finish();
}
