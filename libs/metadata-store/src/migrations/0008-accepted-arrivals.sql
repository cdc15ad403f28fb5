-- A report that is in the log has an arrival already: its sender can ask what becomes of it, and one that waited for its
-- domain is not released again.

ALTER TABLE arrivals DROP CONSTRAINT arrivals_outcome_check;
ALTER TABLE arrivals ADD CHECK (
  outcome IN ('accepted', 'stored', 'duplicate', 'conflict', 'held', 'refused', 'not-aggregate', 'dropped')
);
