export { readEmbeddedSettings, type Settings } from "./config.ts";
export { type EmbeddedService, startEmbedded } from "./embedded.ts";
export { createLog, type Engines, startEngines } from "./engines.ts";
