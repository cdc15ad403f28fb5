export { type Counter, type Metrics, noMetrics } from "../metrics.ts";
