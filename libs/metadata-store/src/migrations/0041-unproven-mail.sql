-- What mails whose sender proves nothing brought, by UTC day: for a network (the /24 of IPv4, the /48 of IPv6), and for the domain
-- that their reports are about. Counts only; they bound what such mail may cost.
CREATE TABLE unproven_mail (
  kind text NOT NULL CHECK (kind IN ('domain', 'network')),
  -- Id of the domain, or the network.
  name text NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  records bigint NOT NULL DEFAULT 0,
  -- Mails beyond the bounds, which their senders were told to send again later.
  deferred_mails bigint NOT NULL DEFAULT 0,
  deferred_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, name, day)
);
