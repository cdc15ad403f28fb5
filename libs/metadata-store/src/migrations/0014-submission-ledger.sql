-- Every submission has a row, also one whose bytes are not kept, so that the fate of everything that arrived can be looked
-- up.

-- Null: the body exceeded the limit and was not read to its end.
ALTER TABLE submissions ALTER sha256 DROP NOT NULL;
ALTER TABLE submissions ADD COLUMN body_kept boolean NOT NULL DEFAULT true;
CREATE INDEX submissions_received ON submissions (received_at, id);

-- The policy domain as the report states it: also known when no organization has it.
ALTER TABLE arrivals ADD COLUMN domain text;
-- What needs attention is rare, and is looked for often.
CREATE INDEX arrivals_attention ON arrivals (organization_id, created_at, submission_id)
  WHERE outcome IN ('conflict', 'refused', 'dropped', 'held');
