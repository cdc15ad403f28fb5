import { readTags } from "./dmarc-record.ts";

/**
 * True for a text that its publisher may have meant as a DMARC record. Other texts come from a wildcard or serve another purpose.
 */
export function resemblesDmarcRecord(text: string): boolean {
  return /d\s*m\s*a\s*r\s*c\s*1?/iu.test(text.normalize("NFKC")) || isRestOfRecord(text);
}

/** True for tags of a DMARC record without its version, as a record leaves that was split into two. */
export function isRestOfRecord(text: string): boolean {
  const tags = readTags(text);
  return !tags.has("v") && (tags.has("rua") || /^(none|quarantine|reject)$/i.test(tags.get("p") ?? ""));
}

interface Fault {
  readonly matches: (text: string) => boolean;
  readonly says: string;
}

/** Why receivers ignore a text that resembles a DMARC record. The first that matches is named. */
const faults: readonly Fault[] = [
  {
    matches: (text) => /[^\x20-\x7e\t]/.test(text),
    says: "it contains a character that is not plain ASCII, such as a typographic quotation mark or a special space: type it anew",
  },
  {
    matches: (text) => /^\s*["']/.test(text),
    says: "it begins with a quotation mark: remove the quotation marks",
  },
  {
    matches: (text) => /^\s*v\s*=\s*DMARC1\s*[^\s;]/i.test(text) || /^\s*v\s*=\s*DMARC1\s+[^;]/i.test(text),
    says: "a semicolon must follow v=DMARC1",
  },
  {
    matches: (text) => /^\s*v\s*=\s*DMARC1\s*(;|$)/i.test(text),
    says: "the version must be written DMARC1, in capitals",
  },
  { matches: (text) => /^\s*v\s*=/i.test(text), says: "its version is not DMARC1" },
  { matches: (text) => /(^|;)\s*v\s*=\s*DMARC1/i.test(text), says: "v=DMARC1 must be its first tag" },
  { matches: () => true, says: "it does not begin with v=DMARC1;" },
];

/** What is wrong with a text that `isDmarcRecord` refuses, as the end of a sentence. */
export function describeIgnored(text: string): string {
  return faults.find(({ matches }) => matches(text))?.says ?? "it does not begin with v=DMARC1;";
}
