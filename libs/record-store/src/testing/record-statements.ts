import { encodeRecord } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import type { WritingEngine } from "../engine/engine.ts";
import { singleServer } from "../engine/engine.ts";
import { createDomainMarker, deleteDomains, deleteOldReports } from "../rows/delete-domain.ts";
import { deleteReports } from "../rows/delete-reports.ts";
import { deleteSurplus } from "../rows/delete-surplus.ts";
import { insertRecords } from "../rows/insert-records.ts";
import { insertReports } from "../rows/insert-reports.ts";
import { readBack } from "../rows/read-back.ts";
import { sampleReport } from "./sample-report.ts";

/** An engine without data that records what it receives: every row asked about exists, and every wait ends at once. */
export function createRecordingEngine(stored: string): { engine: WritingEngine; statements: string[] } {
  const statements: string[] = [];
  const engine: WritingEngine = {
    kind: "server",
    layout: singleServer,
    questionsMax: 1,
    async select<Row>(query: string): Promise<Row[]> {
      statements.push(query);
      const rows: unknown[] = [];
      if (query.includes("engine LIKE '%MergeTree'")) rows.push({ table: stored, isUnfinished: 0 });
      if (query.startsWith("SELECT 1 FROM")) rows.push({});
      return rows as Row[];
    },
    async command(query) {
      statements.push(query);
    },
    async insert(statement) {
      statements.push(statement);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
  return { engine, statements };
}

/** Everything that changes or removes rows of reports, once. */
export async function changeRows(engine: WritingEngine): Promise<void> {
  const { row, records } = sampleReport({ organizationId: "org", reportId: "rpt", records: [aRecord()] });
  await insertRecords(engine, [{ report: row, attempt: 1, lines: records.map(encodeRecord) }]);
  await insertReports(engine, [row]);
  await readBack(engine, "org", [row]);
  await deleteReports(engine, "org", { reports: [row], attemptMax: 2n });
  await deleteSurplus(engine, "org", { reports: [row], attempt: 3n });
  const domain = { organizationId: "org", domainId: "dom" };
  await createDomainMarker(engine)(domain);
  await deleteDomains(engine, [domain]);
  await deleteOldReports(engine, "org", { domainIds: ["dom"], beforeDay: "2026-01-01" });
}
