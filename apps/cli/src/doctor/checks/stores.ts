import { createEventLog, recordWriterGroup, reportsTopic } from "@ruaflow/event-log";
import { readMetadataMigrations } from "@ruaflow/metadata-store";
import { openDatabase } from "@ruaflow/postgres";
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
    const database = openDatabase(databaseUrl, 1);
    try {
      const [row] = await database.query<{ version: string }>("SELECT current_setting('server_version') AS version");
      const { pending, version } = await readMetadataMigrations(databaseUrl);
      const detail = `${row?.version}, schema ${version}`;
      return pending.length > 0 ? failed(`${detail}, pending: ${pending.join(", ")}`, MIGRATE) : ok(detail);
    } finally {
      await database.close();
    }
  },
};

/** Times of reports and tokens are compared across machines. */
export const clockCheck: Check = {
  name: "clock",
  async run({ databaseUrl }) {
    if (databaseUrl === null) return skipped(NOT_RUNNING);
    const database = openDatabase(databaseUrl, 1);
    try {
      await database.query("SELECT 1");
      const before = Date.now();
      const [row] = await database.query<{ now: Date }>("SELECT clock_timestamp() AS now");
      const halfway = (before + Date.now()) / 2;
      const differenceMs = Math.round(halfway - (row?.now.getTime() ?? halfway));
      const detail = `${Math.abs(differenceMs)} ms from PostgreSQL's`;
      if (Math.abs(differenceMs) <= CLOCK_WARNING_MS) return ok(detail);
      return warning(detail, "Set both clocks by NTP: leases and events depend on them.");
    } finally {
      await database.close();
    }
  },
};

export const clickHouseCheck: Check = {
  name: "ClickHouse",
  async run({ settings }) {
    if (settings.CLICKHOUSE_URL === undefined) return skipped("part of the service");
    const records = await createRecordStore({ url: settings.CLICKHOUSE_URL });
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
      const lags = await log.readLag(reportsTopic, recordWriterGroup);
      const waiting = lags.reduce((total, { lagMessages }) => total + lagMessages, 0);
      const seconds = Math.max(0, ...lags.map(({ lagSeconds }) => lagSeconds));
      const detail = `${log.driver}, ${lags.length} partitions, ${waiting} messages wait`;
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
