-- Links that show the figures of one domain or one client without a key, until they expire or are deleted. Only the SHA-256 of a
-- link's secret is stored. A link ends with the key that created it.
CREATE TABLE share_links (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  domain_id text REFERENCES domains ON DELETE CASCADE,
  client_reference text CHECK (length(client_reference) <= 100),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(domain_id, client_reference) = 1)
);
CREATE INDEX share_links_organization ON share_links (organization_id, created_at);
CREATE INDEX share_links_key ON share_links (key_id);
CREATE INDEX share_links_domain ON share_links (domain_id);
CREATE INDEX share_links_expired ON share_links (expires_at);

-- Null: the session of the key itself.
ALTER TABLE sessions ADD COLUMN share_id text REFERENCES share_links ON DELETE CASCADE;
CREATE INDEX sessions_share ON sessions (share_id);

-- Addresses of the page that people have named, of each key.
CREATE TABLE saved_views (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Path and query within the page.
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX saved_views_key ON saved_views (key_id, name);
