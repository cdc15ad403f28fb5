-- Sealed values are AES-256-GCM (nonce, tag, ciphertext) under the key of the setting RUAFLOW_SECRETS_KEY.

-- One row: tells whether a process has the key that the others seal with.
CREATE TABLE secrets_key_check (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  sealed bytea NOT NULL
);

CREATE TABLE webhooks (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  active boolean NOT NULL,
  sealed_secret bytea,
  -- Signs beside the new one until then.
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Of the last successful delivery.
  last_triggered_at timestamptz,
  -- Exhausted deliveries in a row, and when the first of them failed.
  failure_count integer NOT NULL DEFAULT 0,
  first_failed_at timestamptz,
  disabled_reason text,
  CHECK ((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX webhooks_organization ON webhooks (organization_id, created_at, id);

CREATE TABLE idempotent_requests (
  organization_id text NOT NULL,
  -- Method and path pattern.
  route text NOT NULL,
  key text NOT NULL,
  -- Tells one try from a later one that took over after it had died.
  attempt text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while the request is in hand. Sealed, because an answer may show a new API key.
  request_hash bytea,
  sealed_answer bytea,
  PRIMARY KEY (organization_id, route, key),
  CHECK ((request_hash IS NULL) = (sealed_answer IS NULL))
);
CREATE INDEX idempotent_requests_started ON idempotent_requests (started_at);
