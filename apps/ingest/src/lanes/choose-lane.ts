import { type EventLog, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import type { Lane } from "@ruaflow/event-log/lanes";
import type { ReportMessageFacts } from "@ruaflow/report/message";
import { createUnwrittenReports } from "./unwritten-reports.ts";

/** Messages of a live report: about 3 MiB of encoded records, which are written within a second. */
const LIVE_MESSAGES_MAX = 4;

/** Reports of one organization that this process has in the live lane: about what the record-writers write in two seconds. */
const UNWRITTEN_MAX = 1000;

type LaneFacts = Pick<ReportMessageFacts, "organizationId" | "channel">;

/** @param messages of the report */
export type ChooseLane = (report: LaneFacts, messages: number) => Promise<Lane>;

/**
 * Chooses a report's lane. Bulk are large reports, imports, and reports of an organization of which many wait already: the
 * others then wait behind its first thousand, not behind all of them. Each process counts what it has appended itself.
 *
 * With a log in PostgreSQL imports are live. An import reads on only while fewer than 4,000 files wait, which delays others by
 * 3 s there, and forwarding would cost the import a tenth of its CPU.
 */
export function createLaneChooser(log: Pick<EventLog, "driver" | "readPositions">): ChooseLane {
  const unwritten = createUnwrittenReports(() => log.readPositions(reportsTopic, recordWriterGroup));
  return async ({ organizationId, channel }, messages) => {
    if (messages > LIVE_MESSAGES_MAX) return "bulk";
    if (channel === "import") return log.driver === "postgres" ? "live" : "bulk";
    if ((await unwritten.count(organizationId, UNWRITTEN_MAX)) >= UNWRITTEN_MAX) return "bulk";
    unwritten.add(organizationId);
    return "live";
  };
}
