import type { Client } from "@ruaflow/client";
import type { Changes } from "./filter.ts";
import { type RecordFilterName, readRecordFilters } from "./read-record-filters.ts";

type Query = NonNullable<Parameters<Client["reports"]["listFailures"]>[0]>;

export type SenderName = "service" | "class" | Exclude<RecordFilterName, "result">;

/** What selects sources, as parameters of the API; an empty value selects those of which it is not known. */
export type SenderParameters = Pick<Query, SenderName>;

const CLASSES = ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] as const;

/** In an address an empty value is none, so `unknown=service` stands for an unknown service. */
export function readSenders(query: Readonly<Record<string, string | undefined>>): SenderParameters {
  const { result: _, ...records } = readRecordFilters(query);
  const service = query.service || (query.unknown === "service" ? "" : undefined);
  const found = CLASSES.find((name) => name === query.class);
  return { ...records, ...(service !== undefined && { service }), ...(found && { class: found }) };
}

/** The change of an address that selects the rows of a group; `null`: those of which it is not known. */
export function toSenderChange(name: SenderName, key: string | null): Changes {
  return key === null ? { [name]: undefined, unknown: name } : { [name]: key, unknown: undefined };
}

/** The change of an address that no longer selects by this. */
export function toNoSenderChange(name: SenderName): Changes {
  return { [name]: undefined, unknown: undefined };
}
