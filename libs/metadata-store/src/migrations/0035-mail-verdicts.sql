-- What the mail of a domain said when it was judged last, as reasons for attention. Null: no reason.
CREATE TABLE mail_verdicts (
  domain_id text PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  organization_id text NOT NULL,
  judged_at timestamptz NOT NULL,
  -- Messages that failed DMARC though they come from the owner's own senders.
  misconfigured_value double precision,
  misconfigured_summary text CHECK (length(misconfigured_summary) <= 255),
  -- Percent of the mail that may be the owner's and would pass under p=reject.
  ready_value double precision,
  ready_summary text CHECK (length(ready_summary) <= 255),
  CHECK ((misconfigured_value IS NULL) = (misconfigured_summary IS NULL)),
  CHECK ((ready_value IS NULL) = (ready_summary IS NULL))
);
CREATE INDEX mail_verdicts_organization ON mail_verdicts (organization_id);

ALTER TABLE attention DROP CONSTRAINT attention_reason_check, ADD CONSTRAINT attention_reason_check CHECK (reason IN (
  'failing_volume', 'pass_rate', 'new_senders', 'new_reporter', 'silence', 'dns_broken', 'dns_changed',
  'verification_lost', 'held_reports', 'policy_weaker', 'misconfigured_sender', 'ready_for_enforcement'
));
