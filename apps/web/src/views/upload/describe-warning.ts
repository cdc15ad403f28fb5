/** What is odd in a report, by the API's code. */
const WARNINGS: Readonly<Record<string, string>> = {
  "bad-bytes": "Bytes that are not text in the document's encoding",
  "bad-characters": "Characters that XML forbids, replaced",
  "encoding-unknown": "An encoding that does not exist; read as UTF-8",
  "encoding-mismatch": "Not in the declared encoding; read in the encoding of its bytes",
  "mail-in-utf-16": "The mail is in UTF-16, which the standard forbids; read",
  "wrapped-root": "The report is inside another element",
  "trailing-content": "Something after the report, ignored",
  "stray-text": "Text between elements, ignored",
  "unescaped-markup": "A < that begins no element, read as text",
  "bad-entity": "An & that begins no entity, read as text",
  "missing-end-tag": "An element that does not end",
  "unknown-element": "An element of no known format, ignored",
  "misnamed-element": "A misspelled element whose meaning is clear",
  "duplicate-element": "A field that occurs more than once; the first was used",
  "missing-element": "A field is missing",
  "empty-element": "A field is empty",
  "unknown-value": "A value that is not part of the format, stored unchanged",
  "letter-case": "Capital letters where there are none",
  "value-rewritten": "A value in another form, converted",
  "text-cut": "A text longer than allowed, cut",
  "results-cut": "More results than a record may have; the rest is left out",
  "record-skipped": "A record without usable address or count, left out",
  "count-zero": "A record of 0 messages",
  "no-records": "No records",
  "no-usable-record": "No usable record: it counts no message",
  "period-incomplete": "One end of the period is unreadable; the other was used for both",
  "period-reversed": "The period ends before it begins",
  "period-empty": "The period begins and ends at the same time",
  "period-long": "The period is longer than 25 hours",
  "period-implausible": "The period is before 2012 or after 2105",
  "domain-inferred": "No policy domain; taken from the From address of all records",
  "more-warnings": "More kinds of warnings than are listed",
};

/** The warning in words; the code itself where the page does not know it. */
export function describeWarning(code: string): string {
  return WARNINGS[code] ?? code;
}
