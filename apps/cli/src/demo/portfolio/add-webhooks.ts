import type { MetadataStore } from "@ruaflow/metadata-store";
import type { AlertChange } from "@ruaflow/metadata-store/watch";

/** Deliveries of each webhook. */
const DELIVERIES_MAX = 20;

const answered = { latencyMs: 84, status: 204, error: null, detail: "", answer: Buffer.alloc(0) };
const failed = {
  latencyMs: 30_000,
  status: null,
  error: "timeout",
  detail: "No complete answer arrived in time.",
  answer: Buffer.alloc(0),
};

/** A webhook whose endpoint works and a disabled one, whose endpoint does not, each with deliveries of the alerts. */
export async function addWebhooks(
  { delivery }: MetadataStore,
  organizationId: string,
  alerts: readonly AlertChange[],
): Promise<void> {
  const events = ["alert.triggered"];
  for (const [url, isWorking] of [
    ["https://tickets.example/ruaflow", true],
    ["https://old-helpdesk.example/hook", false],
  ] as const) {
    // Not active yet: a running service would send it the alerts, whose deliveries are made here.
    const webhook = await delivery.createWebhook(organizationId, { url, events, secret: null, active: false });
    if (webhook === null) return;
    for (const { event, alert } of alerts.slice(0, DELIVERIES_MAX)) {
      const attempt = { ...(isWorking ? answered : failed), startedAt: alert.triggeredAt };
      const sent = { webhookId: webhook.id, event, attempt, isDelivered: isWorking };
      await delivery.saveTestDelivery(organizationId, sent);
    }
    if (isWorking) await delivery.updateWebhook(organizationId, webhook.id, { active: true });
  }
}
