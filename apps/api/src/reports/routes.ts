import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerAggregate } from "./aggregate/aggregate.ts";
import { registerReportList } from "./list/report-list.ts";
import { registerRawReport } from "./report/raw-report.ts";
import { registerReportDetail } from "./report/report-detail.ts";
import { registerCompleteness } from "./reporters/completeness.ts";
import { registerFailures } from "./sources/failures.ts";
import { registerSources } from "./sources/sources.ts";

/** Reports API of the contract. */
export function registerReports(server: HttpServer, context: ApiContext): void {
  registerReportList(server, context);
  registerAggregate(server, context);
  registerCompleteness(server, context);
  registerSources(server, context);
  registerFailures(server, context);
  registerReportDetail(server, context);
  registerRawReport(server, context);
}
