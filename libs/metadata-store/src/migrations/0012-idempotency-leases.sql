-- Until then the process that began the request vouches for it; after that another may take the request over. Null for
-- requests that an earlier release began, which has no leases: their age decides.
ALTER TABLE idempotent_requests ADD COLUMN leased_until timestamptz;
