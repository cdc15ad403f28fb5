export { type App, type AppContext, requireSetting, runApp } from "./app.ts";
export { freeBuffersEvery, keepHeapSmall, keepYoungGeneration } from "./heap.ts";
export { failProcess, type Service } from "./process.ts";
export { toShownPath } from "./shown-path.ts";
export { startParts } from "./start-parts.ts";
