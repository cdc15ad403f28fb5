import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { readSettings } from "../settings.ts";
import { openTracing, tracingSettings } from "./index.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A collector that answers with a status; returns its base URL and the names of the spans that it received. */
async function startCollector(status: number) {
  const names: string[] = [];
  const started = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      names.push(...[...body.matchAll(/"name":"(\w+ \d+)"/g)].map(([, name = ""]) => name));
      response.writeHead(status).end();
    });
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return { endpoint: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, names };
}

function open(endpoint: string, ratio = "1") {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const settings = readSettings(tracingSettings, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  return { opened: openTracing(settings, { app: "test", logger }), lines };
}

const span = (index: number) =>
  ({ name: `span ${index}`, kind: "server", subject: `sub_${index}`, attributes: {} }) as const;

test("a stop sends the spans that were not sent yet", async () => {
  const { endpoint, names } = await startCollector(200);
  const tracing = await open(endpoint).opened;
  tracing.start(span(1)).end();
  await tracing.stop();
  expect(names).toEqual(["span 1"]);
});

test("every process records the same part of the traces, whatever it was told of the parent", async () => {
  const record = async () => {
    const { endpoint, names } = await startCollector(200);
    const tracing = await open(endpoint, "0.3").opened;
    for (let index = 0; index < 200; index += 1) {
      tracing.start({ ...span(index), parent: tracing.toTraceparent(`sub_${index}`, "cause") }).end();
    }
    await tracing.stop();
    return names;
  };
  const names = await record();
  expect(names.length).toBeGreaterThan(30);
  expect(names.length).toBeLessThan(90);
  expect(await record()).toEqual(names);
});

test("a collector that refuses is reported once, and nothing waits for it", async () => {
  const { endpoint } = await startCollector(400);
  const { opened, lines } = open(endpoint);
  const tracing = await opened;
  tracing.start(span(1)).end();
  await vi.waitFor(() => expect(lines.join("")).toContain("the collector takes no traces"), { timeout: 5000 });
  tracing.start(span(2)).end();
  await tracing.stop();
  expect(lines).toHaveLength(1);
});

test("an endpoint that is not a URL is refused by the name of its setting", () => {
  expect(() => readSettings(tracingSettings, { OTEL_EXPORTER_OTLP_ENDPOINT: "collector" })).toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  );
});
