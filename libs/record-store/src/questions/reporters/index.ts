export { type DayCompleteness, EXPECTED_RULE } from "./read-completeness.ts";
export type { PolicySpan, StatedPolicy } from "./read-policy-spans.ts";
export type { Reporter } from "./read-reporters.ts";
