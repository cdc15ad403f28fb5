export { openSqlPort, type SqlPortOptions } from "./read-only/sql-port.ts";
export { type ClickHouseHttpOptions, type ClickHouseHttpServer, startClickHouseHttp } from "./server.ts";
export { sqlPortSettings } from "./settings.ts";
