import { sharePostgres } from "@ruaflow/engines/testing";

/** One PostgreSQL for all files of a test run: each test file that sets one up would take a second of CPU time. */
export default sharePostgres;
