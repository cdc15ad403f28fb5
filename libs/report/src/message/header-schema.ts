import { type TSchema, Type } from "typebox";
import { type FieldFacts, toProperties } from "../fields/field.ts";
import { type FieldForm, fieldForms } from "../fields/forms.ts";
import { headerGroups } from "../fields/header-fields.ts";
import type { ReportHeader } from "../report.ts";

/** A field's place in the header: `policyPublished/p` is the property `p` of the group `policyPublished`. */
interface Place extends FieldFacts {
  /** `null`: the header itself. */
  readonly group: string | null;
  readonly key: string;
  /** Not in messages of releases before its form. */
  readonly isLater: boolean;
}

const places = fieldForms.flatMap(({ header }, form) => header.map((field) => toPlace(field, form > 0)));
const laterPlaces = places.filter(({ isLater }) => isLater);

function toPlace({ path, name, ...facts }: FieldForm["header"][number], isLater: boolean): Place {
  const [first = name, second] = path?.split("/") ?? [];
  return second === undefined
    ? { ...facts, group: null, key: first, isLater }
    : { ...facts, group: first, key: second, isLater };
}

/** The header in a message: the table of fields, by the names of the model. A message may lack fields of later forms. */
export const HeaderSchema = Type.Unsafe<ReportHeader>(
  Type.Object(
    Object.fromEntries(
      [...Map.groupBy(places, ({ group, key }) => group ?? key)].map(([name, [first, ...others]]) => [
        name,
        first?.group === null ? toSchema(first) : toGroupSchema(name, first ? [first, ...others] : others),
      ]),
    ),
    { description: "What the report says before its records; texts are as the reporter wrote them." },
  ),
);

function toGroupSchema(name: string, members: readonly Place[]): TSchema {
  const properties = Object.fromEntries(members.map((place) => [place.key, toSchema(place)]));
  return Type.Object(properties, { description: headerGroups.get(name) ?? "" });
}

function toSchema(place: Place): TSchema {
  return place.isLater ? Type.Optional(toValueSchema(place)) : toValueSchema(place);
}

function toValueSchema({ kind, meaning: description }: Place): TSchema {
  switch (kind) {
    case "text":
      return Type.String({ description });
    case "optional":
      return Type.Union([Type.String(), Type.Null()], { description });
    case "texts":
      return Type.Array(Type.String(), { description });
    case "count":
      return Type.Integer({ minimum: 0, description });
    case "second":
      return Type.Integer({ description });
    case "flag":
      return Type.Boolean({ description });
  }
}

const empty: Readonly<Record<FieldFacts["kind"], unknown>> = {
  text: "",
  optional: null,
  texts: [],
  count: 0,
  second: 0,
  flag: false,
};

/** Gives the header of an earlier release's message the fields that it lacks, empty as their columns are. */
export function fillHeader(header: ReportHeader): void {
  for (const { group, key, kind } of laterPlaces) {
    const target = toProperties(group === null ? header : toProperties(header)[group]);
    if (target[key] === undefined) target[key] = empty[kind];
  }
}
