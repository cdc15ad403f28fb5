-- Alerts about new reporters that state more messages than all others together.
ALTER TABLE alerts DROP CONSTRAINT alerts_rule_check;
ALTER TABLE alerts ADD CHECK (rule IN ('pass_rate', 'new_source', 'failure_volume', 'missing_reports', 'new_reporter'));
