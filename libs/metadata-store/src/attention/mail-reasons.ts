/** What of a domain's mail is judged. */
export const judgedMail = {
  /** Failing messages in `failingDays` UTC days from which on a domain's senders are judged, and are a reason. */
  failuresMin: 10,
  failingDays: 7,
  /** UTC days whose mail says whether a domain is ready for a stricter policy. */
  readyDays: 30,
} as const;

/** Percent of the mail that may be the owner's and passes, from which on a domain can be ready. */
const READY_MIN = 95;

/** SQL: what the mail of organization `$1`'s domains says. A policy that was published ends the advice to publish one. */
export const mailReasons = `
  SELECT domain_id, 'misconfigured_sender', misconfigured_summary, misconfigured_value, ${judgedMail.failuresMin}
  FROM mail_verdicts WHERE organization_id = $1 AND misconfigured_value IS NOT NULL
  UNION ALL
  SELECT v.domain_id, 'ready_for_enforcement', ready_summary, ready_value, ${READY_MIN}
  FROM mail_verdicts v JOIN domains d ON d.id = v.domain_id
  WHERE v.organization_id = $1 AND ready_value IS NOT NULL AND d.status = 'verified' AND d.dmarc_policy = 'none'`;
