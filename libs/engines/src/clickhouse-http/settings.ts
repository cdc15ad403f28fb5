import { setting } from "@ruaflow/runtime/settings";

/** Settings of the read-only SQL port of the embedded ClickHouse, for the service and for its clients. */
export const sqlPortSettings = {
  RUAFLOW_SQL_PORT: setting.integer({
    minimum: 0,
    maximum: 65_535,
    description: "Port on 127.0.0.1 where ClickHouse clients read the embedded data; not set: closed.",
  }),
  RUAFLOW_SQL_KEY: setting.secret({ description: "Password of the SQL port, at least 16 characters." }),
};
