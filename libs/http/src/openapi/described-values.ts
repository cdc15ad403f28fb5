import { Type } from "typebox";

/** The keyword that has the texts. Ajv ignores it, so that a wrong value is still answered with the list of values. */
export const VALUE_TEXTS = "valueTexts";

interface Options {
  readonly description?: string;
  readonly default?: string;
  readonly examples?: readonly string[];
}

/** A text that is one of a few values, each with a description of its own. */
export function DescribedValues<Value extends string>(texts: Readonly<Record<Value, string>>, options: Options = {}) {
  return Type.Unsafe<Value>({ type: "string", enum: Object.keys(texts), [VALUE_TEXTS]: texts, ...options });
}

/** A text with known values, each with a description of its own. Later releases may add values. */
export function KnownValues(texts: Readonly<Record<string, string>>, options: Options = {}) {
  return Type.Unsafe<string>({ type: "string", [VALUE_TEXTS]: texts, ...options });
}

/** Replaces the texts of values below a part of a document: by `oneOf` if they are all values, otherwise by `anyOf`. */
export function describeValues(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(describeValues);
  if (typeof part !== "object" || part === null) return part;
  const { [VALUE_TEXTS]: texts, ...others } = part as Readonly<Record<string, unknown>>;
  if (typeof texts === "object" && texts !== null && others.type === "string") return toForms(texts, others);
  return Object.fromEntries(Object.entries(part).map(([name, child]) => [name, describeValues(child)]));
}

function toForms(texts: object, { type, enum: values, description, ...others }: Readonly<Record<string, unknown>>) {
  const forms = Object.entries(texts).map(([value, text]) => ({ const: value, description: text }));
  const known = values === undefined ? { anyOf: [...forms, OTHER_VALUE] } : { oneOf: forms };
  return { type, ...(description !== undefined && { description }), ...known, ...others };
}

const OTHER_VALUE = { type: "string", description: "Later releases may add values." };
