-- Sums of each day of each domain, and under an empty domain id of each organization: questions about a period read a few
-- rows here. Written by the transaction that makes a report `stored`, so each report counts once.

CREATE TABLE report_days (
  organization_id text NOT NULL,
  domain_id text NOT NULL,
  day date NOT NULL,
  reports bigint NOT NULL,
  -- Not bigint: a sum of forged counts may exceed it, and a report must not be refused for that. Exact up to 2^53.
  messages double precision NOT NULL,
  passed double precision NOT NULL,
  spf_passed double precision NOT NULL,
  dkim_passed double precision NOT NULL,
  PRIMARY KEY (organization_id, domain_id, day)
) WITH (fillfactor = 80);

-- A row while the sums of what was stored before this migration are still to be read from ClickHouse.
CREATE TABLE report_days_due AS
  SELECT true AS due WHERE EXISTS (SELECT 1 FROM report_ledger WHERE state = 'stored');
