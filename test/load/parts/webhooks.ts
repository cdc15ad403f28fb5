import { once } from "node:events";
import { createClient } from "@ruaflow/client";
import { sampleEvent } from "@ruaflow/webhooks/event-types";
import { generateReport } from "../../support/report-generator.ts";
import { type Figure, percentile } from "../figure.ts";
import type { Part, PartContext } from "../part.ts";
import { startWebhookTarget, type WebhookTarget } from "../webhook-target.ts";

const ORGANIZATIONS = 10;
const ENDPOINTS_EACH = 10;
const ENDPOINTS = ORGANIZATIONS * ENDPOINTS_EACH;
const RATE_GOAL = 2500;
const SECONDS_GOAL = 2;
const FIRST_DAY = 1_767_225_600;

export const webhooksPart: Part = {
  name: "webhooks",
  title: "webhooks, embedded mode: endpoints over TLS on this machine",
  async run(context) {
    const received = new EventTarget();
    const target = await startWebhookTarget(() => received.dispatchEvent(new Event("received")));
    try {
      const seconds = await measureLatency(target, received, context);
      const rates = await measureRate(target, received, context);
      return {
        figures: [
          { name: "deliveries", unit: "1/s", values: rates, goal: { atLeast: RATE_GOAL } },
          { name: "accepted to received", unit: "s", values: seconds, goal: { atMost: SECONDS_GOAL } },
          { name: "  of these the slowest twentieth", unit: "s", values: [percentile(seconds, 95)] },
        ] satisfies Figure[],
        notes: [
          `${ENDPOINTS} healthy endpoints of ${ORGANIZATIONS} organizations, each an HTTPS server in one process beside the service`,
          `${seconds.length} reports uploaded one by one, each after the previous delivery`,
        ],
      };
    } finally {
      await target.stop();
    }
  },
};

/** Seconds from the answer to an upload to the POST at the endpoint, for one report at a time. */
async function measureLatency(target: WebhookTarget, received: EventTarget, { options, progress }: PartContext) {
  const [organization] = await target.metadata.tenants.listOrganizations();
  if (!organization) throw new Error("the first start should have created an organization");
  await target.metadata.domains.saveVerifiedDomains(organization.id, ["hooked.example"]);
  await target.createEndpoint(organization.id);
  const client = createClient({ baseUrl: target.api.url, key: target.key, retries: 0 });
  const seconds: number[] = [];
  for (let seed = 1; seed <= options.webhookReports; seed += 1) {
    const report = generateReport({ seed, domain: "hooked.example", begin: FIRST_DAY });
    const arrived = once(received, "received").then(() => performance.now());
    await client.reports.upload(Buffer.from([...report.xml()].join("")), { name: "report.xml" });
    const acceptedAt = performance.now();
    seconds.push(Math.max(0, (await arrived) - acceptedAt) / 1000);
  }
  progress(`${seconds.length} reports delivered`);
  return seconds;
}

/** Deliveries per second, from the events in the outbox to the last POST. */
async function measureRate(target: WebhookTarget, received: EventTarget, { options, progress }: PartContext) {
  const organizationIds: string[] = [];
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const { id } = await target.metadata.tenants.createOrganization({ name: `Load ${index}`, plan: "enterprise" });
    organizationIds.push(id);
    for (let endpoint = 0; endpoint < ENDPOINTS_EACH; endpoint += 1) await target.createEndpoint(id);
  }
  const rates: number[] = [];
  for (let repetition = 0; repetition < options.repetitions; repetition += 1) {
    const eventsEach = Math.ceil(options.webhookDeliveries / ENDPOINTS);
    const done = waitForCount(received, eventsEach * ENDPOINTS);
    const startedAt = performance.now();
    await target.metadata.delivery.saveEvents(organizationIds.flatMap((id) => createEvents(id, eventsEach)));
    await done;
    rates.push((eventsEach * ENDPOINTS * 1000) / (performance.now() - startedAt));
    progress(`${Math.round(rates.at(-1) ?? 0)} deliveries/s`);
  }
  return rates;
}

function createEvents(organizationId: string, total: number) {
  return Array.from({ length: total }, () => sampleEvent("report.received", { organizationId, now: new Date() }));
}

function waitForCount(received: EventTarget, total: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const onReceived = () => {
    count += 1;
    if (count < total) return;
    received.removeEventListener("received", onReceived);
    resolve();
  };
  received.addEventListener("received", onReceived);
  return promise;
}
