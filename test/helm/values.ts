import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** What the tests read of the chart's values. */
interface ChartValues {
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly apps: Readonly<
    Record<string, { readonly config: Readonly<Record<string, unknown>>; readonly secrets: readonly string[] }>
  >;
}

/** The committed values.yaml. */
export function readChartValues(): ChartValues {
  return parse(readFileSync(new URL("../../infra/helm/ruaflow/values.yaml", import.meta.url), "utf8"));
}
