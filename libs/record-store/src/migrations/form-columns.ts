import { type Field, fieldForms } from "@ruaflow/report/fields";
import { toSnakeCase } from "@ruaflow/runtime/text";
import { quoteText } from "../engine/engine.ts";
import type { Migration } from "./migration.ts";
import { records } from "./views/domains.ts";
import { dkimResults, reports, spfResults } from "./views/plain-names.ts";
import { toViewStatement, type View, type ViewColumn } from "./views/view.ts";

type StoredField = Pick<Field<string, never>, "name" | "path" | "kind" | "meaning">;

interface Form {
  readonly step: number;
  readonly header: readonly StoredField[];
  readonly record: readonly StoredField[];
}

/** How a value is stored that messages of earlier releases lack: empty, 0 or NULL. */
const types: Readonly<Record<StoredField["kind"], string>> = {
  text: "LowCardinality(String)",
  optional: "LowCardinality(Nullable(String))",
  texts: "Array(String)",
  count: "UInt64",
  second: "DateTime('UTC')",
  flag: "Bool",
};

interface ShownFields {
  /** As of the step before. */
  readonly view: View;
  readonly of: "header" | "record";
  /** The paths of the fields that it shows. */
  readonly shows: RegExp;
}

const views: readonly ShownFields[] = [
  { view: reports, of: "header", shows: /^/ },
  { view: records, of: "record", shows: /^(?!authResults\/)/ },
  { view: dkimResults, of: "record", shows: /^authResults\/dkim\[\]\// },
  { view: spfResults, of: "record", shows: /^authResults\/spf\[\]\// },
];

/** A step for each form after the first: its fields as columns, in a table and at the end of a view. */
export function toFormSteps(forms: readonly Form[] = fieldForms): Migration[] {
  return forms.slice(1).map((form, index) => {
    const soFar = forms.slice(1, index + 2);
    const changed = views.filter(({ of, shows }) => form[of].some(({ path }) => shows.test(path ?? "")));
    return {
      number: form.step,
      name: `form-${index + 2}`,
      statements: [
        ...form.header.map((field) => toColumnStatement("reports", field)),
        ...form.record.map((field) => toColumnStatement("records", field)),
        ...changed.map((shown) =>
          toViewStatement(
            extend(
              shown,
              soFar.flatMap((each) => each[shown.of]),
            ),
          ),
        ),
      ],
    };
  });
}

function toColumnStatement(table: string, field: StoredField): string {
  return `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${declare(field)}`;
}

function declare(field: StoredField): string {
  return `${field.name} ${toType(field)} COMMENT ${quoteText(field.meaning)}`;
}

function toType({ path, kind }: StoredField): string {
  return path?.includes("[]") ? `Array(${types[kind]})` : types[kind];
}

function extend({ view, shows }: ShownFields, fields: readonly StoredField[]): View {
  const columns = fields
    .filter(({ path }) => shows.test(path ?? ""))
    .map((field): ViewColumn => {
      const { name, kind, path, meaning } = field;
      if (view === records || view === reports) return [name, toType(field), meaning];
      return [toResultName(path ?? ""), types[kind], meaning, `${name}[position]`];
    });
  return { ...view, columns: [...view.columns, ...columns] };
}

/** `authResults/dkim[]/humanResult` is `human_result` in the view of these results. */
function toResultName(path: string): string {
  return toSnakeCase(path.slice(path.lastIndexOf("/") + 1));
}
