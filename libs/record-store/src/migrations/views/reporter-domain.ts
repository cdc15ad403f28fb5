import { records } from "./records.ts";
import { reports } from "./reports.ts";
import type { View, ViewColumn } from "./view.ts";

const reporterDomain: ViewColumn = [
  "reporter_domain",
  "LowCardinality(String)",
  "Organizational domain that is proven for the mail of the report, and vouches for it; empty for uploads, imports, and what was stored before reports had one",
];

const withReporter = (view: View): View => ({ ...view, columns: [...view.columns, reporterDomain] });

/** The views of their first form, with the domain that vouches for the report. */
export const recordsWithReporter = withReporter(records);
export const reportsWithReporter = withReporter(reports);
