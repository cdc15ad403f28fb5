import type { ReportMessageFacts } from "./message-schema.ts";

/** Why a report that is stored needs a look. */
export interface ReportNote {
  readonly reason: "no-usable-record" | null;
  /** What is wrong and whom to ask, in sentences for people. */
  readonly detail: string | null;
}

/** What a submission says of a report that counts: it has records, and none of them could be read. */
export function toNote({ totals: { records, recordsSkipped } }: Pick<ReportMessageFacts, "totals">): ReportNote {
  if (records > 0 || recordsSkipped === 0) return { reason: null, detail: null };
  const detail =
    "No record has a usable address and count. The report is stored but counts no messages. Ask its reporter to correct it and send it again.";
  return { reason: "no-usable-record", detail };
}
