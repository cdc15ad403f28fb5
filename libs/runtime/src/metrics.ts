/** Registry and constructors of Prometheus metrics. Labels must be bounded: no addresses, domains or identifiers. */
export interface Metrics {
  /**
   * A counter whose series exist from the start, at 0: one for each combination of its labels' known values. To an alert rule a
   * series that begins with its first burst shows no increase.
   */
  counter<Label extends string = never>(name: string, help: string, labels?: KnownLabels<Label>): Counter<Label>;
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label>;
  /** A gauge whose value is read at each scrape; a scrape in which `read` fails or hangs leaves it out. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void;
  /** A gauge with a series for each value of a label, read at each scrape from what this process knows. */
  labeledGauge(options: LabeledGaugeOptions): void;
  /** Everything in Prometheus' text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

/** The values of each label that can be known; empty where none can. */
export type KnownLabels<Label extends string> = Readonly<Record<Label, readonly string[]>>;

export interface Counter<Label extends string> {
  inc(labels: Record<Label, string>, value?: number): void;
}

export interface Histogram<Label extends string> {
  observe(labels: Partial<Record<Label, string | number>>, value: number): void;
}

export interface LabeledGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** The value of each series, by the value of its label. */
  readonly read: () => ReadonlyMap<string, number>;
}

export interface HistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
  readonly buckets: readonly number[];
}

/** For a process without a metrics endpoint, such as a short command. */
export const noMetrics: Metrics = {
  counter: () => ({ inc: () => undefined }),
  histogram: () => ({ observe: () => undefined }),
  gauge: () => undefined,
  labeledGauge: () => undefined,
  render: async () => "",
  contentType: "text/plain",
};
