import { detachText, dropLocalPart, toExcerpt } from "./text.ts";

/** What deviates in an accepted report. Closed: what shows warnings to people has a sentence for each. */
export type WarningCode =
  /** Bytes that are not text in the document's encoding: read as windows-1252 in place of UTF-8, else as U+FFFD. */
  | "bad-bytes"
  /** Characters that XML forbids, as NUL, were read as U+FFFD. */
  | "bad-characters"
  /** The declared encoding is none of the Encoding standard; read as UTF-8. */
  | "encoding-unknown"
  /** The bytes show another encoding than the declared one; the bytes were believed. */
  | "encoding-mismatch"
  /** The mail around the document is in UTF-16, although a mail is ASCII (RFC 5322, section 2.1). */
  | "mail-in-utf-16"
  /** `feedback` is not the root but stands inside another element. */
  | "wrapped-root"
  /** Something follows the report; it was ignored. */
  | "trailing-content"
  /** Text between elements; it was ignored, unless it is the type of a reason. */
  | "stray-text"
  /** `<` that begins no element, or an element that never ends, was read as text. */
  | "unescaped-markup"
  /** `&` that begins no known entity was read as text. */
  | "bad-entity"
  /** A field without end tag, ended by the next element or by the end of its parent; a report that ends behind a record. */
  | "missing-end-tag"
  /** An element of no known schema; it was ignored. */
  | "unknown-element"
  /** An element under a wrong but unmistakable name. */
  | "misnamed-element"
  /** A field that is there more than once; the first was taken. */
  | "duplicate-element"
  | "missing-element"
  | "empty-element"
  /** A value outside the schema's list, kept as it is. */
  | "unknown-value"
  /** A value of the schema's list, or the name of an element, in other letter case. */
  | "letter-case"
  /** A value stored in another form than written, as a time in milliseconds. */
  | "value-rewritten"
  /** Longer than the limit for free text. */
  | "text-cut"
  /** More results in a record than the limit; the rest was left out. */
  | "results-cut"
  /** A record without usable address or count. */
  | "record-skipped"
  | "count-zero"
  | "no-records"
  /** Every record was skipped: the report counts no message. */
  | "no-usable-record"
  /** Only one end of the period is readable; it was used for both. */
  | "period-incomplete"
  | "period-reversed"
  /** Begin and end are equal. */
  | "period-empty"
  /** Longer than 25 hours. */
  | "period-long"
  /** Before 2012, when the first reports were sent, or after 2105. */
  | "period-implausible"
  /** The policy domain was taken from the `header_from` that all records share. */
  | "domain-inferred"
  /** More kinds of warnings than are kept; counts those that are not. */
  | "more-warnings";

/** One kind of deviation at one place of the schema. */
export interface ReportWarning {
  readonly code: WarningCode;
  /** Element names below `feedback`, as `record/row/count`; `""` for the document. */
  readonly path: string;
  /** An example from the report: untrusted text, at most 100 characters. Of addresses it has no local part, which names a person. */
  readonly detail?: string;
  readonly count: number;
}

interface MutableWarning {
  code: WarningCode;
  path: string;
  detail?: string;
  count: number;
}

const KINDS_MAX = 100;

/** Sums warnings up by code and path, so that a hostile report cannot make them grow. */
export class WarningList {
  readonly #byKind = new Map<string, MutableWarning>();
  #dropped = 0;

  /** The first `detail` of a kind is kept. */
  add(code: WarningCode, at: string, detail?: string): void {
    const path = toPath(at);
    const key = `${code} ${path}`;
    const known = this.#byKind.get(key);
    if (known !== undefined) {
      known.count += 1;
      if (detail && known.detail === undefined) known.detail = toDetail(detail);
    } else if (this.#byKind.size >= KINDS_MAX) {
      this.#dropped += 1;
    } else this.#byKind.set(detachText(key), toWarning(code, detachText(path), detail));
  }

  /** In order of first occurrence. */
  toArray(): ReportWarning[] {
    const warnings: ReportWarning[] = [...this.#byKind.values()];
    if (this.#dropped > 0) warnings.push({ code: "more-warnings", path: "", count: this.#dropped });
    return warnings;
  }
}

function toWarning(code: WarningCode, path: string, detail: string | undefined): MutableWarning {
  return detail ? { code, path, detail: toDetail(detail), count: 1 } : { code, path, count: 1 };
}

/** The local part goes first: a cut text may have lost its `@`. */
function toDetail(text: string): string {
  return toExcerpt(dropLocalPart(text));
}

/** An element can be an address in angle brackets: names have letters of all scripts, and so a wide `@`. */
function toPath(path: string): string {
  return /[\uff20\ufe6b]/.test(path) ? path.split("/").map(dropLocalPart).join("/") : path;
}
