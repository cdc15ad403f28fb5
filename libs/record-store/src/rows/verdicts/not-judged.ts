/**
 * What a source without a verdict is, everywhere: filters, groups, rows and views find it alike. It is judged within a minute of its first
 * report, and never for a single answer, which would see other mail than the next one.
 */
export const NOT_JUDGED = { class: "unknown", cause: "not_judged_yet" } as const;
