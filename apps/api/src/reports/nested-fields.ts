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

type Descriptions = ReadonlyMap<string, string>;

interface Part {
  readonly schema: TProperties;
  readonly write: (source: unknown) => Properties;
}

/**
 * The schema of fields as nested objects and lists, named as the API names them, and how such an object is made from the model:
 * `policyEvaluated/reasons[]/type` becomes `policy_evaluated: { reasons: [{ type }] }`.
 * @param groups descriptions of objects, by the name in the model
 */
export function toNested(fields: readonly NestedField[], groups: Descriptions = new Map()): Part {
  return toPart(
    fields.map((field) => ({ ...field, path: field.path?.split("/") ?? [] })),
    groups,
  );
}

function toPart(steps: readonly Step[], groups: Descriptions): Part {
  const members = [...Map.groupBy(steps, ({ path: [own = ""] }) => own)].map(([own, group]) => {
    const key = own.replace("[]", "");
    const member = own.endsWith("[]") ? toListMember(group, groups) : toMember(group, { key, groups });
    return { key, name: toSnakeCase(key), ...member };
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

interface Member {
  readonly schema: TSchema;
  readonly write: (value: unknown) => unknown;
}

interface Named {
  readonly key: string;
  readonly groups: Descriptions;
}

function toMember(group: readonly Step[], { key, groups }: Named): Member {
  const [first] = group;
  if (first?.path.length === 1) return { schema: toSchema(first), write: (value) => value };
  const inner = toPart(group.map(toInner), groups);
  const description = groups.get(key);
  return { schema: Type.Object(inner.schema, { ...(description && { description }) }), write: inner.write };
}

function toListMember(group: readonly Step[], groups: Descriptions): Member {
  const inner = toPart(group.map(toInner), groups);
  return { schema: Type.Array(Type.Object(inner.schema)), write: (value) => toList(value).map(inner.write) };
}

function toInner(step: Step): Step {
  return { ...step, path: step.path.slice(1) };
}

function toSchema({ kind, meaning, example, form }: Step): TSchema {
  const options = { description: meaning, ...(example !== undefined && { examples: [example] }), [FORM]: form };
  switch (kind) {
    case "text":
      return Type.String(options);
    case "optional":
      return Type.Union([Type.String(), Type.Null()], options);
    case "texts":
      return Type.Array(Type.String(), options);
    case "count":
    case "second":
      return Type.Integer(options);
    case "flag":
      return Type.Boolean(options);
  }
}
