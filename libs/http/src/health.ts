import { describeError } from "@ruaflow/runtime/errors";
import type { Metrics } from "@ruaflow/runtime/metrics";
import type { HttpServer, ReadinessChecks } from "./http-server.ts";

/** Time limit for each readiness check. */
const READINESS_DEADLINE_MS = 3000;
/** Shorter for the gauge: a scrape leaves out a gauge that takes 2 s, and an outage must show as 0. */
const READINESS_GAUGE_DEADLINE_MS = 1500;

/** Marks a route as public; all others need an API key. */
export const PUBLIC = { public: true } as const;

interface HealthOptions {
  readonly metrics: Metrics;
  readonly readiness: ReadinessChecks;
}

/** `/healthz` (the process is alive), `/readyz` (each dependency answers) and `/metrics` (Prometheus). */
export function registerHealth(server: HttpServer, { metrics, readiness }: HealthOptions): void {
  const route = { config: PUBLIC, schema: { hide: true } };
  server.get("/healthz", route, async () => ({ status: "ok" }));
  const checkAll = shareRuns(() => runChecks(readiness, READINESS_DEADLINE_MS));
  const render = shareRuns(() => metrics.render());
  server.get("/readyz", route, async (_request, reply) => {
    const { ready, checks } = await checkAll();
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable", checks });
  });
  server.get("/metrics", route, async (_request, reply) => reply.type(metrics.contentType).send(await render()));
  metrics.gauge("ruaflow_ready", "1 if every dependency that /readyz names answers, otherwise 0.", async () => {
    const { ready } = await runChecks(readiness, READINESS_GAUGE_DEADLINE_MS);
    return ready ? 1 : 0;
  });
}

/** All who ask while an answer is made get this one: anyone may ask, and each answer costs the stores some work. */
function shareRuns<Answer>(run: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function runChecks(readiness: ReadinessChecks, deadlineMs: number) {
  const checks = await Promise.all(Object.entries(readiness).map(([name, check]) => runCheck(name, check, deadlineMs)));
  return { checks, ready: checks.every(({ status }) => status === "ok") };
}

async function runCheck(name: string, check: () => Promise<void>, deadlineMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), deadlineMs);
  });
  try {
    await Promise.race([check(), deadline]);
    return { name, status: "ok" };
  } catch (error) {
    return { name, status: "unavailable", detail: describeError(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** One histogram of durations and one log line with all facts per request: at debug level, at warn for 5xx. */
export function observeRequests(server: HttpServer, metrics: Metrics): void {
  const duration = metrics.histogram({
    name: "ruaflow_http_request_duration_seconds",
    help: "Duration of HTTP requests by route and status.",
    labels: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
  });
  server.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    duration.observe({ method: request.method, route, status: reply.statusCode }, durationMs / 1000);
    if (request.routeOptions.config.public && reply.statusCode < 500) return;
    const caller = request.caller && { organizationId: request.caller.organizationId, keyId: request.caller.keyId };
    const facts = { method: request.method, path: request.url, status: reply.statusCode };
    request.log[reply.statusCode < 500 ? "debug" : "warn"]({ ...facts, route, durationMs, ...caller }, "request");
  });
}
