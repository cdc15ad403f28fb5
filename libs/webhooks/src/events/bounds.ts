/** Characters of a string in an event; what is longer is cut. */
export const textCharsMax = 255;

/** Sources in a `report.failure`: those with most failing mail. */
export const sourcesMax = 20;

/** Characters of a result as the reporter wrote it: what the standards define is at most 9. */
export const resultCharsMax = 32;

/** Differences in words in a `domain.dns_changed`. */
export const differencesMax = 20;
