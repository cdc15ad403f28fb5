import { describeMismatch } from "@ruaflow/runtime/validation";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { serviceCategories } from "./categories.ts";
import type { Service } from "./service.ts";

/** A lower-case name of at least two labels, in A-labels (RFC 5890), without trailing dot. */
const SUFFIX = "^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$";

/** An IPv4 network of at most 24 bits of hosts, or an IPv6 network of at least 32 bits. */
const NETWORK =
  "^(?:(?:\\d{1,3}\\.){3}\\d{1,3}/(?:[89]|[12]\\d|3[0-2])|[0-9a-f:]{4,39}/(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-8]))$";

const SuffixSchema = Type.String({ pattern: SUFFIX, maxLength: 253 });
const SuffixesSchema = Type.Array(SuffixSchema, { uniqueItems: true, maxItems: 100 });
const TextSchema = Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f]*$" });

const EntrySchema = Type.Object(
  {
    name: TextSchema,
    operator: TextSchema,
    category: Type.Enum([...serviceCategories]),
    hostnames: SuffixesSchema,
    dkim_domains: SuffixesSchema,
    spf_domains: SuffixesSchema,
    selectors: Type.Optional(Type.Array(Type.String({ pattern: "^[A-Za-z0-9._-]{1,63}$" }), { uniqueItems: true })),
    asns: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 4_294_967_295 }), { uniqueItems: true })),
    networks: Type.Optional(Type.Array(Type.String({ pattern: NETWORK }), { uniqueItems: true, maxItems: 100 })),
    forwards: Type.Optional(Type.Boolean()),
    part_of: Type.Optional(TextSchema),
    advice: Type.Union([TextSchema, Type.Null()]),
    documentation: Type.String({ pattern: "^https://[^\\s<>\"']+$", maxLength: 300 }),
  },
  { additionalProperties: false },
);

const validator = Compile(Type.Array(EntrySchema, { maxItems: 10_000 }));

/**
 * Reads entries of the form of `data/services.json`: the shipped ones, or those of an installation or an organization.
 * @throws {Error} with a sentence that names each field that is wrong
 */
export function parseServices(entries: unknown): Service[] {
  if (validator.Check(entries)) return entries.map(toService);
  const problems = validator.Errors(entries).flatMap((mismatch) => describeProblem(entries, mismatch));
  throw new Error(`the list of services does not have the right form: ${problems.join("; ")}`);
}

type Problem = Parameters<typeof describeMismatch>[0] & { readonly instancePath: string };

/** Each field with its entry: `/0/category of "SendGrid" must be one of crm, hosting`. */
function describeProblem(entries: unknown, { instancePath, keyword, params }: Problem): string[] {
  // Said of an unknown field once more.
  if (keyword === "boolean") return [];
  const { requiredProperties = [], additionalProperties = [], pattern } = { ...params } as NamedParams;
  const fields = [...requiredProperties, ...additionalProperties].map((field) => `/${field}`);
  const what =
    pattern === SUFFIX ? "must be a lower-case domain such as sendgrid.net" : describeMismatch({ keyword, params });
  return (fields.length > 0 ? fields : [""]).map((field) =>
    `${instancePath}${field}${describeEntry(entries, instancePath)} ${what}`.trimStart(),
  );
}

interface NamedParams {
  readonly requiredProperties?: readonly string[];
  readonly additionalProperties?: readonly string[];
  readonly pattern?: unknown;
}

function describeEntry(entries: unknown, instancePath: string): string {
  const entry: { readonly name?: unknown } | null = Array.isArray(entries)
    ? entries[Number(instancePath.split("/")[1])]
    : null;
  const name = entry?.name;
  return typeof name === "string" ? ` of ${JSON.stringify(name.slice(0, NAME_SHOWN_MAX))}` : "";
}

/** Characters of a name that a message shows. */
const NAME_SHOWN_MAX = 80;

function toService(entry: Static<typeof EntrySchema>): Service {
  const { dkim_domains, spf_domains, part_of, ...same } = entry;
  return {
    ...same,
    dkimDomains: dkim_domains,
    spfDomains: spf_domains,
    partOf: part_of ?? null,
    selectors: entry.selectors ?? [],
    asns: entry.asns ?? [],
    networks: entry.networks ?? [],
    forwards: entry.forwards ?? false,
  };
}
