import type { Logger } from "../logger.ts";

/** Records spans, and names places in a trace so that other processes can continue it. */
export interface Tracing {
  readonly isOn: boolean;
  /** Id of the trace about a subject, for log lines; `undefined` while tracing is off. */
  toTraceId(subject: string): string | undefined;
  /** `traceparent` (W3C Trace Context) of the span with a key, in the trace about a subject. */
  toTraceparent(subject: string, key: string): string;
  start(span: SpanStart): Span;
  /** Sends what was recorded, for at most a few seconds. */
  stop(): Promise<void>;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: "server" | "client" | "producer" | "consumer";
  /** What the trace is about, such as a submission's id. The trace's id derives from it, so every process knows it. */
  readonly subject: string;
  /** Makes the span's id known to processes that know the key: {@link Tracing.toTraceparent}. Absent: a random id. */
  readonly key?: string;
  /** `traceparent` of the span that caused this one; absent: the trace begins here. */
  readonly parent?: string | undefined;
  readonly attributes: Attributes;
  /** For a span of work that has been done; absent: now. */
  readonly startedAt?: Date;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  /** Place of this span, to be sent along with what it causes. */
  readonly traceparent: string;
  end(attributes?: Attributes): void;
  /** Ends it as failed. */
  fail(error: unknown): void;
}

const noSpan: Span = { traceparent: "", end: () => undefined, fail: () => undefined };

/** Records nothing. */
export const noTracing: Tracing = {
  isOn: false,
  toTraceId: () => undefined,
  toTraceparent: () => "",
  start: () => noSpan,
  stop: async () => undefined,
};

export interface TracingContext {
  /** Name of the app, as the traces show it. */
  readonly app: string;
  readonly logger: Logger;
}
