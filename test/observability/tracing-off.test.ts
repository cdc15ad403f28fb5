import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Loads the whole service, records a span, and counts the modules that were loaded. */
const script = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const app = await import(${JSON.stringify(new URL("../../apps/embedded/src/app.ts", import.meta.url).href)});
const { openTracing } = await import(${JSON.stringify(new URL("../../libs/runtime/src/tracing/index.ts", import.meta.url).href)});
const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: process.argv[1], OTEL_TRACES_SAMPLER_ARG: 1 }, {});
tracing.start({ name: "a", kind: "server", subject: "b", attributes: {} }).end();
await tracing.stop();
console.log(loaded.length, loaded.filter((url) => url.includes("opentelemetry")).length);
process.exit();
`;

test.each([
  [[], false],
  [["http://127.0.0.1:9"], true],
])("OpenTelemetry is loaded only with an endpoint: %j", (endpoint, isLoaded) => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, ...endpoint], {
    cwd,
    encoding: "utf8",
  });
  const [all, ofOpenTelemetry] = stdout.split(" ").map(Number);
  // Fewer modules would mean that the service was not loaded.
  expect(all, stderr).toBeGreaterThan(200);
  expect(ofOpenTelemetry !== 0).toBe(isLoaded);
});
