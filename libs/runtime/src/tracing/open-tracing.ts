import type { SettingsOf } from "../settings.ts";
import { toTracesUrl, type tracingSettings } from "./settings.ts";
import { noTracing, type Tracing, type TracingContext } from "./tracing.ts";

/** Tracing as the settings say. Without an endpoint no module of OpenTelemetry is loaded, and a span costs a call. */
export async function openTracing(
  settings: SettingsOf<typeof tracingSettings>,
  context: TracingContext,
): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (endpoint === undefined) return noTracing;
  const { createTracing } = await import("./open-telemetry.ts");
  return createTracing({ ...context, url: toTracesUrl(endpoint), ratio });
}
