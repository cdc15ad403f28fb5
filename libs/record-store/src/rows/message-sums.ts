/**
 * The sums of `records`, spelled as in the projection `day_sums`: with any other spelling ClickHouse reads every record.
 */
export const messageSums = `sum(count) AS messages, sumIf(count, dmarc_pass) AS passed,
  sumIf(count, spf_alignment = 'pass') AS spfPassed, sumIf(count, dkim_alignment = 'pass') AS dkimPassed`;
