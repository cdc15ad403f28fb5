import { isOutage } from "@ruaflow/runtime/errors";
import { describe, expect, onTestFinished, test } from "vitest";
import { message, readNow } from "./fixture.ts";
import type { EventLogHarness } from "./harness.ts";
import { useHarness } from "./with-fixture.ts";

/** The promises of every driver with a server while that server cannot be reached. */
export function describeOutages(start: () => Promise<EventLogHarness>): void {
  describe("a log that cannot be reached", () => {
    const harness = useHarness(start);

    test("fails every call as an outage, for known and unknown topics", async () => {
      const { topic, connect } = await harness.createFixture(1);
      const { log, crash } = await connect();
      onTestFinished(() => log.close());
      await log.append(topic, [message("a", "before")]);
      await crash();
      const failures = await Promise.all(
        [
          log.append(topic, [message("a", "during")]),
          log.append("another", [message("a", "during")]),
          readNow(log, topic),
          log.readLag(topic, "group"),
          log.ping(),
          log.prepare(),
        ].map((call) => call.catch((error: unknown) => error)),
      );
      expect(failures.map((failure) => isOutage(failure) || failure)).toEqual(failures.map(() => true));
    }, 60_000);
  });
}
