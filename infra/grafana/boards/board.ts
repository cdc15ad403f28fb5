import type { Builder } from "@grafana/grafana-foundation-sdk/cog";
import {
  type Dashboard,
  DashboardBuilder,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  type Panel,
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { datasource } from "./query.ts";

interface BoardOptions {
  /** End of the board's address in Grafana, `/d/ruaflow-<name>`, and the name of its file. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Beside those of the data source and the organizations. */
  readonly variables?: readonly QueryVariableBuilder[];
  readonly panels: readonly Builder<Panel>[];
}

const organization = new QueryVariableBuilder("organization")
  .label("Organization")
  .datasource(datasource)
  .query("SELECT DISTINCT organization_id FROM ruaflow_v1.reports ORDER BY organization_id")
  .refresh(VariableRefresh.OnDashboardLoad)
  .sort(VariableSort.Disabled)
  .multi(true)
  .includeAll(true)
  .current({ selected: true, text: "All", value: "$__all" });

/** The last 30 days in UTC, as the days of the API are. */
export function toBoard({ name, title, description, variables = [], panels }: BoardOptions): Dashboard {
  const builder = new DashboardBuilder(`Ruaflow: ${title}`)
    .uid(`ruaflow-${name}`)
    .description(description)
    .tags(["ruaflow"])
    .timezone("utc")
    .time({ from: "now-30d", to: "now" })
    .editable()
    .link(
      new DashboardLinkBuilder("Boards")
        .type(DashboardLinkType.Dashboards)
        .tags(["ruaflow"])
        .keepTime(true)
        .includeVars(true),
    )
    .withVariable(
      new DatasourceVariableBuilder("datasource").label("Data source").type("grafana-clickhouse-datasource"),
    )
    .withVariable(organization);
  for (const variable of variables) builder.withVariable(variable);
  for (const panel of panels) builder.withPanel(panel);
  const board = builder.build();
  return { ...board, panels: (board.panels ?? []).map((panel, index) => ({ ...panel, id: index + 1 })) };
}
