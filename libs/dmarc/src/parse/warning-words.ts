import type { WarningCode } from "./warnings.ts";

const words: Readonly<Record<WarningCode, string>> = {
  "bad-bytes": "Some characters are not valid in the report's encoding. They were read as closely as possible.",
  "bad-characters": "Characters that XML does not allow, such as NUL, were replaced.",
  "encoding-unknown": "The report names an encoding that does not exist. It was read as UTF-8.",
  "encoding-mismatch": "The report is not in the encoding that it names. It was read in the encoding of its bytes.",
  "mail-in-utf-16": "The mail around the report is in UTF-16, which mail does not allow. It was read.",
  "wrapped-root": "The report is inside another document. Only the report was read.",
  "trailing-content": "Text after the end of the report was ignored.",
  "stray-text": "Text outside of any field was ignored.",
  "unescaped-markup": "A “<” that should be written as &lt; was read as text.",
  "bad-entity": "An “&” that should be written as &amp; was read as text.",
  "missing-end-tag": "The end of a field, or of the report, is missing. It was read up to what follows.",
  "unknown-element": "A field that is not part of the format was ignored.",
  "misnamed-element": "A field has a wrong name, but its meaning is clear. It was read.",
  "duplicate-element": "A field occurs more than once. The first was used.",
  "missing-element": "A field is missing.",
  "empty-element": "A field is empty.",
  "unknown-value": "A value is not part of the format. It was stored unchanged.",
  "letter-case": "A name or value is not in the usual upper and lower case. It was read.",
  "value-rewritten": "A value was converted to the usual form.",
  "text-cut": "A text was too long and was cut.",
  "results-cut": "A record has too many results. Some were left out.",
  "record-skipped": "A record without a usable address or count was left out.",
  "count-zero": "A record counts 0 messages.",
  "no-records": "The report has no records. It counts no messages.",
  "no-usable-record": "No record has a usable address and count. The report counts no messages.",
  "period-incomplete": "Only one end of the period is readable. It was used for both.",
  "period-reversed": "The period ends before it begins.",
  "period-empty": "The period begins and ends at the same moment.",
  "period-long": "The period is longer than 25 hours.",
  "period-implausible": "The period is before 2012 or after 2105.",
  "domain-inferred": "The report does not name its domain. The domain that all its records share was used.",
  "more-warnings": "There are more kinds of warnings than can be listed.",
};

const byCode: Readonly<Record<string, string>> = words;

/** A warning in sentences for people; a code that a later release stored, as it is. */
export function describeWarning(code: string): string {
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? code) : code;
}
