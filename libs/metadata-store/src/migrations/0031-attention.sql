-- Why a domain needs attention: one row for each reason while it lasts, and for some time afterwards.
CREATE TABLE attention (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL REFERENCES domains ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN (
    'failing_volume', 'pass_rate', 'new_senders', 'new_reporter', 'silence', 'dns_broken', 'dns_changed',
    'verification_lost', 'held_reports', 'policy_weaker'
  )),
  opened_at timestamptz NOT NULL,
  -- When it was opened, or became much worse after it had been acknowledged.
  new_at timestamptz NOT NULL,
  -- Null: it lasts.
  closed_at timestamptz,
  -- Its end was announced. Until then it may be reopened, so that a reason that comes and goes has two events.
  settled boolean NOT NULL DEFAULT false,
  summary text NOT NULL CHECK (length(summary) <= 255),
  value double precision NOT NULL,
  threshold double precision NOT NULL,
  weight double precision NOT NULL,
  acknowledged_at timestamptz,
  -- Id of the API key.
  acknowledged_by text,
  acknowledged_value double precision,
  note text CHECK (length(note) <= 1000),
  CHECK (NOT settled OR closed_at IS NOT NULL),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_value IS NULL))
);
CREATE UNIQUE INDEX attention_unsettled ON attention (domain_id, reason) WHERE NOT settled;
CREATE INDEX attention_organization ON attention (organization_id) WHERE NOT settled;
CREATE INDEX attention_settled ON attention (closed_at) WHERE settled;
CREATE INDEX attention_domain ON attention (domain_id);

-- The values of an open alert when its rule was evaluated last; null: those of its start.
ALTER TABLE alerts
  ADD COLUMN current_summary text CHECK (length(current_summary) <= 255),
  ADD COLUMN current_value double precision,
  ADD COLUMN current_threshold double precision;
CREATE INDEX alerts_triggered ON alerts (organization_id) WHERE state = 'triggered';

-- Changes, without what was seen first.
CREATE INDEX dns_history_changes ON dns_history (organization_id, checked_at) WHERE cardinality(differences) > 0;
