-- Attempts of which a report may still be pending, with the reports that they claimed: rows in ClickHouse of such an attempt
-- are not all visible. T1 adds a row; publishing the visibility removes the rows of attempts whose reports are all stored.
CREATE TABLE open_attempts (
  attempt bigint PRIMARY KEY,
  report_ids text[] NOT NULL
);
-- Attempt 0: what is pending now. Which attempts wrote rows of these reports is not known.
INSERT INTO open_attempts SELECT 0, array_agg(report_id) FROM report_ledger WHERE state = 'pending' HAVING count(*) > 0;

-- The version of the visibility that was last read for ClickHouse; a single row, whose lock keeps the versions in the order of
-- their snapshots.
CREATE TABLE row_visibility (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO row_visibility DEFAULT VALUES;
