-- A report id is the beginning of its key, so the index of ids finds keys, too. An index of keys in no order beside it took a
-- third of what the ledger writes to the WAL for a report.
ALTER TABLE report_ledger DROP CONSTRAINT report_ledger_pkey;
