export { createMemoryLog } from "../memory/memory-log.ts";
export { createPostgresLog } from "../postgres/postgres-log.ts";
