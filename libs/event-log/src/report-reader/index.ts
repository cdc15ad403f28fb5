export type { ReportMessage } from "../report-message.ts";
export { parseReportMessage } from "./parse-report-message.ts";
