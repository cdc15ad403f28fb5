export { type App, type AppContext, requireSetting, runApp } from "./app.ts";
export { type Batcher, createBatcher } from "./batching.ts";
export { keepHeapSmall, keepYoungGeneration } from "./heap.ts";
export { createKeyedBatcher } from "./keyed-batching.ts";
export { type Loop, type LoopOptions, startLoop } from "./loop.ts";
export { failProcess, type Service } from "./process.ts";
export { retryUntilDone } from "./retry.ts";
export { startParts } from "./start-parts.ts";
export { writeApart } from "./write-apart.ts";
