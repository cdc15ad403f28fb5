-- When the newest report that does not count was received: it must not pass for one that does. The rows are derived from the
-- reports and the days, and their times were those of all reports: the keeper writes them again.
DELETE FROM domain_reports;
ALTER TABLE domain_reports ADD unproven_last_report_at timestamptz;
