export { type SourceEnricherSettings, sourceEnricherSettings } from "./config.ts";
export { createSourceEnricher, type SourceEnricherOptions, toSourceEnricherOptions } from "./source-enricher.ts";
