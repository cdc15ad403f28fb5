import { createEventLog } from "@ruaflow/event-log";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { readMetadataMigrations, readServerStatus } from "@ruaflow/metadata-store";
import { createRecordStore } from "@ruaflow/record-store";
import { type Check, failed, ok, skipped, warning } from "../check.ts";

const CLOCK_WARNING_MS = 2000;
const LAG_WARNING_S = 300;
const START = "Start it with npm start, or set DATABASE_URL, CLICKHOUSE_URL and KAFKA_BROKERS to use servers.";
const MIGRATE = "Stop the apps and run npx ruaflow migrate up.";
const NOT_RUNNING = "no service is running";

export const serviceCheck: Check = {
  name: "service",
  async run({ url, dependencies, settings }) {
    if (dependencies === null) {
      const detail = `nothing answers as Ruaflow does at ${url}`;
      return settings.DATABASE_URL === undefined
        ? warning(detail, START)
        : skipped(`${detail}; give --url to check another address`);
    }
    const bad = dependencies.filter(({ status }) => status !== "ok");
    if (bad.length > 0) {
      const detail = bad.map((one) => `${one.name}: ${one.detail ?? one.status}`).join("; ");
      return failed(detail, "Nothing is lost: senders wait. See the lines of its log for the cause.");
    }
    return ok(`ready at ${url}: ${dependencies.map(({ name }) => name).join(", ")}`);
  },
};

export const postgresCheck: Check = {
  name: "PostgreSQL",
  async run({ databaseUrl }) {
    if (databaseUrl === null) return skipped(NOT_RUNNING);
    const server = await readServerStatus(databaseUrl);
    const { pending, version } = await readMetadataMigrations(databaseUrl);
    const detail = `${server.version}, schema ${version}`;
    return pending.length > 0 ? failed(`${detail}, pending: ${pending.join(", ")}`, MIGRATE) : ok(detail);
  },
};

/** Times of reports and tokens are compared across machines. */
export const clockCheck: Check = {
  name: "clock",
  async run({ databaseUrl }) {
    if (databaseUrl === null) return skipped(NOT_RUNNING);
    const { clockAheadMs } = await readServerStatus(databaseUrl);
    const detail = `${Math.abs(clockAheadMs)} ms from PostgreSQL's`;
    if (Math.abs(clockAheadMs) <= CLOCK_WARNING_MS) return ok(detail);
    return warning(detail, "Set both clocks by NTP: leases and events depend on them.");
  },
};

export const clickHouseCheck: Check = {
  name: "ClickHouse",
  async run({ settings }) {
    if (settings.CLICKHOUSE_URL === undefined) return skipped("part of the service");
    const records = await createRecordStore({ url: settings.CLICKHOUSE_URL, cluster: settings.CLICKHOUSE_CLUSTER });
    try {
      const { applied, pending } = await records.readMigrationStatus();
      const detail = `answers, schema ${applied.length}`;
      return pending.length > 0 ? failed(`${detail}, pending: ${pending.join(", ")}`, MIGRATE) : ok(detail);
    } finally {
      await records.close();
    }
  },
};

export const logCheck: Check = {
  name: "event log",
  async run({ settings, databaseUrl }) {
    if (databaseUrl === null) return skipped(NOT_RUNNING);
    const log = await createEventLog(settings, { databaseUrl, onRetry: () => undefined });
    try {
      const { live, bulk } = await readLaneLags(log);
      const seconds = Math.max(live.seconds, bulk.seconds);
      const waiting = `${live.messages} messages and ${bulk.messages} bulk messages wait`;
      const detail = `${log.driver}, ${live.partitions.length} partitions, ${waiting}`;
      if (seconds <= LAG_WARNING_S) return ok(detail);
      return warning(
        `${detail}, the oldest for ${Math.round(seconds)} s`,
        "Check that a record-writer runs; see ruaflow lag.",
      );
    } finally {
      await log.close();
    }
  },
};
