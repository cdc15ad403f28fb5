export { recordWriterSettings, toRecordWriterOptions } from "./config.ts";
export { createRecordWriter, type RecordWriterOptions } from "./record-writer.ts";
