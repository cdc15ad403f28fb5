import { describeMismatch } from "@ruaflow/runtime/validation";
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
  const errors = selectFaults(faults)
    .slice(0, FAULTS_MAX)
    .map((fault) => {
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

function describeFault({ keyword, params, instancePath }: FastifySchemaValidationError, part: unknown): string {
  const sentence = describeMismatch({ keyword, params });
  if (keyword !== "enum") return sentence;
  const value = JSON.stringify(Pointer.Get(part, instancePath)) ?? "nothing";
  return `${sentence}; it is ${value.slice(0, SHOWN_MAX)}`;
}

/**
 * The faults that tell the client something. Of a value with several accepted forms there is one for each form and one that none
 * fits: that it is not null, and that no form fits, is left out beside what the other form misses.
 */
function selectFaults(faults: readonly FastifySchemaValidationError[]): readonly FastifySchemaValidationError[] {
  const open = faults.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath);
  const isTelling = ({ keyword, params }: FastifySchemaValidationError) =>
    keyword !== "anyOf" && !(keyword === "type" && params.type === "null");
  const told = new Set(faults.filter(isTelling).map(({ instancePath }) => instancePath));
  return faults.filter(
    (fault) => !open.includes(fault.instancePath) || !told.has(fault.instancePath) || isTelling(fault),
  );
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
  if (
    (type === "integer" && /^-?\d{1,15}$/.test(text)) ||
    (type === "number" && /^-?\d{1,15}(\.\d+)?(e-\d{1,3}|e\d{1,2})?$/i.test(text))
  ) {
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
