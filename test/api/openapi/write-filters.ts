import { type RecordFilterEntry, recordFilters } from "@ruaflow/record-store/filters";

/** The page's TypeScript of the filters of records. */
export function writeFilters(): string {
  const filters = Object.values<RecordFilterEntry>(recordFilters).map(({ name, label, schema, ...entry }) => {
    const values = schema.enum === undefined ? "" : `, values: ${JSON.stringify(schema.enum)}`;
    const mayBeUnknown = entry.needsFacts || entry.mayBeUnknown;
    return `{ name: "${name}", label: "${label}"${values}${mayBeUnknown ? ", mayBeUnknown: true" : ""} },`;
  });
  return `// Written by \`npm run openapi\` from the table of filters.

interface RecordFilter {
  /** Parameter of the API, and of an address of the page. */
  readonly name: string;
  /** Before the value. */
  readonly label: string;
  /** The only values. */
  readonly values?: readonly string[];
  /** True if an empty value selects sources without this fact. */
  readonly mayBeUnknown?: true;
}

export const recordFilters = [
${filters.join("\n")}
] as const satisfies readonly RecordFilter[];
`;
}
