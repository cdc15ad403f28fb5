export { createApi } from "./api.ts";
export { apiSettings } from "./config.ts";
export { toApiOptions } from "./from-settings.ts";
