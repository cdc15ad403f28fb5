-- What tells a ledger that was restored from a backup from one that was not; a single row.
CREATE TABLE ledger_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Not a sequence: a backup must have exactly the attempts whose reports it has, and a sequence runs ahead of its backup.
  last_attempt bigint NOT NULL,
  -- Rows of attempts up to this one may belong to reports that the ledger lost when it was last set back.
  set_back_attempt bigint NOT NULL DEFAULT 0,
  set_back_at timestamptz,
  -- True while ClickHouse may have rows of reports that are not in the ledger.
  reads_back boolean NOT NULL DEFAULT false
);
-- Removing duplicates has used one number beyond the sequence.
INSERT INTO ledger_state (last_attempt) SELECT last_value + 1 FROM ledger_attempts;
DROP SEQUENCE ledger_attempts;

-- Inserted while `reads_back` was set: an earlier report with this key may have left rows.
ALTER TABLE report_ledger ADD COLUMN forgotten boolean NOT NULL DEFAULT false;
