import { type FieldFacts, type Properties, toList, toProperties } from "@ruaflow/report/fields";
import { toSnakeCase } from "@ruaflow/runtime/text";
import { type TProperties, type TSchema, Type } from "typebox";

interface NestedField extends FieldFacts {
  readonly path: string | null;
  /** Of the content that first covers the field. */
  readonly form: number;
}

interface Step extends Omit<NestedField, "path"> {
  /** What is left of the field's path. */
  readonly path: readonly string[];
}

/** In a schema: the form of its field. Programs read columns of CSV by their place, so those of later forms come last. */
export const FORM = Symbol("form");

interface Part {
  readonly schema: TProperties;
  readonly write: (source: unknown) => Properties;
}

/**
 * The schema of fields as nested objects and lists, named as the API names them, and how such an object is made from the model:
 * `policyEvaluated/reasons[]/type` becomes `policy_evaluated: { reasons: [{ type }] }`.
 */
export function toNested(fields: readonly NestedField[]): Part {
  return toPart(fields.map((field) => ({ ...field, path: field.path?.split("/") ?? [] })));
}

function toPart(steps: readonly Step[]): Part {
  const members = [...Map.groupBy(steps, ({ path: [own = ""] }) => own)].map(([own, group]) => {
    const key = own.replace("[]", "");
    return { key, name: toSnakeCase(key), ...toMember(group, own.endsWith("[]")) };
  });
  return {
    schema: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    write(source) {
      const from = toProperties(source);
      const target: Properties = {};
      for (const { key, name, write } of members) target[name] = write(from[key]);
      return target;
    },
  };
}

function toMember(group: readonly Step[], isList: boolean): { schema: TSchema; write: (value: unknown) => unknown } {
  const [first] = group;
  if (first?.path.length === 1) return { schema: toSchema(first), write: (value) => value };
  const inner = toPart(group.map((step) => ({ ...step, path: step.path.slice(1) })));
  const object = Type.Object(inner.schema);
  if (!isList) return { schema: object, write: inner.write };
  return { schema: Type.Array(object), write: (value) => toList(value).map(inner.write) };
}

function toSchema({ kind, meaning, example, form }: Step): TSchema {
  const options = { description: meaning, ...(example !== undefined && { examples: [example] }), [FORM]: form };
  switch (kind) {
    case "text":
      return Type.String(options);
    case "optional":
      return Type.Union([Type.String(), Type.Null()], options);
    case "count":
      return Type.Integer(options);
    case "flag":
      return Type.Boolean(options);
  }
}
