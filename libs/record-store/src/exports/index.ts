export { downloadFile } from "./download-file.ts";
export type { ExportMonth } from "./export-access.ts";
export { type ExportFile, type ExportFormat, type ExportRange, exportFormats } from "./export-query.ts";
