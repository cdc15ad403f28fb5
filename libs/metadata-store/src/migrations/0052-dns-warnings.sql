-- Faults of the DMARC record that counts, a sentence each: the record may send its reports here and still not do what its owner means.
ALTER TABLE domain_dns ADD warnings text[] NOT NULL DEFAULT '{}' CHECK (cardinality(warnings) <= 30);
