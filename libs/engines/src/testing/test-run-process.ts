import { startPostgres } from "./start-postgres.ts";

// A test run of its own for tests: starts a server, says where, and lives until it is killed.
process.send?.((await startPostgres()).url);
