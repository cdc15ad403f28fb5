import { describeEventLog } from "../testing/conformance.ts";
import { describeOutages } from "../testing/outage-conformance.ts";
import { startPostgresHarness } from "../testing/postgres-harness.ts";

describeEventLog("Postgres", startPostgresHarness);
describeOutages(startPostgresHarness);
