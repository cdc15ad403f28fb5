import type { Schema } from "./document.ts";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-10-01T08:30:00.000Z",
  date: "2026-10-01",
};

/** Builds a valid value from the examples of the schema's parts. */
export function toExample(schema: Schema): unknown {
  const candidates = [schema.example, schema.examples?.[0], schema.default, schema.const, schema.enum?.[0]];
  const chosen = candidates.find((value) => value !== undefined);
  if (chosen !== undefined) return chosen;
  if (schema.anyOf) return toExample(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, toExample(part)]));
    case "array":
      return schema.items ? [toExample(schema.items)] : [];
    case "string":
      return FORMATS[schema.format ?? ""] ?? "text";
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.minimum ?? 1;
  }
}
