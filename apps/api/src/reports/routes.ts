import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerAggregate } from "./aggregate.ts";
import { registerCompleteness } from "./completeness.ts";
import { registerFailures } from "./failures.ts";
import { registerRawReport } from "./raw-report.ts";
import { registerReportDetail } from "./report-detail.ts";
import { registerReportList } from "./report-list.ts";
import { registerSources } from "./sources.ts";

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
