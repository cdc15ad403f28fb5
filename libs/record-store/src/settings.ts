import { setting } from "@ruaflow/runtime/settings";

/** Settings of the record store, for the schema of every app that uses it. */
export const recordStoreSettings = {
  CLICKHOUSE_URL: setting.secret({
    description: "ClickHouse, http(s)://user:password@host:8123/db; not set: embedded.",
  }),
};
