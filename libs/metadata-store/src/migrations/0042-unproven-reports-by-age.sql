-- Reports whose sender is not proven have a retention of their own, from the time of their receipt.
CREATE INDEX stored_reports_unproven_age ON stored_reports (received_at) WHERE trust = 'none';
