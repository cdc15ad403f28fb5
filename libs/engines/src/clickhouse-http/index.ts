export { openPrivatePort } from "./private-port.ts";
export { readSortedFunctions } from "./read-only/functions.ts";
export { openSqlPort, type SqlPause } from "./read-only/sql-port.ts";
export { type ClickHouseHttpServer, startClickHouseHttp } from "./server.ts";
export { sqlPortSettings } from "./settings.ts";
