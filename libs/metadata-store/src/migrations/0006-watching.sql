-- What the watcher sees: the records that domains publish, whether their claims are still proven, and alerts.
-- These tables hang on the row of their domain: whoever writes locks it first, so nothing comes after a deletion.

-- The operator's word: DNS does not have to prove it.
ALTER TABLE domains ADD COLUMN vouched boolean NOT NULL DEFAULT false;
UPDATE domains SET vouched = true WHERE status = 'verified' AND NOT EXISTS (
  SELECT 1 FROM events
  WHERE events.organization_id = domains.organization_id AND domain_id = domains.id AND type = 'domain.verified'
);

CREATE TABLE domain_watches (
  domain_id text PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  organization_id text NOT NULL,
  -- Of the next look at DNS.
  due_at timestamptz NOT NULL,
  -- UTC day on which DNS last said whether the claim is proven, and on how many such days it has not been since it was.
  proof_checked_on date,
  unproven_days integer NOT NULL DEFAULT 0
);

-- What was seen first, and each change. The newest of a record is what is known to be published.
CREATE TABLE dns_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL REFERENCES domains ON DELETE CASCADE,
  record text NOT NULL CHECK (record IN ('dmarc', 'mta_sts', 'verification', 'report_authorization')),
  host text NOT NULL CHECK (length(host) <= 600),
  -- Null: there was none.
  old_value text CHECK (length(old_value) <= 2048),
  new_value text CHECK (length(new_value) <= 2048),
  -- In words; empty for what was seen first.
  differences text[] NOT NULL CHECK (cardinality(differences) <= 20),
  checked_at timestamptz NOT NULL
);
CREATE INDEX dns_history_record ON dns_history (domain_id, record, id);
CREATE INDEX dns_history_domain ON dns_history (domain_id, id);

CREATE TABLE alerts (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL REFERENCES domains ON DELETE CASCADE,
  rule text NOT NULL CHECK (rule IN ('pass_rate', 'new_source', 'failure_volume', 'missing_reports')),
  state text NOT NULL CHECK (state IN ('triggered', 'cleared')),
  source_ip text CHECK (length(source_ip) <= 45),
  -- As it was when the threshold was crossed.
  summary text NOT NULL CHECK (length(summary) <= 255),
  value double precision NOT NULL,
  threshold double precision NOT NULL,
  triggered_at timestamptz NOT NULL,
  cleared_at timestamptz,
  CHECK ((state = 'cleared') = (cleared_at IS NOT NULL))
);
-- One alert at a time is open about the same thing.
CREATE UNIQUE INDEX alerts_open ON alerts (domain_id, rule, coalesce(source_ip, '')) WHERE state = 'triggered';
CREATE INDEX alerts_organization ON alerts (organization_id, triggered_at, id);
CREATE INDEX alerts_domain ON alerts (domain_id, triggered_at, id);
CREATE INDEX alerts_cleared ON alerts (cleared_at) WHERE state = 'cleared';

-- When work that one process at a time does was done last.
CREATE TABLE watch_rounds (
  task text PRIMARY KEY,
  begun_at timestamptz NOT NULL
);
