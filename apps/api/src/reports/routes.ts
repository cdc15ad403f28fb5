import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerAggregate } from "./aggregate/aggregate.ts";
import { registerReportList } from "./list/report-list.ts";
import { registerRawReport } from "./report/raw-report.ts";
import { registerRecordList } from "./report/record-list.ts";
import { registerReportDetail } from "./report/report-detail.ts";
import { registerCompleteness } from "./reporters/completeness.ts";
import { failures } from "./sources/failures.ts";
import { registerSourceList } from "./sources/source-list.ts";
import { sources } from "./sources/sources.ts";

/** Reports API of the contract. */
export function registerReports(server: HttpServer, context: ApiContext): void {
  registerReportList(server, context);
  registerAggregate(server, context);
  registerCompleteness(server, context);
  registerSourceList(server, context, sources);
  registerSourceList(server, context, failures);
  registerRecordList(server, context);
  registerReportDetail(server, context);
  registerRawReport(server, context);
}
