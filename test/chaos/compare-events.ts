import { createClient } from "@ruaflow/client";
import { createReportFailure, createReportReceived } from "@ruaflow/webhooks/events";
import { type ListedReport, listAllReports } from "../support/list-reports.ts";
import type { ChaosTarget } from "./target.ts";

const connect = (target: ChaosTarget) => createClient({ baseUrl: target.api().url, key: target.key });

/**
 * Creates an inactive webhook for all report events, so that nothing is sent while the target is disturbed; returns its
 * id.
 */
export async function subscribe(target: ChaosTarget): Promise<string> {
  const { data } = await connect(target).webhooks.create({
    url: "https://hooks.example.com/",
    events: ["report.received", "report.failure"],
    include_unauthenticated: true,
    active: false,
  });
  return data.id;
}

/** Every difference between the reports that the API lists and their events, each as a sentence. */
export async function compareEvents(target: ChaosTarget, webhookId: string): Promise<string[]> {
  const { webhooks } = connect(target);
  const expected = new Set((await listAllReports(target.api(), target.key)).flatMap(toEventIds(target.organizationId)));
  await webhooks.update(webhookId, { active: true });
  const { queued, left } = (await webhooks.recover(webhookId, new Date(0))).data;
  await webhooks.update(webhookId, { active: false });
  const differences: string[] = [];
  if (queued + left !== expected.size) differences.push(`${queued + left} events instead of ${expected.size}`);
  for await (const { event_id } of webhooks.listAllDeliveries(webhookId)) {
    if (!expected.delete(event_id)) differences.push(`event ${event_id} is about an unknown report, or is a duplicate`);
  }
  // Events beyond the size of the queue are only counted.
  for (const id of left === 0 ? expected : []) differences.push(`event ${id} is missing`);
  return differences;
}

/** The ids that the events of a report must have: they derive from the ids of the organization and the report. */
function toEventIds(organizationId: string) {
  return ({ id, fail_count }: ListedReport): string[] => {
    const now = new Date(0);
    const period = { createdAt: now, begin: now, end: now };
    const names = { organizationId, domainId: "", reportId: id, domain: "", reporter: "", trust: "import" } as const;
    const facts = { reporterDomain: null, clientReference: null, totalCount: 1, passCount: 0 };
    const report = { ...names, ...period, ...facts };
    const failure = fail_count > 0 ? createReportFailure(report, { total: 0, sources: [] }) : null;
    return [createReportReceived(report), failure].flatMap((event) => (event === null ? [] : [event.id]));
  };
}
