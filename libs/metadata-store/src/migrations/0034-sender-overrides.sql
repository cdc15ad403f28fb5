-- What an organization says about senders: that a service, an address range or a domain is its own, or is not.
CREATE TABLE sender_overrides (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('service', 'source_ip', 'domain')),
  -- A service's name as the map writes it; an address or a range in CIDR notation; a lower-case A-label.
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 253),
  ours boolean NOT NULL,
  note text CHECK (length(note) <= 1000),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Id of the API key.
  created_by text NOT NULL
);
CREATE UNIQUE INDEX sender_overrides_value ON sender_overrides (organization_id, kind, lower(value));
