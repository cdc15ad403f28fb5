-- Names are lower-case A-labels, ids carry their prefix, times are UTC.

CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'plus', 'protect', 'enterprise')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  name text NOT NULL,
  -- SHA-256 of the secret, which has more entropy than the hash: no salt or stretching is needed.
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_organization ON api_keys (organization_id, created_at, id);

CREATE TABLE domains (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  name text NOT NULL CHECK (name = lower(name) AND length(name) BETWEEN 1 AND 253),
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'failed')),
  verification_token text NOT NULL,
  mailbox_token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  CHECK ((status = 'verified') <= (verified_at IS NOT NULL)),
  UNIQUE (organization_id, name)
);
-- Many organizations may claim a name, one may own it.
CREATE UNIQUE INDEX domains_verified_name ON domains (name) WHERE status = 'verified';
CREATE INDEX domains_pending_name ON domains (name) WHERE status = 'pending';

-- The tables below take every report: no foreign keys, because each row would lock its organization's row.

CREATE TABLE submissions (
  id text PRIMARY KEY,
  -- Null while nobody is known to own it.
  organization_id text,
  channel text NOT NULL,
  name text NOT NULL,
  received_at timestamptz NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 bytea NOT NULL
);

CREATE TABLE submission_bodies (
  submission_id text NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL CHECK (length(bytes) <= 1048576),
  -- A zstd frame (RFC 8878); false where that does not make it smaller.
  compressed boolean NOT NULL,
  PRIMARY KEY (submission_id, part)
);
-- What comes compressed must not be tried again.
ALTER TABLE submission_bodies ALTER bytes SET STORAGE EXTERNAL;

-- What became of each report found in a submission.
CREATE TABLE arrivals (
  submission_id text NOT NULL,
  entry integer NOT NULL,
  organization_id text,
  domain_id text,
  report_id text,
  outcome text NOT NULL CHECK (
    outcome IN ('stored', 'duplicate', 'conflict', 'held', 'refused', 'not-aggregate', 'dropped')
  ),
  reason text,
  detail text,
  path text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (submission_id, entry)
);
CREATE INDEX arrivals_organization ON arrivals (organization_id, created_at, submission_id, entry);

CREATE SEQUENCE ledger_attempts;

CREATE TABLE report_ledger (
  report_key bytea PRIMARY KEY CHECK (length(report_key) = 32),
  report_id text NOT NULL,
  organization_id text NOT NULL,
  domain_id text NOT NULL,
  content_hash bytea NOT NULL,
  day date NOT NULL,
  expected_records bigint NOT NULL,
  expected_messages bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'stored')),
  attempt bigint NOT NULL,
  submission_id text NOT NULL,
  entry integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  stored_at timestamptz,
  -- A report id derives from its key and belongs to one organization: this also finds one organization's report.
  UNIQUE (report_id)
) WITH (fillfactor = 80);
