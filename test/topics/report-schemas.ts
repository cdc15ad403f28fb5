import { type FieldFacts, fieldForms, recordFields } from "@ruaflow/report/fields";
import { ReportFactsSchema } from "../../libs/report/src/message/message-schema.ts";
import { REPORT_MESSAGE_VERSION } from "../../libs/report/src/message/message-version.ts";
import type { JsonSchema } from "./json-schema.ts";

const kinds: Readonly<Record<FieldFacts["kind"], JsonSchema>> = {
  text: { type: "string" },
  optional: { type: ["string", "null"] },
  texts: { type: "array", items: { type: "string" } },
  count: { type: "integer", minimum: 0 },
  second: { type: "integer" },
  flag: { type: "boolean" },
};

export const factsSchema: JsonSchema = {
  title: "Facts of a report",
  description: `The first line of a message's text: version ${REPORT_MESSAGE_VERSION}. Later releases may add properties.`,
  ...ReportFactsSchema,
};

export const recordSchema: JsonSchema = {
  title: "Record of a report",
  description:
    "Each further line of a message's text, between brackets. The title of an item is its name. Later releases may add values at the end, so count from the beginning.",
  type: "array",
  items: recordFields.map(({ name, path, kind, meaning }) => {
    const value = kinds[kind];
    const isList = path?.includes("[]");
    return { title: name, ...(isList ? { type: "array", items: value } : value), description: meaning };
  }),
  additionalItems: true,
  // Lines of earlier releases end before the fields of later forms.
  minItems: fieldForms[0]?.record.length ?? 0,
};
