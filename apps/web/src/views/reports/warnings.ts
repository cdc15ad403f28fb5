/** What the service noticed while it read the report, a sentence for each code of the API. */
const WARNINGS: Readonly<Record<string, string>> = {
  "bad-bytes": "Bytes are not text in the encoding of the document.",
  "bad-characters": "Characters that XML forbids were replaced.",
  "encoding-unknown": "The declared encoding does not exist; the document was read as UTF-8.",
  "encoding-mismatch": "The document does not use the declared encoding.",
  "mail-in-utf-16": "The mail around the report is in UTF-16, which the standard forbids; it was read.",
  "wrapped-root": "The report is inside another element.",
  "trailing-content": "Something follows the report; it was ignored.",
  "stray-text": "There is text between elements; it was ignored.",
  "unescaped-markup": "A < that begins no element was read as text.",
  "bad-entity": "An & that begins no entity was read as text.",
  "missing-end-tag": "An end tag is missing.",
  "unknown-element": "An element is not part of the format; it was ignored.",
  "misnamed-element": "An element has a wrong name, but its meaning is clear.",
  "duplicate-element": "A field occurs more than once; the first was used.",
  "missing-element": "An element is missing.",
  "empty-element": "An element is empty.",
  "unknown-value": "A value is not part of the format; it was stored unchanged.",
  "letter-case": "A value or name is in other letter case.",
  "value-rewritten": "A value was converted to another form.",
  "text-cut": "A text was too long, and was cut.",
  "results-cut": "A record has too many results; some were left out.",
  "record-skipped": "A record without a usable address or count was left out.",
  "count-zero": "A record counts no message.",
  "no-records": "The report has no record.",
  "no-usable-record": "No record has a usable address and count; the report counts no message.",
  "period-incomplete": "Only one end of the period is readable; it was used for both.",
  "period-reversed": "The period ends before it begins.",
  "period-empty": "The period begins and ends at the same moment.",
  "period-long": "The period is longer than 25 hours.",
  "period-implausible": "The period is before 2012 or after 2105.",
  "domain-inferred": "The report does not name its domain; the domain of all its records was used.",
  "more-warnings": "There are further kinds of warnings.",
};

/** A warning as a sentence; a code that is new to the page as it is. */
export function describeWarning(code: string): string {
  return WARNINGS[code] ?? code;
}
