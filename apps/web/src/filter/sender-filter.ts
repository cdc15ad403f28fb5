import type { Client } from "@ruaflow/client";
import type { Changes } from "./filter.ts";

type Query = NonNullable<Parameters<Client["reports"]["listFailures"]>[0]>;

/** What selects sources, as parameters of the API; an empty value selects those of which it is not known. */
export type SenderParameters = Pick<
  Query,
  "service" | "class" | "source_organization" | "country" | "source_ip" | "header_from"
>;
export type SenderName = keyof SenderParameters;

const CLASSES = ["compliant", "misconfigured", "forwarded", "unknown", "spoofed"] as const;
const TEXTS = ["service", "source_organization", "country", "source_ip", "header_from"] as const;
const MAY_BE_UNKNOWN = ["service", "source_organization", "country"] as const;

/** In an address an empty value is none, so `unknown=service` stands for an unknown service. */
export function readSenders(query: Readonly<Record<string, string | undefined>>): SenderParameters {
  const texts = TEXTS.flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  const unknown = MAY_BE_UNKNOWN.filter((name) => query.unknown === name).map((name) => [name, ""] as const);
  const found = CLASSES.find((name) => name === query.class);
  return { ...Object.fromEntries([...texts, ...unknown]), ...(found && { class: found }) };
}

/** The change of an address that selects the rows of a group; `null`: those of which it is not known. */
export function toSenderChange(name: SenderName, key: string | null): Changes {
  return key === null ? { [name]: undefined, unknown: name } : { [name]: key, unknown: undefined };
}

/** The change of an address that no longer selects by this. */
export function toNoSenderChange(name: SenderName): Changes {
  return { [name]: undefined, unknown: undefined };
}
