import { QueryVariableBuilder, VariableRefresh, VariableSort } from "@grafana/grafana-foundation-sdk/dashboard";
import { ofOrganization, quoted } from "./filters.ts";
import { datasource } from "./query.ts";

function choose(name: string, label: string, values: string) {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(datasource)
    .query(
      `SELECT DISTINCT ${values} AS value FROM ruaflow_v1.domains WHERE value != '' AND ${ofOrganization} ORDER BY value`,
    )
    .refresh(VariableRefresh.OnDashboardLoad)
    .sort(VariableSort.Disabled)
    .multi(true)
    .includeAll(true)
    .current({ selected: true, text: "All", value: "$__all" });
}

/** What a reader may choose domains by. */
export const clientVariables = [
  choose("client", "Client", "client_reference"),
  choose("label", "Label", "arrayJoin(labels)"),
];

const ofDomains = (condition: string) => `domain_id IN (SELECT domain_id FROM ruaflow_v1.domains WHERE ${condition})`;

/** SQL condition: the row belongs to a domain of a chosen client with a chosen label. */
export const ofClient = `$__conditionalAll(${ofDomains(`client_reference IN (${quoted("client")})`)}, $client) AND
  $__conditionalAll(${ofDomains(`hasAny(labels, [${quoted("label")}])`)}, $label)`;
