-- What the last DNS check of a domain found, record by record: answers read it here and do not wait for DNS.
CREATE TABLE domain_dns (
  domain_id text NOT NULL REFERENCES domains ON DELETE CASCADE,
  organization_id text NOT NULL,
  record text NOT NULL CHECK (record IN ('dmarc', 'mta_sts', 'verification', 'report_authorization')),
  host text NOT NULL CHECK (length(host) <= 600),
  -- unknown: DNS did not answer.
  state text NOT NULL CHECK (state IN ('ok', 'missing', 'different', 'unknown')),
  found text[] NOT NULL CHECK (cardinality(found) <= 10),
  detail text NOT NULL,
  checked_at timestamptz NOT NULL,
  -- The record when DNS last answered, as the history compares it. Null host: not yet, or the record is not watched.
  known_host text CHECK (length(known_host) <= 600),
  -- Null: there was none.
  known_value text CHECK (length(known_value) <= 2048),
  PRIMARY KEY (domain_id, record)
) WITH (fillfactor = 70);
CREATE INDEX domain_dns_organization ON domain_dns (organization_id, record, state);

-- Since when a domain waits for its verification: the longer, the less often it is checked. Null: it is verified.
ALTER TABLE domain_watches ADD waiting_since timestamptz;

-- What a list of domains is sorted and filtered by: the newest report, and the sums of the 30 days up to `sums_until` and of the
-- 30 before, of reports that count and of those whose sender is not proven. The writers of report_days keep it. A row with an earlier
-- day does not count: readers sum report_days instead, and the keeper brings it up to date. So does a domain without a row.
CREATE TABLE domain_reports (
  domain_id text PRIMARY KEY,
  organization_id text NOT NULL,
  last_report_at timestamptz,
  sums_until date NOT NULL,
  messages double precision NOT NULL,
  passed double precision NOT NULL,
  messages_before double precision NOT NULL,
  passed_before double precision NOT NULL,
  unproven_messages double precision NOT NULL,
  unproven_passed double precision NOT NULL,
  unproven_messages_before double precision NOT NULL,
  unproven_passed_before double precision NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX domain_reports_organization ON domain_reports (organization_id);
