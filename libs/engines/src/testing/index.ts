export { type ClickHouseProcess, startClickHouseProcess } from "./clickhouse-process.ts";
export { sharePostgres, startPostgres, startPostgresToKill, type TestPostgres } from "./start-postgres.ts";
export { startTlsPostgres, type TlsPostgres } from "./start-tls-postgres.ts";
export { executeSql, type TestDatabase } from "./test-database.ts";
