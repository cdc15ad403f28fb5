import { startPostgresToKill } from "./start-postgres.ts";

// A separate test run for tests: starts a server, reports its URL, and runs until it is killed.
process.send?.((await startPostgresToKill()).url);
