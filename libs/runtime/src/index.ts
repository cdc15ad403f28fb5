export { type Batcher, createBatcher } from "./batching.ts";
export { describeError, isOutage, OutageError, UsageError } from "./errors.ts";
export { createLogger, type Logger } from "./logger.ts";
export { type Counter, createMetrics, type Histogram, type Metrics } from "./metrics.ts";
export { deadLetter, drop, type Outcome, ok } from "./outcome.ts";
export { failProcess, runProcess, type Service, stopInOrder } from "./process.ts";
export { retryUntilDone } from "./retry.ts";
export {
  describeSettings,
  type Environment,
  findUnknownVariables,
  maskUrl,
  readSettings,
  Secret,
  SettingsError,
} from "./settings.ts";
