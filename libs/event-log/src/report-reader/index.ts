export { parseReportMessage } from "./parse-report-message.ts";
