-- The content of a report is hashed in numbered forms. `content_hash` is form 1, which every release writes and compares; the
-- hashes in forms 2, 3 and so on stand here, in this order. What was stored before has form 1 alone.
ALTER TABLE report_ledger ADD newer_hashes bytea[] NOT NULL DEFAULT '{}';
