import { hash } from "node:crypto";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Alert, AlertChange } from "@ruaflow/metadata-store/watch";
import { createAlertTriggered } from "@ruaflow/webhooks/events";
import type { DemoClient, DemoDomain } from "./clients.ts";

const HOUR_MS = 3_600_000;

interface Added {
  readonly organizationId: string;
  readonly idOf: ReadonlyMap<string, string>;
  readonly today: Date;
}

type Facts = Pick<Alert, "rule" | "summary" | "value" | "threshold">;

/** The alerts that the keeper would open for what the portfolio shows, so that they are there from the first second. */
export async function addAlerts(
  { watch }: MetadataStore,
  clients: readonly DemoClient[],
  added: Added,
): Promise<AlertChange[]> {
  const changes: AlertChange[] = [];
  for (const { reference, domains } of clients) {
    for (const domain of domains) {
      const facts = toFacts(domain);
      const domainId = added.idOf.get(domain.name);
      if (facts === null || domainId === undefined) continue;
      const change = toChange(facts, { ...added, domainId, domain, reference });
      changes.push(...(await watch.saveAlertChanges(added.organizationId, { domainId, changes: [change] })));
    }
  }
  return changes;
}

function toFacts({ state, shows, size }: DemoDomain): Facts | null {
  if (state === "silent") {
    return { rule: "missing_reports", summary: "15 days without reports.", value: 15, threshold: 3 };
  }
  if (state !== "verified" || size === 0) return null;
  if (shows === "spoofed") {
    const summary = "Four times as many messages fail as usual.";
    return { rule: "failure_volume", summary, value: 1200, threshold: 300 };
  }
  if (shows !== "broken-dkim") return null;
  return {
    rule: "pass_rate",
    summary: "Less than 90 % of the messages of 7 days pass DMARC.",
    value: 12.5,
    threshold: 90,
  };
}

interface About extends Added {
  readonly domainId: string;
  readonly domain: DemoDomain;
  readonly reference: string;
}

function toChange(facts: Facts, { organizationId, today, domainId, domain, reference }: About): AlertChange {
  const triggeredAt = new Date(today.getTime() - 5 * HOUR_MS);
  const id = `alr_${hash("sha256", `${organizationId} ${domain.name} ${facts.rule}`).slice(0, 32)}`;
  const alert = { ...facts, id, sourceIp: null, triggeredAt, clearedAt: null };
  const origin = { organizationId, domainId, domain: domain.name, clientReference: reference, createdAt: triggeredAt };
  return { alert, event: createAlertTriggered({ ...origin, ...alert, alertId: id }) };
}
