import { setting } from "@ruaflow/runtime";

/** Settings of the record store, for the schema of every app that uses it. */
export const recordStoreSettings = {
  CLICKHOUSE_URL: setting.secret({
    description: "ClickHouse, http(s)://user:password@host:8123/db; not set: embedded.",
  }),
};

/** Settings of the read-only SQL door of the embedded engine, for who opens it and who asks there. */
export const sqlDoorSettings = {
  RUAFLOW_SQL_PORT: setting.integer({
    minimum: 0,
    maximum: 65_535,
    description: "Port on 127.0.0.1 where ClickHouse clients read the embedded data; not set: closed.",
  }),
  RUAFLOW_SQL_KEY: setting.secret({ description: "Password of the SQL port, at least 16 characters." }),
};
