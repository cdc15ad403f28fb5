export { recordWriterSettings } from "./config.ts";
export { createRecordWriter, RECORD_WRITER_GROUP, type RecordWriterOptions } from "./record-writer.ts";
