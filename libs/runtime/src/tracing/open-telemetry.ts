import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { describeError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import type { Span, Tracing, TracingContext } from "./tracing.ts";

export interface OpenTelemetryOptions extends TracingContext {
  /** Where the exporter posts traces. */
  readonly url: string;
  /** Part of the traces that are recorded, from 0 to 1. */
  readonly ratio: number;
}

/** Spans wait this long for others to be sent with. What exceeds the queue while the collector is away is dropped. */
const EXPORT_EVERY_MS = 1000;
/** Longest wait of a stop for the last spans: a process has 25 s in all. */
const STOP_MS_MAX = 3000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Sends spans to an OpenTelemetry collector. Ids of traces derive from their subjects, so that a process that knows only
 * the subject continues the trace, and so that all processes record the same part of the traces.
 */
export function createTracing({ app, logger, url, ratio }: OpenTelemetryOptions): Tracing {
  const random = new RandomIdGenerator();
  let ids = { traceId: "", spanId: "" };
  const exporter = reportFailures(new OTLPTraceExporter({ url }), logger);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.namespace": "ruaflow", "service.name": app }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
  });
  const tracer = provider.getTracer("ruaflow");
  return {
    isOn: true,
    toTraceId,
    toTraceparent: (subject, key) => `00-${toTraceId(subject)}-${toSpanId(key)}-01`,
    start({ name, kind, subject, key, parent = "", attributes, startedAt }) {
      ids = {
        traceId: toTraceId(subject),
        spanId: key === undefined ? random.generateSpanId() : toSpanId(key),
      };
      const cause = parseTraceParent(parent);
      const context = cause === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...cause, isRemote: true });
      const options = { kind: KINDS[kind], attributes, ...(startedAt && { startTime: startedAt }) };
      return toSpan(tracer.startSpan(name, options, context));
    },
    async stop() {
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MS_MAX, undefined, { ref: false })]);
    },
  };
}

/** The first 128 bits of the SHA-256: `printf %s SUBJECT | sha256sum | head -c 32`. */
function toTraceId(subject: string): string {
  return hash("sha256", subject).slice(0, 32);
}

function toSpanId(key: string): string {
  return hash("sha256", key).slice(0, 16);
}

function toSpan(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    end(attributes = {}) {
      span.setAttributes({ ...attributes }).end();
    },
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: describeError(error) }).end();
    },
  };
}

/** Warns once when the collector stops to take spans, and again only after it has taken some. */
function reportFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  const report = ({ code, error }: ExportResult) => {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed && !isFailing) logger.warn({ err: error }, "the collector takes no traces: they are dropped");
    isFailing = hasFailed;
  };
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        report(result);
        onResult(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
