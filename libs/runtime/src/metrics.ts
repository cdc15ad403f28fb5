import client from "@prometheus-io/client";

/** Registry and constructors of Prometheus metrics. Labels must be bounded: no addresses, domains or identifiers. */
export interface Metrics {
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  histogram<Label extends string = never>(options: HistogramOptions<Label>): Histogram<Label>;
  /** A gauge whose value is asked for at each scrape. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void;
  /** Everything in Prometheus' text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

export interface Counter<Label extends string> {
  inc(labels: Record<Label, string>, value?: number): void;
}

export interface Histogram<Label extends string> {
  observe(labels: Partial<Record<Label, string | number>>, value: number): void;
}

export interface HistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
  readonly buckets: readonly number[];
}

/** Creates a registry of its own, so that several apps can live in one process and each test starts from nothing. */
export function createMetrics(): Metrics {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return {
    counter(name, help, labels = []) {
      return new client.Counter({ name, help, labelNames: [...labels], registers: [registry] });
    },
    histogram({ name, help, labels = [], buckets }) {
      return new client.Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: [...buckets],
        registers: [registry],
      });
    },
    gauge(name, help, read) {
      new client.Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
