export { startPostgres } from "./start-postgres.ts";
export { executeSql } from "./test-database.ts";
