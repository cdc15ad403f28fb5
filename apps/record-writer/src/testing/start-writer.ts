import type { EventLog, LogMessage } from "@ruaflow/event-log";
import { encodeReportMessage, type ReportMessage } from "@ruaflow/report/message";
import { createLogger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { onTestFinished } from "vitest";
import { createRecordWriter } from "../record-writer.ts";
import type { WriterFixture } from "./writer-fixture.ts";

/** A message as ingest appends it to the log. */
export function encode({ lines, ...facts }: ReportMessage): LogMessage {
  return encodeReportMessage(facts, Buffer.from(lines.join("\n")));
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
