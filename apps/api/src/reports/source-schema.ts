import { Type } from "typebox";
import type { SourceFacts } from "./source-facts.ts";

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
};

export const SeenSchema = {
  first_seen: Type.String({
    format: "date-time",
    description: "Start of the earliest report period with this source.",
  }),
  last_seen: Type.String({ format: "date-time", description: "End of the latest report period with this source." }),
};

export function toSourceFacts(sourceIp: string, { hostname, organization, country, asn }: SourceFacts) {
  return { source_ip: sourceIp, hostname, organization, country, asn };
}
