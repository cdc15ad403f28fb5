-- Bytes of submissions may lie outside PostgreSQL, in a folder or a bucket. A row is written before its object, and deleted
-- after it: an object that this table does not know cannot exist.
CREATE TABLE body_objects (
  submission_id text PRIMARY KEY,
  -- URL of the store, as it was set when the body was written.
  store text NOT NULL,
  object_key text NOT NULL,
  -- No longer readable; the object is deleted from its store next, then this row.
  erasing boolean NOT NULL DEFAULT false
);
CREATE INDEX body_objects_erasing ON body_objects (store, submission_id) WHERE erasing;

-- Null: the setting of the service.
ALTER TABLE domains ADD COLUMN raw_retention_days integer CHECK (raw_retention_days BETWEEN 1 AND 36500);

-- While its data is looked for: entries that were refused state a name and have no domain_id. Null afterwards.
ALTER TABLE deleted_domains ADD COLUMN name text;
CREATE INDEX deleted_domains_name ON deleted_domains (name) WHERE name IS NOT NULL;
-- Reversed, so that a name and all names below it are neighbours.
CREATE INDEX arrivals_stated_domain ON arrivals (organization_id, reverse(domain) COLLATE "C")
  WHERE domain_id IS NULL AND domain IS NOT NULL;
