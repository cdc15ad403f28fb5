/** Characters of a string in an event; what is longer is cut. */
export const TEXT_CHARS_MAX = 255;

/** Sources in a `report.failure`: those with most failing mail. */
export const SOURCES_MAX = 20;

/** Characters of a result as the reporter wrote it: what the standards define is at most 9. */
export const RESULT_CHARS_MAX = 32;

/** Differences in words in a `domain.dns_changed`. */
export const DIFFERENCES_MAX = 20;
