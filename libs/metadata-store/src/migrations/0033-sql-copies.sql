-- When what SQL readers see of a row changed: the keeper copies rows to ClickHouse by it, and the later copy counts there.

ALTER TABLE domains ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE attention ADD COLUMN changed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX domains_changed ON domains (changed_at, id);
CREATE INDEX attention_changed ON attention (changed_at, id);

-- Never back, and later than the row's last change, whatever the clock does.
CREATE OR REPLACE FUNCTION set_changed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := greatest(clock_timestamp(), OLD.changed_at + interval '1 microsecond');
  RETURN NEW;
END
$$;

CREATE TRIGGER domains_changed BEFORE UPDATE ON domains FOR EACH ROW
  WHEN ((OLD.name, OLD.status, OLD.client_reference, OLD.labels, OLD.dmarc_policy, OLD.verified_at)
    IS DISTINCT FROM (NEW.name, NEW.status, NEW.client_reference, NEW.labels, NEW.dmarc_policy, NEW.verified_at))
  EXECUTE FUNCTION set_changed_at();
CREATE TRIGGER attention_changed BEFORE UPDATE ON attention FOR EACH ROW
  WHEN ((OLD.summary, OLD.value, OLD.threshold, OLD.weight, OLD.closed_at, OLD.acknowledged_at, OLD.note)
    IS DISTINCT FROM (NEW.summary, NEW.value, NEW.threshold, NEW.weight, NEW.closed_at, NEW.acknowledged_at, NEW.note))
  EXECUTE FUNCTION set_changed_at();
