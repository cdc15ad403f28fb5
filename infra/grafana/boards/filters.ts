/** A variable of the board as an SQL text, or as several with commas between them. */
export const quoted = (variable: string) => `\${${variable}:singlequote}`;

/**
 * SQL condition: the row's day is in the chosen time range. Days that the range only touches count whole. In UTC, whatever the
 * time zone of Grafana's host, unlike the plugin's `$__dateFilter`.
 */
export const inPeriod = "day BETWEEN toDate($__fromTime, 'UTC') AND toDate($__toTime, 'UTC')";

/** SQL condition: the row belongs to a chosen organization. With "All" the plugin drops the list, which may be long or empty. */
export const ofOrganization = `$__conditionalAll(organization_id IN (${quoted("organization")}), $organization)`;

/** SQL condition: the row belongs to the chosen domain. */
export const ofDomain = `domain_id = ${quoted("domain")}`;

/** SQL: the report's only day as the time of a series. Its date range begins and ends on different days, so it would count twice. */
export const dayAsTime = "toDateTime(day, 'UTC') AS time";

/** SQL: share of the messages that passed, 0 to 100, of the views `daily`, `sources` and `reports`; 0 without messages. */
export const compliance = "100 * sum(passed) / greatest(sum(messages), 1)";

/** SQL: the same, of the view `records`. */
export const recordCompliance = "100 * sumIf(messages, dmarc_pass) / greatest(sum(messages), 1)";
