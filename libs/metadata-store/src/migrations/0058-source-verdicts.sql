-- Domains whose sources are to be judged: a row for each change of what verdicts derive from, written in the transaction of the change.
-- Rows are only inserted, so no writer waits for another one, and the judge removes those that it saw before it read the mail.
CREATE TABLE verdict_queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  domain_id text NOT NULL
);
CREATE INDEX verdict_queue_domain ON verdict_queue (organization_id, domain_id);

-- How the sources of a domain were judged last.
CREATE TABLE verdict_states (
  domain_id text PRIMARY KEY REFERENCES domains ON DELETE CASCADE,
  organization_id text NOT NULL,
  -- Versions of the rules, the services and the data sets, and which reports counted.
  basis text NOT NULL,
  judged_at timestamptz NOT NULL,
  -- When a known source became another class, cause or service: what was concluded from it is to be concluded again.
  reclassified_at timestamptz,
  took_ms double precision NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX verdict_states_organization ON verdict_states (organization_id);

-- Addresses of which another fact is known: the domains that have mail of theirs are to be judged.
CREATE TABLE changed_facts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address text NOT NULL
);

-- The days of a whole organization have no domain.
CREATE OR REPLACE FUNCTION queue_verdicts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO verdict_queue (organization_id, domain_id)
  SELECT DISTINCT organization_id, domain_id FROM changed WHERE domain_id <> '' ORDER BY 1, 2;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION queue_verdicts_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO verdict_queue (organization_id, domain_id)
  SELECT s.organization_id, s.domain_id FROM verdict_states s WHERE s.organization_id IN (SELECT organization_id FROM changed) ORDER BY 1, 2;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_changed_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changed_facts (address) SELECT address FROM (
    SELECT address, hostname, hostname_state, asn, organization, country, enriched_at IS NULL FROM changed
    EXCEPT
    SELECT address, hostname, hostname_state, asn, organization, country, enriched_at IS NULL FROM earlier
  ) AS other;
  RETURN NULL;
END
$$;

CREATE TRIGGER verdicts_inserted AFTER INSERT ON report_days REFERENCING NEW TABLE AS changed EXECUTE FUNCTION queue_verdicts();
CREATE TRIGGER verdicts_updated AFTER UPDATE ON report_days REFERENCING NEW TABLE AS changed EXECUTE FUNCTION queue_verdicts();
CREATE TRIGGER verdicts_deleted AFTER DELETE ON report_days REFERENCING OLD TABLE AS changed EXECUTE FUNCTION queue_verdicts();

-- Its rows in ClickHouse are gone by now.
CREATE TRIGGER verdicts_deleted AFTER DELETE ON displaced_reports REFERENCING OLD TABLE AS changed EXECUTE FUNCTION queue_verdicts();

CREATE TRIGGER verdicts_inserted AFTER INSERT ON sender_overrides REFERENCING NEW TABLE AS changed EXECUTE FUNCTION queue_verdicts_of_organization();
CREATE TRIGGER verdicts_updated AFTER UPDATE ON sender_overrides REFERENCING NEW TABLE AS changed EXECUTE FUNCTION queue_verdicts_of_organization();
CREATE TRIGGER verdicts_deleted AFTER DELETE ON sender_overrides REFERENCING OLD TABLE AS changed EXECUTE FUNCTION queue_verdicts_of_organization();

CREATE TRIGGER verdicts_updated AFTER UPDATE ON sources REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
  EXECUTE FUNCTION note_changed_facts();

-- Whether the domain published p=none when its mail was judged.
ALTER TABLE mail_verdicts ADD COLUMN asks_nothing boolean NOT NULL DEFAULT false;

-- Answers say how many domains wait.
CREATE TRIGGER answers_inserted AFTER INSERT ON verdict_queue REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_updated AFTER UPDATE ON verdict_queue REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_deleted AFTER DELETE ON verdict_queue REFERENCING OLD TABLE AS changed EXECUTE FUNCTION advance_answers();

-- What is stored already.
INSERT INTO verdict_queue (organization_id, domain_id) SELECT organization_id, id FROM domains;
