-- The hash of a report's rows in ClickHouse when they were last found right; null: not yet. Hashes of other forms cannot be
-- compared.
ALTER TABLE report_ledger ADD COLUMN rows_hash bigint, ADD COLUMN rows_hash_form smallint;

-- What the last comparison of all reports with their rows has found; a single row.
CREATE TABLE reconciliation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  begun_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  reports bigint NOT NULL,
  missing bigint NOT NULL,
  altered bigint NOT NULL,
  doubled bigint NOT NULL,
  unknown bigint NOT NULL
);
