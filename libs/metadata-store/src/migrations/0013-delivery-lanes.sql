-- The lane in which a delivery is under way: limits per organization count lanes.
ALTER TABLE webhook_deliveries ADD COLUMN lane text CHECK (lane IN ('first', 'further', 'slow'));
UPDATE webhook_deliveries SET lane = 'first' WHERE status = 'delivering';
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_lane CHECK ((status = 'delivering') = (lane IS NOT NULL));

-- Deliveries used to be made from the log, after an event was relayed into it. Events whose message had not been read back
-- when the last dispatcher stopped are relayed once more, which makes their deliveries.
UPDATE events e SET relayed_at = NULL
WHERE e.relayed_at >= (SELECT max(relayed_at) FROM events) - interval '10 minutes' AND EXISTS (
  SELECT 1 FROM webhooks w
  WHERE w.organization_id = e.organization_id AND w.active AND e.type = ANY(w.events) AND w.created_at <= e.created_at
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id AND (d.webhook_id = w.id OR d.is_test))
);
