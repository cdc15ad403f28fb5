import { fileURLToPath } from "node:url";
import type { Client } from "@ruaflow/client";

const hooks = fileURLToPath(new URL("hooks.py", import.meta.url));
const IDS_MAX = 20;

/** Half of the requested ids exist; the others are any text. */
const SHARE = 0.5;

/**
 * Statuses for requests that break the schema: those that Schemathesis expects, and 413 for too many files in an
 * upload.
 */
const REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"];

/** Parameters that take ids, with their collection. */
const PLACES: readonly (readonly [path: string, parameter: string, collection: string])[] = [
  ["/api/v1/reports/{id}", "path.id", "reports"],
  ["/api/v1/domains/{id}", "path.id", "claims"],
  ["/api/v1/domains/{id}/dns", "path.id", "claims"],
  ["/api/v1/domains/{id}/verify", "path.id", "claims"],
  ["/api/v1/webhooks/{id}", "path.id", "webhooks"],
  ["/api/v1/api-keys/{id}", "path.id", "keys"],
];

/** Settings of Schemathesis (TOML): the service's ids, and hooks.py. */
export function writeConfig(ids: Ids): string {
  const dictionaries = Object.entries(ids).map(
    ([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}`,
  );
  const operations = PLACES.map(
    ([path, parameter, dictionary]) =>
      `[[operations]]\ninclude-path = "${path}"\nparameters = { "${parameter}" = { dictionary = "${dictionary}", probability = ${SHARE} } }`,
  );
  return [
    `hooks = ${JSON.stringify(hooks)}`,
    "continue-on-failure = true",
    `[parameters]\n"query.domain_id" = { dictionary = "domains", probability = ${SHARE} }`,
    `[checks]\nnegative_data_rejection.expected-statuses = ${JSON.stringify(REFUSALS)}`,
    ...dictionaries,
    ...operations,
    "",
  ].join("\n\n");
}

/** The service's ids by collection; `domains` are those with reports, `claims` are all. */
export type Ids = Readonly<Record<"reports" | "domains" | "claims" | "webhooks" | "keys", readonly string[]>>;

export async function readIds({ reports, domains, webhooks, apiKeys }: Client): Promise<Ids> {
  const listed = (await reports.list({ per_page: IDS_MAX })).data;
  const toIds = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);
  return {
    reports: listed.map(({ id }) => id),
    domains: [...new Set(listed.map(({ domain_id }) => domain_id))],
    claims: toIds(await domains.list()),
    webhooks: toIds(await webhooks.list()),
    keys: toIds(await apiKeys.list()),
  };
}
