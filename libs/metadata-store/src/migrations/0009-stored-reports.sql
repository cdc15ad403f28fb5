-- What a list says of each report that is `stored`. Written by the transaction that makes it so, together with the sums of
-- its day: the totals and the rows of an answer come from one snapshot of this database.

-- The last number given to a report of an organization. The row is locked from the number to the commit, so reports become
-- visible in the order of their numbers: who has seen one has seen, or could have seen, all smaller ones.
CREATE TABLE report_sequences (
  organization_id text PRIMARY KEY,
  last_sequence bigint NOT NULL
) WITH (fillfactor = 20);

CREATE TABLE stored_reports (
  organization_id text NOT NULL,
  sequence bigint NOT NULL,
  report_id text NOT NULL,
  domain_id text NOT NULL,
  day date NOT NULL,
  -- Characters that PostgreSQL cannot hold are replaced.
  reporter text COLLATE "C" NOT NULL,
  period_begin timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- Not bigint: a forged count may exceed it. Exact up to 2^53.
  messages double precision NOT NULL,
  passed double precision NOT NULL,
  spf_passed double precision NOT NULL,
  dkim_passed double precision NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);
CREATE INDEX stored_reports_day ON stored_reports (organization_id, day, sequence);
CREATE INDEX stored_reports_domain ON stored_reports (organization_id, domain_id, day, sequence);
CREATE INDEX stored_reports_received ON stored_reports (organization_id, received_at, sequence);
-- Cut, for the entry of an index has a greatest length.
CREATE INDEX stored_reports_reporter ON stored_reports (organization_id, left(reporter, 255), day, sequence);

-- Domains whose reports were stored before there was this table: they are read from ClickHouse.
CREATE TABLE stored_reports_due AS
  SELECT DISTINCT organization_id, domain_id FROM report_ledger WHERE state = 'stored';
ALTER TABLE stored_reports_due ADD PRIMARY KEY (organization_id, domain_id);
