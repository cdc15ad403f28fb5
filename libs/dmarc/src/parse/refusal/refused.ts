import type { TextPlace } from "./read-text.ts";
import type { Refusal, RefusalReason } from "./refusal.ts";

/** What is known of a refused document beside the reason; what is not known is absent. */
export interface RefusalFacts extends Partial<TextPlace> {
  /** The reporter as the document names itself: untrusted text, at most 80 characters, without what does not show itself. */
  readonly reporter?: string;
}

/** A document of which nothing may be stored, not even records that `onRecord` was given. */
export interface RefusedReport {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  /** For people: what is wrong and where, what to do, and a technical detail. Quotes untrusted text, at most 700 characters in all. */
  readonly detail: string;
  readonly facts: RefusalFacts;
}

/** What is known of a document at the time it is refused. */
interface Known {
  readonly place: TextPlace | null;
  readonly reporter: string | null;
}

/** The refusal in words a person can act on, with the facts that these words are made of. */
export function toRefused({ reason, message }: Refusal, { place, reporter }: Known): RefusedReport {
  const { what, remedy } = words[reason];
  const where = place === null ? "" : ` ${toWhere(place)}`;
  const ask = remedy.replace("the reporter", reporter === null ? "the reporter" : `the reporter, “${reporter}”,`);
  const detail = `${what}${where}. ${ask} Technical detail: ${message}.`;
  return { kind: "refused", reason, detail, facts: { ...place, ...(reporter !== null && { reporter }) } };
}

function toWhere({ line, column, excerpt }: TextPlace): string {
  const where = `(line ${line}, column ${column}`;
  return excerpt === "" ? `${where})` : `${where}: “${excerpt}”)`;
}

interface Words {
  readonly what: string;
  /** Whom to ask, or the way out. */
  readonly remedy: string;
}

const askAgain = "Ask the reporter to send it again.";
const askCorrected = "Ask the reporter to correct it and send it again.";
const askOperator = "Ask the operator of this service to import the file, or ask the reporter for smaller reports.";

const words: Readonly<Record<RefusalReason, Words>> = {
  empty: { what: "The report is empty", remedy: askAgain },
  "not-xml": {
    what: "The file is not a DMARC report, which begins with an XML tag",
    remedy: "Send the report itself, as XML, gzip, zip or the mail that brought it.",
  },
  doctype: {
    what: "The report declares a document type (DTD), which is never read because it can carry an attack",
    remedy: "Ask the reporter to send it without one.",
  },
  truncated: {
    what: "The report is incomplete: its end is missing",
    remedy: `Save or download the complete file and send it again. If it ends here in the original too, ask the reporter to send it again.`,
  },
  "not-well-formed": {
    what: "The report is damaged: its tags do not fit together",
    remedy: `Send the original file, if it was edited or converted. Otherwise ask the reporter to send it again.`,
  },
  "several-reports": {
    what: "A second report begins inside the document of the first",
    remedy: "Send each report as a file of its own.",
  },
  "too-large": { what: "The report is larger than a report may be", remedy: askOperator },
  "too-deep": { what: "The report has more levels of tags than any report needs", remedy: askCorrected },
  "too-many-records": { what: "The report has more records than a report may have", remedy: askOperator },
  "too-many-messages": {
    what: "The report counts more messages than there can be",
    remedy: askCorrected,
  },
  "too-many-attributes": { what: "A tag of the report has too many attributes", remedy: askCorrected },
  "tag-too-long": { what: "A tag of the report is too long", remedy: askCorrected },
  "text-too-long": { what: "A text in the report is too long", remedy: askCorrected },
  "no-period": { what: "The report does not say which days it is about", remedy: askCorrected },
  "no-domain": { what: "The report does not say which domain it is about", remedy: askCorrected },
};
