-- What is known of the addresses that sent mail. Facts about the internet, not about a tenant: an organization sees those
-- of the addresses in its own reports, because answers look them up by these addresses alone.
CREATE TABLE sources (
  -- As ClickHouse writes it: IPv4 dotted, IPv6 in its shortest form.
  address text COLLATE "C" PRIMARY KEY,
  -- When there is something to do; null: nothing. While a process works on the source, the end of its lease.
  due_at timestamptz DEFAULT now(),
  -- A report that names the address after this time makes it due.
  expires_at timestamptz,
  -- Null: nothing is known yet.
  enriched_at timestamptz,
  hostname text,
  hostname_state text NOT NULL DEFAULT 'pending' CHECK (
    hostname_state IN ('pending', 'confirmed', 'unconfirmed', 'absent', 'failed', 'skipped')
  ),
  -- Lookups in a row without a confirmed name.
  attempts integer NOT NULL DEFAULT 0,
  -- Unsigned 32 bits.
  asn bigint,
  organization text,
  country text,
  -- Names and days of the data sets that the last three columns are from.
  data_sets text
) WITH (fillfactor = 70);
CREATE INDEX sources_due ON sources (due_at) WHERE due_at IS NOT NULL;

-- How far the addresses of each organization's reports have been collected: a number in `report_sequences`. An organization
-- without a row starts from 0, so that reports stored before this table are collected too.
CREATE TABLE source_positions (
  organization_id text PRIMARY KEY,
  last_sequence bigint NOT NULL
) WITH (fillfactor = 50);
