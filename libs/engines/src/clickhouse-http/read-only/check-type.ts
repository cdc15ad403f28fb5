import { deny } from "./deny.ts";

/** Everything that the name of a type consists of: no comments, and no escapes outside of texts. */
const TOKENS =
  /(?<space>\s+)|(?<word>[A-Za-z_]\w*)|(?<name>`[^`\\]*`|"[^"\\]*")|'(?<text>(?:[^'\\]|\\.)*)'|-?\d+(?:\.\d+)?|(?<sign>[(),.=])|(?<other>.)/gsu;

/** Types with texts that are not time zones: names of values, patterns of paths, and `Object('json')`. */
const WITH_OTHER_TEXTS = new Set(["enum", "enum8", "enum16", "json", "object"]);

/**
 * Refuses a type with a time zone that is not on the list, which the engine would open as a file, and states of aggregate functions,
 * which are memory that only the engine itself may write.
 *
 * @throws ClickHouseRefusal ACCESS_DENIED (497)
 */
export function checkType(type: string, zones: ReadonlySet<string>): void {
  denyStates(type);
  /** The word before each open parenthesis. */
  const open: string[] = [];
  let word = "";
  for (const { groups: { space, word: next = "", text, sign, other } = {} } of type.matchAll(TOKENS)) {
    if (space !== undefined) continue;
    if (other !== undefined) deny(`the type ${type}`);
    if (text !== undefined && !WITH_OTHER_TEXTS.has(open.at(-1) ?? "")) checkZone(text, zones);
    if (sign === "(") open.push(word);
    if (sign === ")") open.pop();
    word = next.toLowerCase();
  }
}

/** @throws ClickHouseRefusal ACCESS_DENIED (497) for a time zone that the engine would look for in files */
export function checkZone(zone: string, zones: ReadonlySet<string>): void {
  if (!zones.has(zone)) deny(`the time zone ${zone}`, "system.time_zones lists those that exist");
}

/** States of aggregate functions are memory, which only the engine itself may write. */
export function denyStates(text: string): void {
  if (/aggregatefunction/i.test(text)) deny("the type AggregateFunction");
}
