export { type CollectorOptions, createCollector } from "./collector.ts";
export { openSources } from "./open-sources.ts";
