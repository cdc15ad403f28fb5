/** What of a domain's mail is judged. */
export const judgedMail = {
  /** Failing messages in `failingDays` UTC days from which on a domain's mail is judged. */
  failuresMin: 3,
  /** UTC days whose failing mail is a reason. */
  failingDays: 7,
  /** UTC days whose mail says whose the senders are, and whether a domain is ready for a stricter policy. */
  readyDays: 30,
} as const;

/** SQL: what the mail of organization `$1`'s domains says. A policy that was published ends the advice to publish one. */
export const mailReasons = `
  SELECT v.domain_id, r.reason, r.summary, r.value, r.threshold, r.since
  FROM mail_verdicts v JOIN domains d ON d.id = v.domain_id
  CROSS JOIN LATERAL jsonb_to_recordset(v.reasons)
    AS r (reason text, summary text, value float8, threshold float8, since date)
  WHERE v.organization_id = $1 AND (r.reason NOT IN ('ready_for_enforcement', 'spoofed_mail_delivered')
    OR (d.status = 'verified' AND d.dmarc_policy = 'none'))`;
