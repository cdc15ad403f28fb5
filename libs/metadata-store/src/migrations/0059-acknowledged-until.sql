-- An acknowledgement may end on a date; null: it lasts until the reason ends or is twice as bad.
ALTER TABLE attention
  ADD COLUMN acknowledged_until timestamptz,
  ADD CHECK (acknowledged_until IS NULL OR acknowledged_at IS NOT NULL);
