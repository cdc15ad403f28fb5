export { MESSAGE_BYTES_MAX } from "../message-size.ts";
export { type CompressedLines, compressLines, encodeReportMessage } from "../report-message.ts";
export type { ReportMessageFacts } from "../report-schema.ts";
