import { ProblemError } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "./context.ts";

/** Values of one parameter: a URL has some thousand characters. */
const VALUES_MAX = 100;

const OneOrMore = (charsMax: number, { description, example }: { description: string; example: string }) => {
  const value = Type.String({ minLength: 1, maxLength: charsMax });
  return Type.Optional(
    Type.Union([value, Type.Array(value, { minItems: 1, maxItems: VALUES_MAX })], { description, examples: [example] }),
  );
};

/** Which domains a list is about. Several parameters: the domains that each of them names. */
export const DomainSetQuery = {
  domain_id: OneOrMore(64, {
    description: "Only these domains: repeat the parameter for several, at most 100.",
    example: "dom_abc123",
  }),
  label: OneOrMore(50, {
    description: "Only domains with this label, or with any of several: repeat the parameter.",
    example: "client-a",
  }),
  client_reference: OneOrMore(100, {
    description: "Only domains with this client_reference, or with any of several: repeat the parameter.",
    example: "C-1042",
  }),
};

type Values = string | readonly string[];

export interface DomainSetParameters {
  readonly domain_id?: Values;
  readonly label?: Values;
  readonly client_reference?: Values;
}

/**
 * The domains of a query; without `domainIds`: whatever the domain, also none.
 * @throws {ProblemError} 404, the same for an unknown id and for another organization's, also among own ones
 */
export async function readDomainSet(
  { metadata }: ApiContext,
  organizationId: string,
  { domain_id, label, client_reference }: DomainSetParameters,
): Promise<{ domainIds?: readonly string[] }> {
  if (domain_id === undefined && label === undefined && client_reference === undefined) return {};
  const domainIds = await metadata.domains.listDomainSet(organizationId, {
    ...(domain_id !== undefined && { ids: [domain_id].flat() }),
    ...(label !== undefined && { labels: [label].flat() }),
    ...(client_reference !== undefined && { clientReferences: [client_reference].flat() }),
  });
  if (domainIds === null) throw new ProblemError("not_found", "There is no domain with this id.");
  return { domainIds };
}
