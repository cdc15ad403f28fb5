-- Which webhooks and listeners receive report.received of reports whose sender is not proven.
ALTER TABLE webhooks ADD include_unauthenticated boolean NOT NULL DEFAULT false;
ALTER TABLE event_listeners ADD include_unauthenticated boolean NOT NULL DEFAULT false;

-- Of a report whose sender is not proven.
ALTER TABLE events ADD unauthenticated boolean NOT NULL DEFAULT false;

-- Organizations that let such reports count go on receiving their events; for all others any sender could cause them.
UPDATE webhooks w SET include_unauthenticated = true FROM organizations o
WHERE o.id = w.organization_id AND o.count_unauthenticated;
