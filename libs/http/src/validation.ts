import type { FastifyRequest } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { Pointer } from "typebox/value";
import { ProblemError } from "./problem.ts";

/** Maximum number of faults reported: a request can have thousands. */
const FAULTS_MAX = 20;
/** Maximum number of characters of untrusted text in a message. */
const SHOWN_MAX = 60;

/** The parts of a request that have a schema, by Fastify's names. */
const PLACES = { querystring: "query", body: "body", params: "params", headers: "headers" } as const;
type Context = keyof typeof PLACES;

/** The problem for a request that does not match its schema: each fault has a JSON pointer (RFC 6901). */
export function toValidationProblem(
  faults: readonly FastifySchemaValidationError[],
  context: string,
  request: FastifyRequest,
): ProblemError {
  const place = PLACES[isContext(context) ? context : "body"];
  const errors = faults.slice(0, FAULTS_MAX).map((fault) => {
    const named = fault.params.additionalProperty ?? fault.params.missingProperty;
    const pointer = `/${place}${fault.instancePath}${named === undefined ? "" : `/${escapePointer(String(named))}`}`;
    return { pointer: pointer.slice(0, SHOWN_MAX * 2), message: describeFault(fault, request[place]) };
  });
  const detail = errors.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
  return new ProblemError("invalid_request", `${detail}.`, errors);
}

function isContext(name: string): name is Context {
  return name in PLACES;
}

function describeFault(
  { keyword, params, message, instancePath }: FastifySchemaValidationError,
  part: unknown,
): string {
  if (keyword === "additionalProperties") return "is unknown; check its spelling";
  if (keyword !== "enum" || !Array.isArray(params.allowedValues)) return message ?? "is not valid";
  const value = JSON.stringify(Pointer.Get(part, instancePath)) ?? "nothing";
  return `must be one of ${params.allowedValues.join(", ")}; it is ${value.slice(0, SHOWN_MAX)}`;
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A problem with one part of the request, for rules that a schema cannot express. */
export function invalidAt(pointer: string, message: string): ProblemError {
  return new ProblemError("invalid_request", `${pointer} ${message}.`, [{ pointer, message }]);
}

/**
 * Converts query parameters, which are text, to the numbers and booleans of the schema. Bodies are never converted: in
 * JSON, "5" is not 5.
 */
export function convertQuery(request: FastifyRequest): void {
  const properties = readProperties(request.routeOptions.schema?.querystring);
  const query = request.query;
  if (properties === null || !isObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value === "string" && isObject(property)) query[name] = convert(value, property.type);
  }
}

function convert(text: string, type: unknown): string | number | boolean | string[] {
  if ((type === "integer" && /^-?\d{1,15}$/.test(text)) || (type === "number" && /^-?\d{1,15}(\.\d+)?$/.test(text))) {
    return Number(text);
  }
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return type === "array" ? [text] : text;
}

function readProperties(schema: unknown): Record<string, unknown> | null {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Refuses U+0000 in path and query: PostgreSQL cannot store it, and no identifier or name contains it. */
export function refuseNul(request: FastifyRequest): void {
  if (/%00/.test(request.url)) throw new ProblemError("invalid_request", "The URL contains a NUL character.");
}
