import type { IpData } from "@ruaflow/ip-data";
import { Type } from "typebox";

/** Part of the description of every host name, until host names are looked up. */
export const HOSTNAME_NOT_LOOKED_UP = "Ruaflow does not look names up yet";

/** Facts about a source address besides its messages. */
export const SourceFacts = {
  source_ip: Type.String({ example: "192.0.2.1" }),
  hostname: Type.Union([Type.String(), Type.Null()], {
    description: `Reverse name of the address. ${HOSTNAME_NOT_LOOKED_UP}: always null.`,
    examples: [null],
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

export const SeenSchema = {
  first_seen: Type.String({
    format: "date-time",
    description: "Start of the earliest report period with this source.",
  }),
  last_seen: Type.String({ format: "date-time", description: "End of the latest report period with this source." }),
};

export function toSourceFacts(ipData: IpData, sourceIp: string) {
  const { organization, country } = ipData.lookup(sourceIp);
  return { source_ip: sourceIp, hostname: null, organization, country };
}
