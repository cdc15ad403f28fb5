-- What the mail of a domain said when it was judged last: a list of reasons instead of two columns for each, and the good news.
-- Every domain is judged once more.
DELETE FROM mail_verdicts;
ALTER TABLE mail_verdicts
  DROP COLUMN misconfigured_value,
  DROP COLUMN misconfigured_summary,
  DROP COLUMN ready_value,
  DROP COLUMN ready_summary,
  -- Objects with reason, value, threshold, summary and since.
  ADD COLUMN reasons jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(reasons) = 'array'),
  -- Forged messages that receivers refused in the same days as the reasons.
  ADD COLUMN forged_refused double precision NOT NULL DEFAULT 0,
  -- The sums of days that it was judged by; a domain with much more mail is due earlier.
  ADD COLUMN judged_messages double precision NOT NULL DEFAULT 0,
  ADD COLUMN judged_failed double precision NOT NULL DEFAULT 0;

-- The first UTC day of the problem in the reports; null: it began when it was found.
ALTER TABLE attention ADD COLUMN since date;
ALTER TABLE attention DROP CONSTRAINT attention_reason_check, ADD CONSTRAINT attention_reason_check CHECK (reason IN (
  'failing_volume', 'pass_rate', 'new_senders', 'new_reporter', 'silence', 'dns_broken', 'dns_changed',
  'verification_lost', 'held_reports', 'policy_weaker', 'misconfigured_sender', 'ready_for_enforcement',
  'own_mail_lost', 'unknown_sender', 'spoofed_mail_delivered'
));

ALTER TABLE alerts
  ADD COLUMN since date,
  -- Of most of the failing mail that the alert is about; null: the rule is not about mail that fails.
  ADD COLUMN class text CHECK (length(class) <= 50),
  ADD COLUMN cause text CHECK (length(cause) <= 100);
