export { createRecordWriter, type RecordWriterOptions } from "./record-writer.ts";
