/** The sums of `records`, written as the projection `by_day` holds them: another spelling would read every record. */
export const messageSums = `sum(count) AS messages, sumIf(count, dmarc_pass) AS passed,
  sumIf(count, spf_alignment = 'pass') AS spfPassed, sumIf(count, dkim_alignment = 'pass') AS dkimPassed`;
