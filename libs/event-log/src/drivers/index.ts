export { createPostgresLog } from "../postgres/postgres-log.ts";
