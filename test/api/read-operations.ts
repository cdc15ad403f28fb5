import type { HttpServer } from "@ruaflow/http";
import { METHODS, type Method } from "./read-routes.ts";

/** The part of JSON Schema that our routes use. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly schema: Schema;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly method: Method;
  /** `/api/v1/reports/{id}` */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schema of its JSON body. */
  readonly body: Schema | null;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Every operation that the server's OpenAPI document describes. */
export async function readOperations(server: HttpServer): Promise<Operation[]> {
  const response = await server.inject({ url: "/openapi.json" });
  const { paths }: Document = JSON.parse(response.payload);
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method.toLowerCase()];
      if (!operation) return [];
      const body = operation.requestBody?.content["application/json"]?.schema ?? null;
      return [{ method, path, parameters: operation.parameters ?? [], body }];
    }),
  );
}

/** A value that is valid for the schema, from its examples if it has any. */
export function toSample(schema: Schema): unknown {
  const given = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return toSample(forms[0] ?? {});
  if (schema.type === "object") return toSampleObject(schema);
  if (schema.type === "array") return schema.items ? [toSample(schema.items)] : [];
  if (schema.type === "string") return "sample";
  if (schema.type === "null") return null;
  return schema.type === "boolean" ? true : 1;
}

function toSampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  const wanted = needed.length > 0 ? needed : Object.entries(properties);
  return Object.fromEntries(wanted.map(([name, property]) => [name, toSample(property)]));
}
