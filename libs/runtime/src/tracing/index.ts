export { openTracing } from "./open-tracing.ts";
export { tracingSettings } from "./settings.ts";
export { noTracing, type Span, type Tracing } from "./tracing.ts";
