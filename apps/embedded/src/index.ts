export { type Settings, settingsSchema } from "./config.ts";
export { type Engines, startEngines } from "./engines.ts";
