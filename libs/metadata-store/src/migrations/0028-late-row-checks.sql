-- Reports that a second attempt has taken over: an insert of the first one may still arrive, even after the report is stored.
CREATE TABLE late_row_checks (
  report_id text PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL,
  day date NOT NULL,
  checks integer NOT NULL DEFAULT 0,
  next_check_at timestamptz NOT NULL
);
CREATE INDEX late_row_checks_due ON late_row_checks (next_check_at);
