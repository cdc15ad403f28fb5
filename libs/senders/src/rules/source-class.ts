/**
 * `compliant`: passes DMARC, or fails by no fault of its sender. `misconfigured`: the domain's own service, unaligned or unsigned. `forwarded`: own mail that another
 * server passed on. `unknown`: the reports do not show whether it is own mail. `spoofed`: mail of others with the domain in the From header.
 */
export const sourceClasses = ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] as const;

export type SourceClass = (typeof sourceClasses)[number];

/** Of two classes with as many messages, the earlier one: what can be repaired comes first. */
export const classPrecedence: readonly SourceClass[] = [
  "misconfigured",
  "forwarded",
  "spoofed",
  "unknown",
  "compliant",
];
