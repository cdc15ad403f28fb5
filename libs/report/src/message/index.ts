export { type CompressedLines, compressLines, encodeReportMessage, type ReportMessage } from "./encode-message.ts";
export { encodeRecord, readOrdinal } from "./encode-record.ts";
export type { ReportMessageFacts } from "./message-schema.ts";
export { toNote } from "./note.ts";
export { countLines, joinLines, readFirstOrdinal, splitLines } from "./record-lines.ts";
