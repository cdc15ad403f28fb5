-- What happened, written by the transaction that made it so. The body is what webhooks receive, byte for byte.
CREATE TABLE events (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL CHECK (length(body) <= 20000),
  created_at timestamptz NOT NULL,
  -- Order of the outbox.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  -- When it was appended to the log; null: not yet.
  relayed_at timestamptz
);
CREATE INDEX events_outbox ON events (sequence) WHERE relayed_at IS NULL;
CREATE INDEX events_domain ON events (organization_id, domain_id);
-- What a webhook missed, since when.
CREATE INDEX events_organization ON events (organization_id, created_at);
-- What is old, and what a listener has not seen.
CREATE INDEX events_relayed ON events (relayed_at) WHERE relayed_at IS NOT NULL;

-- Somebody who watches events without a webhook, for as long as he says that he is there.
CREATE TABLE event_listeners (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  expires_at timestamptz NOT NULL
);
CREATE INDEX event_listeners_organization ON event_listeners (organization_id);

-- Numbers of claims: a result counts only for the claim that it belongs to.
CREATE SEQUENCE delivery_leases;

CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  organization_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivering', 'delivered', 'exhausted', 'held')),
  is_test boolean NOT NULL DEFAULT false,
  -- All attempts, and those since it was queued last: a redelivery begins a new series.
  attempts integer NOT NULL DEFAULT 0,
  series_attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  lease bigint,
  lease_until timestamptz,
  held_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  UNIQUE (event_id, webhook_id),
  CHECK ((status = 'pending') <= (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'delivering') = (lease IS NOT NULL AND lease_until IS NOT NULL)),
  CHECK ((status = 'held') = (held_at IS NOT NULL)),
  CHECK ((status IN ('delivered', 'exhausted')) = (finished_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_delivering ON webhook_deliveries (webhook_id) WHERE status = 'delivering';
CREATE INDEX webhook_deliveries_held ON webhook_deliveries (webhook_id) WHERE status = 'held';
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, created_at, id);

CREATE TABLE webhook_attempts (
  delivery_id text NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  latency_ms integer NOT NULL,
  status integer,
  error text,
  detail text NOT NULL,
  answer bytea NOT NULL CHECK (length(answer) <= 4096),
  PRIMARY KEY (delivery_id, number)
);

-- Whether the last attempt took long: then the endpoint gets one request at a time.
ALTER TABLE webhooks ADD COLUMN slow boolean NOT NULL DEFAULT false;

-- Events that found its queue full: how many, and when the first of them happened; null: none.
ALTER TABLE webhooks
  ADD COLUMN missed_since timestamptz,
  ADD COLUMN missed_events integer NOT NULL DEFAULT 0;
