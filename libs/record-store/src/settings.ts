import { setting } from "@ruaflow/runtime/settings";

/** Settings of the record store, for the schema of every app that uses it. */
export const recordStoreSettings = {
  CLICKHOUSE_URL: setting.secret({
    description:
      "ClickHouse server, http(s)://user:password@host:8123/db, with ?ca_cert=FILE for an authority of your own; npm start brings its own when this is not set.",
  }),
  CLICKHOUSE_CLUSTER: setting.text({
    description:
      "Cluster of ClickHouse servers, as their remote_servers names it: tables are replicated and sharded over it, see docs/clickhouse-cluster.md; not set: one server, or ClickHouse Cloud.",
  }),
};
