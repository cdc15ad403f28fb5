import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphDrawStyle,
  LegendDisplayMode,
  LegendPlacement,
  StackingConfigBuilder,
  StackingMode,
  VisibilityMode,
} from "@grafana/grafana-foundation-sdk/common";
import {
  type DynamicConfigValue,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from "@grafana/grafana-foundation-sdk/dashboard";
import {
  PieChartLegendOptionsBuilder,
  PieChartLegendValues,
  PanelBuilder as PiePanelBuilder,
} from "@grafana/grafana-foundation-sdk/piechart";
import { PanelBuilder as StatPanelBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TablePanelBuilder } from "@grafana/grafana-foundation-sdk/table";
import { TextMode, PanelBuilder as TextPanelBuilder } from "@grafana/grafana-foundation-sdk/text";
import { PanelBuilder as SeriesPanelBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import { datasource, toSeriesQuery, toTableQuery } from "./query.ts";

interface PanelOptions {
  readonly title: string;
  /** For a reader who meets the word for the first time. */
  readonly description: string;
  readonly sql: string;
  /** Columns of the board's 24; for a stat 4, for others 12 by default. */
  readonly span?: number;
  /** Rows of the board, of 30 px each. */
  readonly height?: number;
}

/** From a row with the columns "Domain" and "Domain id". */
const domainLink = {
  title: "Show the domain",
  url: `/d/ruaflow-domain?var-domain=\${__data.fields["Domain id"]}&\${__url_time_range}`,
};

const GREEN = "green";
const YELLOW = "yellow";
const RED = "red";

/** The same limits on each board: below 90 % something is wrong, from 98 % on only forwarding is left. */
const complianceColors = () =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([
    { color: RED, value: null },
    { color: YELLOW, value: 90 },
    { color: GREEN, value: 98 },
  ]);

const plainColor = () =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([{ color: "text", value: null }]);

/** One number. */
export function stat({ title, description, sql, span = 4, height = 4 }: PanelOptions, unit?: "percent") {
  const panel = new StatPanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .span(span)
    .height(height)
    .graphMode(BigValueGraphMode.None)
    .colorMode(unit === "percent" ? BigValueColorMode.Background : BigValueColorMode.Value)
    .thresholds(unit === "percent" ? complianceColors() : plainColor())
    .withTarget(toTableQuery(sql));
  return unit === "percent" ? panel.unit(unit).decimals(1) : panel.unit("locale");
}

/** Bars for each day, stacked, one color for each column. */
export function bars(
  { title, description, sql, span = 12, height = 9 }: PanelOptions,
  colors: Readonly<Record<string, string>> = {},
) {
  const panel = new SeriesPanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .span(span)
    .height(height)
    // A bar is a whole day.
    .interval("1d")
    .drawStyle(GraphDrawStyle.Bars)
    .fillOpacity(80)
    .lineWidth(0)
    .stacking(new StackingConfigBuilder().mode(StackingMode.Normal).group("A"))
    .min(0)
    .withTarget(toSeriesQuery(sql));
  for (const [name, color] of Object.entries(colors)) panel.overrideByName(name, toFixedColor(color));
  return panel;
}

/** A line through the days, without a bridge over days without mail. */
export function line(
  { title, description, sql, span = 12, height = 9 }: PanelOptions,
  { unit, max }: { readonly unit: string; readonly max?: number },
) {
  const panel = new SeriesPanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .span(span)
    .height(height)
    .interval("1d")
    .drawStyle(GraphDrawStyle.Line)
    .showPoints(VisibilityMode.Always)
    .fillOpacity(10)
    .unit(unit)
    .decimals(1)
    .min(0)
    .withTarget(toSeriesQuery(sql));
  return max === undefined ? panel : panel.max(max);
}

/** Shares: one column for each part. */
export function pie({ title, description, sql, span = 8, height = 8 }: PanelOptions) {
  return new PiePanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .span(span)
    .height(height)
    .unit("locale")
    .legend(
      new PieChartLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Right)
        .showLegend(true)
        .values([PieChartLegendValues.Value, PieChartLegendValues.Percent]),
    )
    .overrideByName("Pass", toFixedColor(GREEN))
    .overrideByName("Fail", toFixedColor(RED))
    .withTarget(toTableQuery(sql));
}

/** A table; its column "Compliance" is a colored percentage, and "Domain" leads to the board of the domain. */
export function table({ title, description, sql, span = 12, height = 10 }: PanelOptions) {
  return new TablePanelBuilder()
    .title(title)
    .description(description)
    .datasource(datasource)
    .span(span)
    .height(height)
    .filterable(true)
    .overrideByName("Compliance", [
      { id: "unit", value: "percent" },
      { id: "decimals", value: 1 },
      { id: "min", value: 0 },
      { id: "max", value: 100 },
      { id: "thresholds", value: complianceColors().build() },
      { id: "custom.cellOptions", value: { type: "color-background", mode: "basic" } },
    ])
    .overrideByRegexp("/^(Messages|Passed|Failed|Reports|Records)/", [{ id: "unit", value: "locale" }])
    .overrideByName("Domain id", [{ id: "custom.hideFrom.viz", value: true }])
    .overrideByName("Domain", [{ id: "links", value: [domainLink] }])
    .withTarget(toTableQuery(sql));
}

export function text(title: string, content: string, { span = 24, height = 6 } = {}) {
  return new TextPanelBuilder().title(title).span(span).height(height).mode(TextMode.Markdown).content(content);
}

function toFixedColor(color: string): DynamicConfigValue[] {
  return [{ id: "color", value: { mode: "fixed", fixedColor: color } }];
}
