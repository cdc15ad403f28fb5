export { type ClickHouseProcess, startClickHouseProcess } from "./clickhouse-process.ts";
export { startPostgres } from "./start-postgres.ts";
export { startTlsPostgres, type TlsPostgres } from "./start-tls-postgres.ts";
export { executeSql } from "./test-database.ts";
