import { MESSAGE_BYTES_MAX, reportsTopic } from "@ruaflow/event-log";
import { startTestLog } from "@ruaflow/event-log/testing";
import type { Arrival, BareSubmission, SmallSubmission } from "@ruaflow/metadata-store/intake";
import { RefusedWriteError } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { createOutputs } from "./outputs.ts";

function message(key: string, bytes: number) {
  return { key, value: Buffer.alloc(bytes), headers: {} };
}

test("a message too large for the log fails alone, not the others of its write", async () => {
  const log = await startTestLog({ partitions: 1 });
  await log.prepare();
  // @ts-expect-error appending does not use the metadata store
  const outputs = createOutputs({}, log);
  const results = await Promise.allSettled([
    outputs.append("live", [message("a", 10)]),
    outputs.append("live", [message("b", 10), message("b", MESSAGE_BYTES_MAX)]),
    outputs.append("live", [message("c", 10)]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const lag = await log.readLag(reportsTopic, "no-group");
  expect(lag.reduce((sum, { lagMessages }) => sum + lagMessages, 0)).toBe(2);
  await log.close();
});

/** A store that refuses items with the id `poison`. */
function createRefusingStore() {
  const written: string[] = [];
  const write = (ids: readonly string[]) => {
    if (ids.includes("poison")) throw new RefusedWriteError("The metadata store", new Error("a CHECK says no"));
    written.push(...ids);
  };
  return {
    written,
    intake: {
      archiveSubmissions: async (items: readonly SmallSubmission[]) => write(items.map(({ id }) => id)),
      recordSubmissions: async (items: readonly BareSubmission[]) => write(items.map(({ id }) => id)),
      saveArrivals: async (items: readonly Arrival[]) => write(items.map(({ submissionId }) => submissionId)),
    },
  };
}

test.each(["archive", "record", "saveArrival"] as const)(
  "%s: a refused item fails alone, not the others of its write",
  async (verb) => {
    const store = createRefusingStore();
    const log = await startTestLog({ partitions: 1 });
    // @ts-expect-error only these two functions are used
    const outputs = createOutputs(store, log);
    const facts = { organizationId: null, channel: "upload", name: "x", receivedAt: new Date() } as const;
    const arrival = {
      entry: 0,
      organizationId: null,
      domainId: null,
      reportId: null,
      reason: null,
      detail: null,
    } as const;
    const spool = { bytes: Buffer.from("x"), read: () => [] };
    const results = await Promise.allSettled(
      ["a", "poison", "b"].map((id) => {
        // @ts-expect-error a spool has more, for bodies that are not in memory
        if (verb === "archive") return outputs.archive({ id, ...facts }, spool);
        if (verb === "record") return outputs.record({ id, ...facts, sizeBytes: 1, sha256: null });
        return outputs.saveArrival({ submissionId: id, ...arrival, outcome: "accepted", path: null });
      }),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(store.written).toEqual(["a", "b"]);
    await log.close();
  },
);
