-- Browsers that are signed in with a key. Of a session's secret only its SHA-256 is kept.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Moved forward by use.
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_key ON sessions (key_id, created_at);
CREATE INDEX sessions_expired ON sessions (expires_at);

-- Links that sign a browser in once.
CREATE TABLE sign_in_links (
  token_hash bytea PRIMARY KEY,
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_key ON sign_in_links (key_id);
