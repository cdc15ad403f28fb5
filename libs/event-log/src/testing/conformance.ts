import { describe } from "vitest";
import { describeAppends } from "./append-conformance.ts";
import { describeConsumers } from "./consumer-conformance.ts";
import { describeGroups } from "./group-conformance.ts";
import type { EventLogHarness } from "./harness.ts";

/** What every driver promises, told as tests. A driver brings a harness and no test of its own. */
export function describeEventLog(name: string, start: () => Promise<EventLogHarness>): void {
  describe(`the event log on ${name}`, () => {
    describeAppends(start);
    describeGroups(start);
    describeConsumers(start);
  });
}
