export { type App, type AppContext, type RunningApp, requireSetting, runApp } from "./app.ts";
export { type Batcher, createBatcher } from "./batching.ts";
export { describeError, isOutage, OutageError, RefusedWriteError, UsageError } from "./errors.ts";
export { ENGINE_LINGER_MS, gatherQuestions } from "./gather-questions.ts";
export { keepHeapSmall, keepYoungGeneration } from "./heap.ts";
export { createLogger, type Logger, loggerSettings } from "./logger.ts";
export { type Loop, type LoopOptions, startLoop } from "./loop.ts";
export { type Counter, type Histogram, type Metrics, noMetrics } from "./metrics.ts";
export { deadLetter, drop, type Outcome, ok } from "./outcome.ts";
export { failProcess, type Service } from "./process.ts";
export { retryUntilDone } from "./retry.ts";
export { setting } from "./setting.ts";
export {
  dataFolderSettings,
  type Environment,
  readSettings,
  SettingsError,
  type SettingsOf,
} from "./settings.ts";
export { shareReads } from "./share-reads.ts";
export { startParts } from "./start-parts.ts";
