import { setting } from "@ruaflow/runtime/settings";

/** Settings of the record store, for the schema of every app that uses it. */
export const recordStoreSettings = {
  CLICKHOUSE_URL: setting.secret({
    description:
      "ClickHouse server, http(s)://user:password@host:8123/db, with ?ca_cert=FILE for an authority of your own; npm start brings its own when this is not set.",
  }),
};
