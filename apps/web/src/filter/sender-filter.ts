import type { Query } from "@ruaflow/client";
import type { Changes } from "./filter.ts";
import { recordFilters } from "./record-filters.ts";

export type RecordFilterName = (typeof recordFilters)[number]["name"];
export type RecordParameters = Pick<NonNullable<Query<"listReports">>, RecordFilterName>;

export type SenderName = Exclude<RecordFilterName, "result">;

/** What selects sources, as parameters of the API; an empty value selects those of which it is not known. */
export type SenderParameters = Pick<NonNullable<Query<"listFailures">>, SenderName>;

/**
 * The filters of records in an address, as parameters of the API; values that cannot be are left out. In an address an empty value is
 * none, so `unknown=country` stands for an unknown country; several names are separated by commas.
 */
export function readRecordFilters(query: Readonly<Record<string, string | undefined>>): RecordParameters {
  const unknown = query.unknown?.split(",") ?? [];
  const given = recordFilters.flatMap((filter) => {
    const value = query[filter.name];
    if (!value) return "mayBeUnknown" in filter && unknown.includes(filter.name) ? [[filter.name, ""]] : [];
    return "values" in filter && !filter.values.some((each) => each === value) ? [] : [[filter.name, value]];
  });
  return Object.fromEntries(given);
}

/** The same without the result. */
export function readSenders(query: Readonly<Record<string, string | undefined>>): SenderParameters {
  const { result: _, ...senders } = readRecordFilters(query);
  return senders;
}

/** The change of an address that selects the rows of a group; `null`: those of which it is not known. */
export function toSenderChange(name: SenderName, key: string | null): Changes {
  return key === null ? { [name]: undefined, unknown: name } : { [name]: key, unknown: undefined };
}

/** The change of an address that selects the records of these parameters. */
export function toRecordChanges(records: RecordParameters): Changes {
  const unknown = Object.entries(records).flatMap(([name, value]) => (value === "" ? [name] : []));
  return { ...records, unknown: unknown.join(",") };
}

/** The change of an address that no longer selects by this. */
export function toNoSenderChange(
  name: RecordFilterName,
  { unknown }: Readonly<Record<string, string | undefined>> = {},
): Changes {
  const others = unknown?.split(",").filter((each) => each !== name) ?? [];
  return { [name]: undefined, unknown: others.join(",") || undefined };
}
