import { UsageError } from "../errors.ts";
import { setting } from "../setting.ts";

/** Settings of traces, for the schema of every app. Their names are OpenTelemetry's. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.text({
    description:
      "Base URL of an OpenTelemetry collector that receives traces over OTLP/HTTP, such as http://localhost:4318. Not set: no traces.",
    check: (text) => toTracesUrl(text),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting.decimal({
    description: "Part of the traces that are recorded, from 0 to 1. Every app records the same ones.",
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
};

/** The address of traces below the base URL of a collector. @throws {UsageError} for an invalid URL */
export function toTracesUrl(endpoint: string): string {
  if (!URL.canParse(endpoint)) throw new UsageError(`OTEL_EXPORTER_OTLP_ENDPOINT: ${endpoint} is not a valid URL.`);
  return new URL("v1/traces", endpoint.endsWith("/") ? endpoint : `${endpoint}/`).href;
}
