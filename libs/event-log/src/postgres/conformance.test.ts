import { describeEventLog } from "../testing/conformance.ts";
import { startPostgresHarness } from "../testing/postgres-harness.ts";

describeEventLog("Postgres", startPostgresHarness);
