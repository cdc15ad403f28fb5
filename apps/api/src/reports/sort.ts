import { Type } from "typebox";

/** The query parameter that sorts a list by one of `fields`, ascending or descending. */
export const SortQuery = (fields: readonly string[], byDefault: string) => ({
  sort: Type.Unsafe<string>({
    type: "string",
    enum: fields.flatMap((field) => [field, `-${field}`]),
    default: byDefault,
    description: "Field to sort by; a leading minus sign sorts in descending order.",
    examples: [byDefault],
  }),
});

export function toSort(sort: string): { readonly field: string; readonly descending: boolean } {
  const descending = sort.startsWith("-");
  return { field: descending ? sort.slice(1) : sort, descending };
}
