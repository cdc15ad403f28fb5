import { reportsTopic } from "@ruaflow/event-log";
import { createMemoryLog } from "@ruaflow/event-log/drivers";
import { MESSAGE_BYTES_MAX } from "@ruaflow/event-log/report-writer";
import { expect, test } from "vitest";
import { createOutputs } from "./outputs.ts";

function message(key: string, bytes: number) {
  return { key, value: Buffer.alloc(bytes), headers: {} };
}

test("a message that is too large for the log fails alone, whatever shares its write", async () => {
  const log = createMemoryLog({ partitions: 1 });
  await log.prepare();
  // @ts-expect-error appending asks nothing of the metadata store
  const outputs = createOutputs({}, log);
  const results = await Promise.allSettled([
    outputs.append([message("a", 10)]),
    outputs.append([message("b", 10), message("b", MESSAGE_BYTES_MAX)]),
    outputs.append([message("c", 10)]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const lag = await log.readLag(reportsTopic, "nobody");
  expect(lag.reduce((sum, { lagMessages }) => sum + lagMessages, 0)).toBe(2);
  await log.close();
});
