-- What an organization's answers about its reports derive from, as numbers that advance with each change of it: an answer that was
-- computed while they stayed the same may be kept until one of them advances.

-- A row for each organization and table, whose lock lasts until the change commits: one row for all tables of an organization would
-- let a deletion, which locks a domain and then its days, wait for a writer that has locked days. The organization '' stands for all.
CREATE TABLE answer_versions (
  organization_id text NOT NULL,
  subject text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (organization_id, subject)
) WITH (fillfactor = 20);

-- Rows in ClickHouse that are being changed or removed, other than by the T1 and T2 of their report: what is computed meanwhile may have
-- some of them. Beginning and ending advance the version. A process that dies leaves its row, which counts for an hour.
CREATE TABLE row_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX row_changes_organization ON row_changes (organization_id);

-- Organizations in the order of their ids, as all writers lock them.
CREATE OR REPLACE FUNCTION advance_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_versions AS v SELECT DISTINCT organization_id, TG_TABLE_NAME, 1 FROM changed ORDER BY 1
  ON CONFLICT (organization_id, subject) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION advance_answers_of_domains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_versions AS v
  SELECT DISTINCT changed.organization_id, TG_TABLE_NAME, 1 FROM changed JOIN earlier USING (id)
  WHERE changed.changed_at <> earlier.changed_at ORDER BY 1
  ON CONFLICT (organization_id, subject) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END
$$;

-- Most changes of a source are the times of its look-ups.
CREATE OR REPLACE FUNCTION advance_answers_of_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_versions AS v SELECT '', TG_TABLE_NAME, 1 WHERE EXISTS (
    SELECT FROM changed n JOIN earlier o USING (address)
    WHERE (n.hostname, n.hostname_state, n.asn, n.organization, n.country, n.enriched_at IS NULL)
      IS DISTINCT FROM (o.hostname, o.hostname_state, o.asn, o.organization, o.country, o.enriched_at IS NULL)
  ) ON CONFLICT (organization_id, subject) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER answers_inserted AFTER INSERT ON report_days REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_updated AFTER UPDATE ON report_days REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_deleted AFTER DELETE ON report_days REFERENCING OLD TABLE AS changed EXECUTE FUNCTION advance_answers();

CREATE TRIGGER answers_inserted AFTER INSERT ON domains REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_updated AFTER UPDATE ON domains REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
  EXECUTE FUNCTION advance_answers_of_domains();
CREATE TRIGGER answers_deleted AFTER DELETE ON domains REFERENCING OLD TABLE AS changed EXECUTE FUNCTION advance_answers();

CREATE TRIGGER answers_inserted AFTER INSERT ON sender_overrides REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_updated AFTER UPDATE ON sender_overrides REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_deleted AFTER DELETE ON sender_overrides REFERENCING OLD TABLE AS changed EXECUTE FUNCTION advance_answers();

CREATE TRIGGER answers_inserted AFTER INSERT ON row_changes REFERENCING NEW TABLE AS changed EXECUTE FUNCTION advance_answers();
CREATE TRIGGER answers_deleted AFTER DELETE ON row_changes REFERENCING OLD TABLE AS changed EXECUTE FUNCTION advance_answers();

-- A new source has no facts, and none is deleted.
CREATE TRIGGER answers_updated AFTER UPDATE ON sources REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
  EXECUTE FUNCTION advance_answers_of_sources();
