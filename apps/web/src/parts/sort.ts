import { useLocation } from "preact-iso";

type Order<Field extends string> = Field | `-${Field}`;

/** The order that an address names, if the rows can have it; else the usual one. */
export function useSort<Field extends string>(fields: readonly Field[], usual: Order<Field>): Order<Field> {
  const { sort } = useLocation().query;
  return readSort(sort, fields) ?? usual;
}

/** A leading minus sign is descending. */
export function readSort<Field extends string>(
  text: string | undefined,
  fields: readonly Field[],
): Order<Field> | undefined {
  const field = fields.find((each) => each === text?.replace(/^-/, ""));
  return field && (text?.startsWith("-") ? `-${field}` : field);
}
