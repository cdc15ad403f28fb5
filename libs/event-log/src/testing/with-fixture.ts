import { afterAll, beforeAll, onTestFinished } from "vitest";
import { createFixture, type Fixture } from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";

/** Starts the engine once for the tests of a suite; each test gets separate topics. */
export function useHarness(start: () => Promise<EventLogHarness>) {
  let harness: EventLogHarness | undefined;
  beforeAll(async () => {
    harness = await start();
  });
  afterAll(async () => {
    await harness?.close();
  });
  function need(): EventLogHarness {
    if (!harness) throw new Error("The harness has not been started.");
    return harness;
  }
  return {
    takeoverMs: () => need().takeoverMs,
    async createFixture(partitions: number): Promise<Fixture> {
      const fixture = await createFixture(need(), partitions);
      onTestFinished(() => fixture.close());
      return fixture;
    },
  };
}
