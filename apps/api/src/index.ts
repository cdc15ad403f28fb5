export { createApi } from "./api.ts";
export { apiSettings } from "./config.ts";
export { isOwnReportDomain } from "./domains/report-domain.ts";
export { toApiOptions } from "./from-settings.ts";
