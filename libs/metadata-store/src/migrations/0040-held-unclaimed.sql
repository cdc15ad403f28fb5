-- Reports are also held on domains that their organization has not claimed. They state a name and have no domain_id, and are
-- found by the name, reversed, so that a name and all names below it are neighbours.
CREATE INDEX arrivals_unclaimed ON arrivals (organization_id, reverse(domain) COLLATE "C")
  WHERE outcome = 'held' AND domain_id IS NULL;
