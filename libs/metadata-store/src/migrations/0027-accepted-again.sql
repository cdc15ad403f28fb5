-- When the report was last put into the log; null: when the arrival was made. A held report that is released, and a
-- submission that is replayed, come into the log later.
ALTER TABLE arrivals ADD COLUMN accepted_at timestamptz;
-- What is in the log, or should be: few, and the oldest are asked for often.
CREATE INDEX arrivals_accepted ON arrivals ((coalesce(accepted_at, created_at))) WHERE outcome = 'accepted';
