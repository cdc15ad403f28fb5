import type { SourceDetails } from "@ruaflow/record-store/questions";
import type { SourceFacts } from "@ruaflow/verdicts/facts";
import { Type } from "typebox";

/** Names of one kind that a source has in an answer; the record store reads no more. */
const NAMES_MAX = 5;

/** Part of the description of every host name. */
export const HOSTNAME_NOTE =
  "Reverse name of the address, only if the name leads back to the address. It is looked up in the background, within minutes of the first report that names the address";

/** Facts about a source address besides its messages, as the contract has them. */
export const SourceFactsSchema = {
  source_ip: Type.String({ example: "192.0.2.1" }),
  hostname: Type.Union([Type.String(), Type.Null()], {
    description: `${HOSTNAME_NOTE}; null when unknown.`,
    examples: ["mail.example.net"],
  }),
  organization: Type.Union([Type.String(), Type.Null()], {
    description: "Owner of the address; null when unknown.",
    examples: ["Example Networks"],
  }),
  country: Type.Union([Type.String(), Type.Null()], {
    description: "Two-letter country code; null when unknown.",
    examples: ["DE"],
  }),
};

/** Facts that were added to the contract's: after all of its fields, for programs read columns of CSV by their place. */
export const AddedFactsSchema = {
  asn: Type.Union([Type.Integer(), Type.Null()], {
    description: "Number of the autonomous system that announces the address; null when unknown.",
    examples: [64500],
  }),
  reverse_name: Type.Union([Type.String(), Type.Null()], {
    description: "The same as hostname, in one form on every route: null when unknown.",
    examples: ["mail.example.net"],
  }),
};

const LIFE_NOTE =
  "Covers all stored days, and all mail of the source for the domains of the answer. A source with first_seen in the period is new.";

export const SeenSchema = {
  first_seen: Type.String({
    format: "date-time",
    description: `Start of the earliest report period with this source. ${LIFE_NOTE}`,
  }),
  last_seen: Type.String({
    format: "date-time",
    description: `End of the latest report period with this source. ${LIFE_NOTE}`,
  }),
};

const Names = (description: string, example: string) =>
  Type.Array(Type.String(), {
    maxItems: NAMES_MAX,
    description: `${description} Those with the most messages first, at most ${NAMES_MAX}.`,
    examples: [[example]],
  });

/** What authenticated a source's messages, and which domains they were about; `count` is the list's name for messages. */
export const DetailsSchema = <Count extends string>(count: Count) => ({
  spf_aligned: Type.Integer({
    description:
      "Of these messages, those with an aligned pass of SPF (policy-evaluated). A raw pass may be for another domain, and then does not count for DMARC.",
    examples: [0],
  }),
  dkim_aligned: Type.Integer({
    description: "Of these messages, those with an aligned pass of DKIM (policy-evaluated).",
    examples: [0],
  }),
  spf_domains: Names("The domains for which SPF passed, aligned or not.", "bounces.mailer.example"),
  dkim_domains: Names("The signing domains whose DKIM signatures passed, aligned or not.", "mailer.example"),
  domains: Type.Array(
    Type.Object({
      id: Type.String({ examples: ["dom_abc123"] }),
      name: Type.Union([Type.String(), Type.Null()], { examples: ["example.com"] }),
      [count]: Type.Integer({ examples: [24] }),
    }),
    {
      maxItems: NAMES_MAX,
      description: `Your domains that these messages were about. Those with the most messages first, at most ${NAMES_MAX}.`,
    },
  ),
  domain_count: Type.Integer({
    description: "Your domains that these messages were about, all of them.",
    examples: [1],
  }),
});

/** The values of {@link DetailsSchema}. */
export function toDetails(details: SourceDetails, nameOf: ReadonlyMap<string, string>, count: string) {
  return {
    spf_aligned: details.spfAligned,
    dkim_aligned: details.dkimAligned,
    spf_domains: details.spfDomains,
    dkim_domains: details.dkimDomains,
    domains: details.domains.map(({ domainId, messages }) => ({
      id: domainId,
      name: nameOf.get(domainId) ?? null,
      [count]: messages,
    })),
    domain_count: details.domainCount,
  };
}

export function toSourceFacts(sourceIp: string, { hostname, organization, country, asn }: SourceFacts) {
  return { source_ip: sourceIp, hostname, organization, country, asn, reverse_name: hostname };
}
