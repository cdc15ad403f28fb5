import { type Field, recordForms } from "@ruaflow/report/fields";
import { toSnakeCase } from "@ruaflow/runtime/text";
import { quoteText } from "../engine/engine.ts";
import type { Migration } from "./migration.ts";
import { records } from "./views/domains.ts";
import { dkimResults, spfResults } from "./views/plain-names.ts";
import { toViewStatement, type View, type ViewColumn } from "./views/view.ts";

type RecordField = Pick<Field<string, never>, "name" | "path" | "kind" | "meaning">;

interface Form {
  readonly step: number;
  readonly fields: readonly RecordField[];
}

/** How a value is stored that messages of earlier releases lack: empty, 0 or NULL. */
const types: Readonly<Record<RecordField["kind"], string>> = {
  text: "LowCardinality(String)",
  optional: "LowCardinality(Nullable(String))",
  count: "UInt64",
  flag: "Bool",
};

/** The views that show fields of a record, as of the step before, and the paths of what each shows. */
const views: readonly (readonly [View, RegExp])[] = [
  [records, /^(?!authResults\/)/],
  [dkimResults, /^authResults\/dkim\[\]\//],
  [spfResults, /^authResults\/spf\[\]\//],
];

/** A step for each form of a record after the first: its fields as columns, in the table and at the end of a view. */
export function toFormSteps(forms: readonly Form[] = recordForms): Migration[] {
  return forms.slice(1).map(({ step, fields }, index) => {
    const soFar = forms.slice(1, index + 2).flatMap((form) => form.fields);
    const changed = views.filter(([, shows]) => fields.some(({ path }) => shows.test(path ?? "")));
    return {
      number: step,
      name: `form-${index + 2}`,
      statements: [
        ...fields.map((field) => `ALTER TABLE records ADD COLUMN IF NOT EXISTS ${declare(field)}`),
        ...changed.map(([view, shows]) => toViewStatement(extend(view, soFar, shows))),
      ],
    };
  });
}

function declare(field: RecordField): string {
  return `${field.name} ${toType(field)} COMMENT ${quoteText(field.meaning)}`;
}

function toType({ path, kind }: RecordField): string {
  return path?.includes("[]") ? `Array(${types[kind]})` : types[kind];
}

function extend(view: View, fields: readonly RecordField[], shows: RegExp): View {
  const columns = fields
    .filter(({ path }) => shows.test(path ?? ""))
    .map((field): ViewColumn => {
      const { name, kind, path, meaning } = field;
      if (view === records) return [name, toType(field), meaning];
      return [toResultName(path ?? ""), types[kind], meaning, `${name}[position]`];
    });
  return { ...view, columns: [...view.columns, ...columns] };
}

/** `authResults/dkim[]/humanResult` is `human_result` in the view of these results. */
function toResultName(path: string): string {
  return toSnakeCase(path.slice(path.lastIndexOf("/") + 1));
}
