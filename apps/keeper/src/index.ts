export { type KeeperSettings, keeperSettings } from "./config.ts";
export { toKeeperOptions } from "./from-settings.ts";
export { createKeeper } from "./keeper.ts";
