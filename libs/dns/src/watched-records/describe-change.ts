import { readTags } from "../records/dmarc-record.ts";
import type { WatchedRecord } from "../records/seen-record.ts";

/** Maximum differences in a description; the last one then gives the number of the others. */
const DIFFERENCES_MAX = 20;
/** Maximum characters of a value in a difference. */
const VALUE_CHARS_MAX = 110;

/**
 * Describes the differences between two values of a record in words: `p: none → reject`, `rua removed`, `record added`.
 * Empty for equal values, otherwise 1 to 20 differences.
 *
 * @param from the previous value, from `toRecordValue`
 */
export function describeChange(record: WatchedRecord, from: string | null, to: string | null): string[] {
  if (from === to) return [];
  if (from === null) return ["record added"];
  if (to === null) return ["record removed"];
  const all = record === "verification" ? compareTexts(from, to) : compareTagLists(from, to);
  const differences = all.length > 0 ? all : ["written differently, with the same meaning"];
  if (differences.length <= DIFFERENCES_MAX) return differences;
  return [...differences.slice(0, DIFFERENCES_MAX - 1), `${differences.length - DIFFERENCES_MAX + 1} more`];
}

/** Receivers ignore several records at one name, so tags are compared only when there is one record. */
function compareTagLists(from: string, to: string): string[] {
  const [before, after] = [from.split("\n"), to.split("\n")];
  if (before.length > 1 || after.length > 1) {
    return before.length === after.length
      ? compareTexts(from, to)
      : [`records at this name: ${before.length} → ${after.length}`, ...compareTexts(from, to)];
  }
  const [old, current] = [readTags(from), readTags(to)];
  const removed = [...old.keys()].filter((tag) => !current.has(tag)).map((tag) => `${cut(tag)} removed`);
  const rest = [...current].flatMap(([tag, value]) => {
    const known = old.get(tag);
    if (known === undefined) return [`${cut(tag)} added: ${cut(value)}`];
    return known === value ? [] : [`${cut(tag)}: ${describeValues(known, value)}`];
  });
  return [...rest, ...removed];
}

/** Long values with the same beginning are shown from where they begin to differ. */
function describeValues(from: string, to: string): string {
  if (from.length <= VALUE_CHARS_MAX && to.length <= VALUE_CHARS_MAX) return `${from} → ${to}`;
  let same = 0;
  while (from[same] === to[same]) same += 1;
  const start = Math.max(0, same - 10);
  const show = (value: string) => (start > 0 ? `…${cut(value.slice(start))}` : cut(value));
  return `${show(from)} → ${show(to)}`;
}

function compareTexts(from: string, to: string): string[] {
  const [before, after] = [from.split("\n"), to.split("\n")];
  const added = after.filter((text) => !before.includes(text)).map((text) => `text added: ${cut(text)}`);
  const removed = before.filter((text) => !after.includes(text)).map((text) => `text removed: ${cut(text)}`);
  return [...added, ...removed];
}

function cut(text: string): string {
  return text.length <= VALUE_CHARS_MAX ? text : `${text.slice(0, VALUE_CHARS_MAX).toWellFormed()}…`;
}
