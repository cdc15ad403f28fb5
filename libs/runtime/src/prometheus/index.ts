import client from "@prometheus-io/client";
import type { Metrics } from "../metrics.ts";

/** Creates a separate registry, so that several apps can share a process and each test starts with empty metrics. */
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
