import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import {
  type Document,
  type DocumentedOperation,
  eventTypesPath,
  filtersPath,
  readCommittedDocument,
  readEnvelopes,
  readServedDocument,
  typesPath,
} from "./openapi/document.ts";
import { format } from "./openapi/format.ts";
import { writeFilters } from "./openapi/write-filters.ts";
import { writeEventTypes, writeTypes } from "./openapi/write-types.ts";

interface Operation extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
}

const OPERATIONS_MIN = 14;
/** A longer text is a list of values, or a note that several operations share. */
const DESCRIPTION_CHARS_MAX = 400;
const HINT = "update it with: npm run openapi";

let served: Document;
let operations: readonly Operation[];

beforeAll(async () => {
  served = await readServedDocument();
  operations = Object.entries(served.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}, 120_000);

test("the committed document equals the server's", async () => {
  expect(await readCommittedDocument(), HINT).toEqual(served);
});

test("the client's types match the document", async () => {
  expect(await readFile(typesPath, "utf8"), HINT).toBe(format(writeTypes(served), typesPath));
});

test("the client's types of events match their schemas", async () => {
  const written = format(writeEventTypes(readEnvelopes()), eventTypesPath);
  expect(await readFile(eventTypesPath, "utf8"), HINT).toBe(written);
});

test("the page's filters match the table", async () => {
  expect(await readFile(filtersPath, "utf8"), HINT).toBe(format(writeFilters(), filtersPath));
});

test("the client has a function for every operation", async () => {
  const folder = new URL("../../libs/client/src/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => !/(^operations|\.test)\.ts$/.test(name));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const source = sources.join("\n");
  const forgotten = operations.filter(({ operationId }) => !source.includes(`"${operationId}"`));
  expect(forgotten.map(({ operationId }) => operationId)).toEqual([]);
});

test("it is OpenAPI 3.1, and every operation has a unique name, a summary and a tag", () => {
  expect(served.openapi).toMatch(/^3\.1\./);
  expect(operations.length).toBeGreaterThanOrEqual(OPERATIONS_MIN);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, summary, tags } of operations) {
    expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
    expect(summary.length).toBeGreaterThan(5);
    expect(tags).toHaveLength(1);
  }
});

test("no description is longer than a few sentences", () => {
  const descriptions = listDescriptions(served);
  expect(descriptions.length).toBeGreaterThan(1000);
  expect(descriptions.filter((text) => text.length > DESCRIPTION_CHARS_MAX)).toEqual([]);
});

test("every possible error of an operation is documented as a problem document", () => {
  for (const operation of operations) {
    const { operationId, responses } = operation;
    const documented = Object.keys(responses).map(Number);
    expect([operationId, listErrors(operation).filter((status) => !documented.includes(status))]).toEqual([
      operationId,
      [],
    ]);
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) >= 400) expect(Object.keys(content ?? {})).toEqual(["application/problem+json"]);
    }
  }
});

function listDescriptions(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, child]) =>
    name === "description" && typeof child === "string" ? [child] : listDescriptions(child),
  );
}

/** Derived from the input: keys and limits for all operations, unknown ids, idempotency keys, bodies. */
function listErrors({ method, path, parameters = [], requestBody }: Operation): number[] {
  const isAboutIds = path.includes("{") || parameters.some(({ name }) => name === "domain_id");
  return [
    ...[400, 401, 403, 429, 500, 503],
    ...(isAboutIds ? [404] : []),
    ...(method === "post" ? [409, 422] : []),
    ...(requestBody ? [413] : []),
    ...(requestBody?.content["application/json"] ? [415] : []),
  ];
}
