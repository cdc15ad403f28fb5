import { describe } from "vitest";
import { describeAppends } from "./append-conformance.ts";
import { describeConsumers } from "./consumer-conformance.ts";
import { describeForwarding } from "./forward-conformance.ts";
import { describeGroups } from "./group-conformance.ts";
import type { EventLogHarness } from "./harness.ts";

/** The promises of every driver, as tests. A driver provides only a harness. */
export function describeEventLog(name: string, start: () => Promise<EventLogHarness>): void {
  describe(`the event log on ${name}`, () => {
    describeAppends(start);
    describeGroups(start);
    describeConsumers(start);
    describeForwarding(start);
  });
}
