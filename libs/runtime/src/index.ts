export { type App, type AppContext, requireSetting, runApp } from "./app.ts";
export { type Batcher, createBatcher } from "./batching.ts";
export { ENGINE_LINGER_MS, gatherQuestions } from "./gather-questions.ts";
export { keepHeapSmall, keepYoungGeneration } from "./heap.ts";
export { type Loop, type LoopOptions, startLoop } from "./loop.ts";
export { failProcess, type Service } from "./process.ts";
export { retryUntilDone } from "./retry.ts";
export { shareReads } from "./share-reads.ts";
export { startParts } from "./start-parts.ts";
