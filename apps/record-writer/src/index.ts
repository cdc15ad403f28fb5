export { recordWriterSettings, toRecordWriterOptions } from "./config.ts";
export { publishVisibility } from "./publish-visibility.ts";
export { createRecordWriter, type RecordWriterOptions } from "./record-writer.ts";
