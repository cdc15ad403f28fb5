import type { Builder, Dataquery } from "@grafana/grafana-foundation-sdk/cog";

/** The board's variable of this name chooses the data source. */
export const datasource = { type: "grafana-clickhouse-datasource", uid: `\${datasource}` };

const TIME_SERIES_FORMAT = 0;
const TABLE_FORMAT = 1;

/** Version of the plugin whose form of a query this is. Without one, the plugin takes it for a query of version 3. */
const PLUGIN_VERSION = "4.0.0";

/** A query in SQL as version 4 of the data source plugin stores it. */
class SqlQuery implements Dataquery {
  readonly refId = "A";
  readonly datasource = datasource;
  readonly editorType = "sql";
  readonly pluginVersion = PLUGIN_VERSION;
  readonly queryType: "timeseries" | "table";
  readonly format: number;
  readonly rawSql: string;

  constructor(queryType: "timeseries" | "table", rawSql: string) {
    this.queryType = queryType;
    this.format = queryType === "table" ? TABLE_FORMAT : TIME_SERIES_FORMAT;
    this.rawSql = rawSql;
  }

  _implementsDataqueryVariant(): void {
    // Only for the type: it marks what a panel accepts as a query.
  }
}

/** A query whose first column is `time`, ascending. */
export const toSeriesQuery = (sql: string): Builder<Dataquery> => ({ build: () => new SqlQuery("timeseries", sql) });

export const toTableQuery = (sql: string): Builder<Dataquery> => ({ build: () => new SqlQuery("table", sql) });
