import type { EventLog, LogMessage } from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { encodeReportMessage, type ReportMessage } from "@ruaflow/report/message";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { expect, onTestFinished } from "vitest";
import { createRecordWriter } from "../record-writer.ts";
import type { WriterFixture } from "./writer-fixture.ts";

/** A message as ingest appends it to the log. */
export function encode({ lines, ...facts }: ReportMessage): LogMessage {
  return encodeReportMessage(facts, lines);
}

/** Starts a record-writer that writes at once and throws what is fatal, until the test ends. */
export async function startWriter(fixture: WriterFixture, log: EventLog) {
  const metrics = createMetrics();
  const writer = await createRecordWriter({
    ...fixture,
    log,
    metrics,
    logger: createLogger({ app: "test", level: "silent" }),
    lingerMs: 0,
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(() => writer.stop());
  return { metrics, stop: () => writer.stop() };
}

/** Waits until nothing is left in either lane. */
export async function untilWritten(log: EventLog): Promise<void> {
  const countLeft = async () => {
    const { live, bulk } = await readLaneLags(log);
    return live.messages + bulk.messages;
  };
  await expect.poll(countLeft, { timeout: 90_000 }).toBe(0);
}
