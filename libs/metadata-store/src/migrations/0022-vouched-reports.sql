-- Reports of one identity that different domains vouch for are different reports, each with a key of its own.

-- Set for reports that a domain vouches for: the key that they have without one.
ALTER TABLE report_ledger ADD base_key bytea CHECK (length(base_key) = 32);
-- The organizational domain that is proven for the report's mail. Null for uploads and imports, where nothing is proven, and for
-- what was stored before.
ALTER TABLE report_ledger ADD vouched_by text COLLATE "C";
-- Only of reports whose sender is not proven: the domains of whom they claim to be from. Null for what was stored before.
ALTER TABLE report_ledger ADD claimed_by text[] COLLATE "C";
-- A copy with the same content came otherwise, and is this report: of a report without a domain, the domain that vouches for the
-- copy; of one with a domain, empty.
ALTER TABLE report_ledger ADD matched_by text COLLATE "C";

-- All reports of one identity. What was stored before needs no base key.
CREATE INDEX report_ledger_identity ON report_ledger ((coalesce(base_key, authentic_key, report_key)));
DROP INDEX report_ledger_authentic_key;

ALTER TABLE stored_reports ADD reporter_domain text COLLATE "C";
CREATE INDEX stored_reports_reporter_domain ON stored_reports (organization_id, reporter_domain, day, sequence)
  WHERE reporter_domain IS NOT NULL;

-- Domains that have vouched for a report that counts, and since when each organization gets reports from them.
CREATE TABLE reporters (
  organization_id text NOT NULL,
  reporter_domain text COLLATE "C" NOT NULL,
  first_day date NOT NULL,
  PRIMARY KEY (organization_id, reporter_domain)
);

-- What a report's mail proves, and why it is believed or not. Null for what did not come by mail, and for what came before.
ALTER TABLE arrivals ADD proof jsonb;
