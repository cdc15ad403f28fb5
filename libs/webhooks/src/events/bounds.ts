/** Maximum characters of a string in an event; longer ones are cut. */
export const TEXT_CHARS_MAX = 255;

/** Maximum sources in a `report.failure`: those with the most failing mail. */
export const SOURCES_MAX = 20;

/** Maximum characters of a result as the reporter wrote it; the standards' values have at most 9. */
export const RESULT_CHARS_MAX = 32;

/** Maximum differences in words in a `domain.dns_changed`. */
export const DIFFERENCES_MAX = 20;
