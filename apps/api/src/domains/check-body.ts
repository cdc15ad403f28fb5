import type { RecordComparison } from "@ruaflow/dns/claims";

const FOUND_MAX = 10;
const FOUND_CHARS_MAX = 1024;

/** A record beside what is published; what strangers publish is bounded, and in an order that stays the same. */
export function toCheckBody({ name, state, expected, found, detail }: RecordComparison) {
  const shown = found.map((text) => text.slice(0, FOUND_CHARS_MAX).toWellFormed());
  return { name, state, expected, found: shown.sort().slice(0, FOUND_MAX), detail };
}
