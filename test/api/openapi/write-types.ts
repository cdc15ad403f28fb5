import type { Document, DocumentedOperation, Parameter, Schema } from "./document.ts";

/** The client's TypeScript of the API: method, path and types of each operation. */
export function writeTypes({ paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const routes = operations.map(
    ({ method, path, operation }) =>
      `${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path}" },`,
  );
  const types = operations.map(({ operation }) => `/** ${operation.summary}. */\n${writeOperation(operation)}`);
  return `// Written by \`npm run openapi\` from the server's OpenAPI document.

/** Method and path of each operation. */
export const operations = {
${routes.join("\n")}
} as const;

/** Input and answer of each operation. */
export interface Operations {
${types.join("\n")}
}
`;
}

/** The client's TypeScript of the events that webhooks receive, from the schemas of their bodies. */
export function writeEventTypes(envelopes: ReadonlyMap<string, Schema>): string {
  const types = [...envelopes].map(([type, { description, ...schema }]) => {
    return `/** ${description}. */\nreadonly ${JSON.stringify(type)}: ${writeType(schema)};`;
  });
  return `// Written by \`npm run openapi\` from the schemas of the events.

/** The body of each event, by its type. */
export interface WebhookEvents {
${types.join("\n")}
}

/**
 * The event that a webhook receives: \`type\` tells what \`data\` has. Later releases may have further types, which a \`switch\`
 * should let pass.
 */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
`;
}

function writeOperation(operation: DocumentedOperation): string {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  const answer = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content;
  return `${operationId}: {
    path: ${writeParameters(parameters, "path")};
    query: ${writeParameters(parameters, "query")};
    body: ${body ? writeType(body) : "undefined"};
    answer: ${answer?.["application/json"]?.schema ? writeType(answer["application/json"].schema) : "undefined"};
  };`;
}

function writeParameters(parameters: readonly Parameter[], place: string): string {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) =>
      writeField(name, { ...schema, ...(description !== undefined && { description }) }, required ?? false),
    );
  return fields.length === 0 ? "undefined" : `{ ${fields.join("\n")} }`;
}

function writeField(name: string, schema: Schema, required: boolean): string {
  const text = [schema.description ?? [], listValueTexts(schema)].flat().join(" ");
  const comment = text ? `/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
  return `${comment}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${writeType(schema)};`;
}

/** The descriptions of a field's values. */
function listValueTexts({ oneOf, anyOf = [], items }: Schema): string[] {
  const forms = (oneOf ?? anyOf).flatMap((form) =>
    form.const !== undefined && form.description ? [`${form.const}: ${form.description}`] : listValueTexts(form),
  );
  return [...forms, ...(items ? listValueTexts(items) : [])];
}

function writeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf) return schema.oneOf.map(writeType).join(" | ");
  // With a type of its own, these are only the known values.
  if (schema.anyOf && !schema.type) return schema.anyOf.map(writeType).join(" | ");
  switch (schema.type) {
    case "object":
      return writeObject(schema);
    case "array":
      return `readonly (${schema.items ? writeType(schema.items) : "unknown"})[]`;
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

function writeObject({ properties, required = [] }: Schema): string {
  if (!properties) return "Readonly<Record<string, unknown>>";
  const fields = Object.entries(properties).map(([name, part]) => writeField(name, part, required.includes(name)));
  return `{ ${fields.join("\n")} }`;
}
