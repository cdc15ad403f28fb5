export { type WatcherSettings, watcherSettings } from "./config.ts";
export { createWatcher, toWatcherOptions, type WatcherOptions } from "./watcher.ts";
