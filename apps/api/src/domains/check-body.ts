import type { RecordComparison } from "@ruaflow/dns/claims";

const FOUND_MAX = 10;
const FOUND_CHARS_MAX = 1024;

/**
 * The expected record and what is published. Published texts are untrusted: they are bounded, and sorted so that the
 * order is stable.
 */
export function toCheckBody({ name, state, expected, found, detail }: RecordComparison) {
  const shown = found.map((text) => text.slice(0, FOUND_CHARS_MAX).toWellFormed());
  return { name, state, expected, found: shown.sort().slice(0, FOUND_MAX), detail };
}
