import type { ClaimedDelivery } from "@ruaflow/metadata-store/delivery";
import type { Logger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { noTracing } from "@ruaflow/runtime/tracing";
import { expect, test } from "vitest";
import type { AttemptResult } from "./attempt-delivery.ts";
import { observeAttempts } from "./observe.ts";

const CLAIM = {
  id: "del_1",
  eventId: "evt_1",
  eventType: "report.received",
  webhookId: "whk_1",
  organizationId: "org_1",
  retries: 0,
  body: "{}",
} as unknown as ClaimedDelivery;

/** The levels at which attempts with these results are logged. */
function logLevels(results: readonly Pick<AttemptResult, "step" | "saved">[]): string[] {
  const levels: string[] = [];
  const logger = { info: () => levels.push("info"), debug: () => levels.push("debug") } as unknown as Logger;
  const observe = observeAttempts({ metrics: createMetrics(), logger, tracing: noTracing });
  const outcome = { status: 200, error: null, latencyMs: 5 };
  for (const result of results)
    observe({
      claim: CLAIM,
      result: { ...result, outcome, disabledReason: null } as unknown as AttemptResult,
      startedAt: new Date(),
      origin: null,
    });
  return levels;
}

test("an attempt that succeeds is a line for debugging, any other one is not", () => {
  const levels = logLevels([
    { step: { kind: "delivered" }, saved: true },
    { step: { kind: "delivered" }, saved: false },
    { step: { kind: "exhausted" }, saved: true },
    { step: { kind: "gone" }, saved: true },
  ]);
  expect(levels).toEqual(["debug", "info", "info", "info"]);
});
