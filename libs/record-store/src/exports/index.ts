export { countFileRows, IncompleteFileError, syncFile } from "./count-file-rows.ts";
export { downloadFile } from "./download-file.ts";
export type { ExportMonth } from "./export-access.ts";
export {
  type ExportFile,
  type ExportFormat,
  type ExportRange,
  type ExportView,
  exportFormats,
} from "./export-query.ts";
