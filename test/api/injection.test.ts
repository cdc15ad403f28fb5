import { OPERATOR_SCOPE } from "@ruaflow/metadata-store/tenants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization, type TestRequest } from "../../apps/api/src/testing/index.ts";
import { makeId } from "./foreign-ids.ts";
import { listPayloads } from "./payloads.ts";
import { type Operation, type Parameter, readOperations, type Schema, toSample } from "./read-operations.ts";

/** Allowed statuses for any text: never an internal error. */
const EXPECTED = new Set([200, 201, 204, 400, 404, 409, 422]);
/** Words that reveal internals; no answer may contain one. */
const INTERNALS = /syntax error|clickhouse|postgres|SQLSTATE|DB::Exception|\bat .*\.ts:\d|node_modules/i;
const REQUESTS_MIN = 20_000;

let api: TestApi;
let attacker: TestOrganization;

beforeAll(async () => {
  api = await startApi();
  await api.log.prepare();
  attacker = await api.createOrganization();
});

afterAll(() => api.stop());

/** Builds a request with a payload in one place. */
type Place = (payload: string) => TestRequest;

function listPlaces(operation: Operation): Place[] {
  const { method, path, parameters, body } = operation;
  const inUrl = parameters.filter((parameter) => parameter.in !== "header");
  const sample = body === null ? {} : { body: asObject(toSample(body)) };
  const places = inUrl.map(
    (chosen): Place =>
      (payload) => ({ method, url: toUrl(path, inUrl, { chosen, payload }), ...sample }),
  );
  const url = toUrl(path, inUrl, null);
  const inBody = body === null ? [] : listBodyPlaces(body, sample.body ?? {});
  return [
    ...places,
    ...inBody.map(
      (fill): Place =>
        (payload) => ({ method, url, body: fill(payload) }),
    ),
  ];
}

interface Chosen {
  readonly chosen: Parameter;
  readonly payload: string;
}

/** The payload in one parameter, samples in the required others. */
function toUrl(path: string, parameters: readonly Parameter[], place: Chosen | null): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const readValue = (parameter: Parameter) =>
    parameter === place?.chosen ? place.payload : String(toSample(parameter.schema));
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, () => encode(readValue(parameter))), path);
  const query = place?.chosen.in === "query" ? `?${place.chosen.name}=${encode(place.payload)}` : "";
  return filled + query;
}

/** Every property, every item of a list, and an unknown property. */
function listBodyPlaces({ properties = {}, anyOf }: Schema, sample: object): ((payload: string) => object)[] {
  if (anyOf) return anyOf.flatMap((form) => listBodyPlaces(form, asObject(toSample(form))));
  const whole = Object.keys(properties).map((name) => (payload: string) => ({ ...sample, [name]: payload }));
  const items = Object.entries(properties)
    .filter(([, { type }]) => type === "array")
    .map(([name]) => (payload: string) => ({ ...sample, [name]: [payload] }));
  return [...whole, ...items, (payload) => ({ ...sample, [payload]: payload })];
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

test("no text in any parameter causes an internal error or reveals internals", async () => {
  const domainId = await makeId("domains", attacker);
  // Of the operator's operations, too, the texts are to be tried, not the refusal.
  const operator = await attacker.createKey([OPERATOR_SCOPE]);
  const places = (await readOperations(api.server)).flatMap(listPlaces);
  expect(places.length).toBeGreaterThan(20);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  for (const [number, place] of places.entries()) {
    for (const payload of listPayloads(number)) {
      const request = place(payload);
      const key = request.url.startsWith("/api/v1/operator/") ? operator : attacker.key;
      const { status, text } = await attacker.ask({ ...request, key });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const isRepeated = INTERNALS.test(JSON.stringify(request));
      // An empty segment, or one that a URL removes, makes another path instead of an id.
      if (status === 405 && ["", "."].includes(payload)) continue;
      // No text is a key or a link by which a browser signs in.
      if (status === 401 && request.url === "/api/v1/session") continue;
      if (!EXPECTED.has(status) || (INTERNALS.test(text) && !isRepeated)) {
        faults.push(
          `${status} ${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.body ?? null).slice(0, 200)}`,
        );
      }
    }
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(REQUESTS_MIN);
  const list = await attacker.ask({ url: `/api/v1/reports?domain_id=${domainId}` });
  expect(list.status).toBe(200);
}, 600_000);
