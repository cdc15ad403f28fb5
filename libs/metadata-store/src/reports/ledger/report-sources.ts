import type { Queryable } from "@ruaflow/postgres";
import type { Channel } from "@ruaflow/report";
import { hasBody } from "../../intake/body-objects.ts";

/** The submission that a report came in. */
export interface ReportSource {
  readonly submissionId: string;
  readonly channel: Channel;
  readonly receivedAt: Date;
  /** False: its bytes were never kept, or deleted since. */
  readonly isKept: boolean;
}

/** The known ones of some submissions. */
export function readReportSources(database: Queryable, submissionIds: readonly string[]): Promise<ReportSource[]> {
  return database.query<ReportSource & Record<string, unknown>>(
    `SELECT id AS "submissionId", channel, received_at AS "receivedAt", body_kept AND ${hasBody("submissions.id")} AS "isKept"
     FROM submissions WHERE id = ANY($1)`,
    [submissionIds],
  );
}
