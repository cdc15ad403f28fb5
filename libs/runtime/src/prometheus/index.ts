import client from "@prometheus-io/client";
import type { KnownLabels, Metrics } from "../metrics.ts";
import { createGaugeReader } from "./read-gauge.ts";

/** A scraper waits about 10 s for the whole answer. */
const GAUGE_TIMEOUT_MS = 2000;

export interface MetricsOptions {
  /** What this process does: `ruaflow_role_info` has a series for each, so that one that is gone is missed. */
  readonly roles?: readonly string[];
  /** How long a scrape waits for a gauge; default 2 s. */
  readonly gaugeTimeoutMs?: number;
  /** Called when a gauge cannot be read, and not again until it has been read. */
  readonly onGaugeError?: (name: string, error: unknown) => void;
}

/**
 * Creates a separate registry, so that several apps can share a process and each test starts with empty metrics. A gauge
 * that cannot be read has no value in that scrape; all other metrics do.
 */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  const { roles = [], gaugeTimeoutMs = GAUGE_TIMEOUT_MS, onGaugeError } = options;
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const role = new client.Gauge({
    name: "ruaflow_role_info",
    help: "1 for each role that this process has.",
    labelNames: ["role"],
    registers: [registry],
  });
  for (const name of roles) role.set({ role: name }, 1);
  const refreshes: (() => Promise<void>)[] = [];
  const failures = new client.Counter({
    name: "ruaflow_metrics_failed_reads_total",
    help: "Gauges left out of a scrape because they could not be read in time.",
    labelNames: ["metric"],
    registers: [registry],
  });
  return {
    counter(name, help, labels) {
      const counter = new client.Counter({ name, help, labelNames: Object.keys(labels ?? {}), registers: [registry] });
      for (const series of labels ? listSeries(labels) : []) counter.inc(series, 0);
      return counter;
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
      const gauge = new client.Gauge({ name, help, registers: [registry] });
      failures.inc({ metric: name }, 0);
      const readGauge = createGaugeReader(read, {
        timeoutMs: gaugeTimeoutMs,
        onError: (error) => onGaugeError?.(name, error),
      });
      refreshes.push(async () => {
        const value = await readGauge();
        if (value !== null) return gauge.set(value);
        gauge.remove();
        failures.inc({ metric: name });
      });
    },
    labeledGauge({ name, help, label, read }) {
      const gauge = new client.Gauge({ name, help, labelNames: [label], registers: [registry] });
      refreshes.push(async () => setSeries(gauge, label, read()));
    },
    async render() {
      await Promise.all(refreshes.map((refresh) => refresh()));
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function setSeries(gauge: client.Gauge<string>, label: string, values: ReadonlyMap<string, number>): void {
  for (const [series, value] of values) gauge.set({ [label]: series }, value);
}

/** Every combination of the values. */
function listSeries<Label extends string>(labels: KnownLabels<Label>): Record<string, string>[] {
  const entries: [string, readonly string[]][] = Object.entries(labels);
  return entries.reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
