import { STATUS_CODES } from "node:http";
import { toExampleProblem } from "../problem.ts";
import { PROBLEM_SCHEMA_ID } from "../problem-schema.ts";
import { describeValues } from "./described-values.ts";
import type { DocumentedResponse, MediaType, OpenApiDocument, Operation, Parameter, Schema } from "./document.ts";
import { toExample } from "./example.ts";

const JSON_TYPE = "application/json";
const PROBLEM = { $ref: `#/components/schemas/${PROBLEM_SCHEMA_ID}` };
const REQUEST_ID = { description: "Identifies this request in the service's log.", schema: { type: "string" } };
const RETRY_AFTER = { description: "Seconds to wait before trying again.", schema: { type: "integer", minimum: 1 } };

/**
 * Adds what all routes share and no route declares: the possible errors, as problem documents (RFC 9457); headers; an
 * example for each body, built from the examples of its parts; a description for each value that has one. Fields with a default
 * become optional.
 */
export function completeDocument<Document extends object>(document: Document): Document {
  const completed: Document & OpenApiDocument = JSON.parse(JSON.stringify(document));
  for (const [path, operations] of Object.entries(completed.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      completeRequest(operation);
      completeResponses(operation, listErrors(method, operation), path);
    }
  }
  return describeValues(completed) as Document;
}

function completeRequest({ parameters = [], requestBody }: Operation): void {
  for (const parameter of parameters) {
    if (parameter.schema.default !== undefined) parameter.required = false;
    if (isId(parameter)) removeExample(parameter);
    else parameter.example ??= toExample(parameter.schema);
  }
  for (const [mediaType, media] of Object.entries(requestBody?.content ?? {})) {
    if (media.schema && !("$ref" in media.schema)) {
      makeDefaultsOptional(media.schema);
      if (requestBody && mediaType === JSON_TYPE && isEmptyAllowed(media.schema)) requestBody.required = false;
    }
    addExample(media);
  }
}

/** Swagger UI fills in examples and sends them: an example id would be answered with 404. */
function isId({ name }: Parameter): boolean {
  return name === "id" || name.endsWith("_id");
}

function removeExample(parameter: Parameter): void {
  delete parameter.example;
  delete parameter.schema.example;
  delete parameter.schema.examples;
}

/** The validator fills in defaults before it checks for missing fields. */
function makeDefaultsOptional(schema: Schema): void {
  const { properties = {}, required } = schema;
  if (required) schema.required = required.filter((name) => properties[name]?.default === undefined);
  for (const property of Object.values(properties)) makeDefaultsOptional(property);
}

/** An object without a field that must be there: routes with such a body take a request without one, too. */
function isEmptyAllowed({ type, required, minProperties = 0 }: Schema): boolean {
  return type === "object" && (required ?? []).length === 0 && minProperties === 0;
}

function addExample(media: MediaType): void {
  if (media.schema && !("$ref" in media.schema)) media.example ??= toExample(media.schema);
}

/** The errors that every operation can answer with, in addition to those its route declares. */
function listErrors(method: string, { requestBody }: Operation): number[] {
  const body = requestBody === undefined ? [] : [413];
  const json = requestBody !== undefined && JSON_TYPE in requestBody.content ? [415] : [];
  const idempotency = method === "post" ? [409, 422] : [];
  return [400, 401, 403, ...idempotency, ...body, ...json, 429, 500, 503];
}

function completeResponses({ responses }: Operation, errors: readonly number[], path: string): void {
  for (const status of errors) responses[status] ??= { description: "" };
  for (const [status, response] of Object.entries(responses)) {
    const code = Number(status);
    response.headers = { "X-Request-Id": REQUEST_ID, ...response.headers };
    if (code === 429 || code === 503) response.headers["Retry-After"] = RETRY_AFTER;
    if (code >= 400) describeError(response, code, path);
    else describeSuccess(response, code);
  }
}

function describeError(response: DocumentedResponse, status: number, path: string): void {
  response.description = `${STATUS_CODES[status]}; the codes with this status and what to do: /docs/problems`;
  response.content = { "application/problem+json": { schema: PROBLEM, example: toExampleProblem(status, path) } };
}

function describeSuccess(response: DocumentedResponse, status: number): void {
  if (response.description === "Default Response") response.description = STATUS_CODES[status] ?? "";
  for (const media of Object.values(response.content ?? {})) addExample(media);
}
