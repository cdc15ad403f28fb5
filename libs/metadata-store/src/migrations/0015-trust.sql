-- Reports whose sender is not proven are stored and shown, and counted only where the organization says so.

ALTER TABLE organizations ADD count_unauthenticated boolean NOT NULL DEFAULT false;

-- The sums of reports whose sender is not proven stand in rows of their own.
ALTER TABLE report_days ADD authentic boolean NOT NULL DEFAULT true;
ALTER TABLE report_days DROP CONSTRAINT report_days_pkey,
  ADD CONSTRAINT report_days_pkey PRIMARY KEY (organization_id, domain_id, day, authentic);

-- What was stored before came by upload or by import: import says less.
ALTER TABLE stored_reports ADD trust text COLLATE "C" NOT NULL DEFAULT 'import',
  ADD trust_reason text COLLATE "C";
CREATE INDEX stored_reports_unauthenticated ON stored_reports (organization_id, day, sequence) WHERE trust = 'none';

-- Set for reports whose sender is not proven: the key that they would have otherwise.
ALTER TABLE report_ledger ADD authentic_key bytea CHECK (length(authentic_key) = 32);
CREATE INDEX report_ledger_authentic_key ON report_ledger (authentic_key) WHERE authentic_key IS NOT NULL;

-- Reports that gave way to the authentic report of the same identity: their rows are still in ClickHouse.
CREATE TABLE displaced_reports (
  report_id text PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL,
  day date NOT NULL,
  displaced_at timestamptz NOT NULL DEFAULT now(),
  next_deletion_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX displaced_reports_due ON displaced_reports (next_deletion_at);

-- What was proven of the sender when a mail was received, where its reports may be read again later.
ALTER TABLE submissions ADD mail_proof jsonb;
