-- Domains with settings, claims that are proven in DNS, reports that are released, and deletion without a trace.

ALTER TABLE domains DROP CONSTRAINT domains_status_check;
ALTER TABLE domains ADD CHECK (status IN ('pending', 'verified', 'failed', 'deleting'));
ALTER TABLE domains
  ADD COLUMN alert_rules jsonb NOT NULL DEFAULT '{
    "pass_rate": {"enabled": true, "below": 90, "window_days": 7, "messages_min": 100},
    "new_source": {"enabled": true, "failures_min": 50},
    "failure_volume": {"enabled": true, "times": 3, "failures_min": 100},
    "missing_reports": {"enabled": true, "days": 3}
  }',
  ADD COLUMN dns_watch boolean NOT NULL DEFAULT true,
  ADD COLUMN labels text[] NOT NULL DEFAULT '{}' CHECK (cardinality(labels) <= 20),
  ADD COLUMN client_reference text CHECK (length(client_reference) BETWEEN 1 AND 100),
  -- Null: kept for ever.
  ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 36500),
  -- What the domain's DMARC record said when it was looked at last; null: there was none, or nobody has looked.
  ADD COLUMN dmarc_policy text CHECK (dmarc_policy IN ('none', 'quarantine', 'reject')),
  ADD COLUMN dmarc_checked_at timestamptz,
  -- Reports that waited for verification are on their way.
  ADD COLUMN releasing boolean NOT NULL DEFAULT false;
CREATE INDEX domains_releasing ON domains (id) WHERE releasing;
CREATE INDEX domains_deleting ON domains (id) WHERE status = 'deleting';
-- A first try that failed, mostly because DNS was not there yet, waits as a pending claim does.
DROP INDEX domains_pending_name;
CREATE INDEX domains_waiting_name ON domains (name)
  WHERE status = 'pending' OR (status = 'failed' AND verified_at IS NULL);

-- Ids of domains whose data were deleted: what a writer still had in hand is looked for again, less and less often.
CREATE TABLE deleted_domains (
  domain_id text PRIMARY KEY,
  organization_id text NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  -- Null: nobody needs to look any more.
  next_check_at timestamptz
);
CREATE INDEX deleted_domains_due ON deleted_domains (next_check_at) WHERE next_check_at IS NOT NULL;

-- What deletion looks for. Equal values stand together in an index, so each row costs it a few bytes.
CREATE INDEX report_ledger_domain ON report_ledger (domain_id);
CREATE INDEX arrivals_domain ON arrivals (domain_id) WHERE domain_id IS NOT NULL;

-- When a report that waited was last handed to ingest.
ALTER TABLE arrivals ADD COLUMN released_at timestamptz;
CREATE INDEX arrivals_held ON arrivals (domain_id, created_at) WHERE outcome = 'held';

-- The body holds reports of a deleted domain, and others that wait: it goes when they no longer do.
ALTER TABLE submissions ADD COLUMN erase_body boolean NOT NULL DEFAULT false;
CREATE INDEX submissions_erasing ON submissions (id) WHERE erase_body;
