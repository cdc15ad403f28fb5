import type { IpData } from "@ruaflow/ip-data";
import type { SourceSort } from "@ruaflow/record-store";
import { Type } from "typebox";
import { SortQuery, toSort } from "./sort.ts";

/** What is known of a sending address besides its mail. */
export const SourceFacts = {
  source_ip: Type.String({ example: "192.0.2.1" }),
  hostname: Type.Union([Type.String(), Type.Null()], {
    description: "Reverse name of the address; null when unknown.",
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

export const SeenSchema = {
  first_seen: Type.String({
    format: "date-time",
    description: "Begin of the earliest report period with this source.",
  }),
  last_seen: Type.String({ format: "date-time", description: "End of the latest report period with this source." }),
};

/** Fields a list of sources can be sorted by; the count has its own name in each list. */
export const SourceSortQuery = (count: string) =>
  SortQuery([count, "source_ip", "first_seen", "last_seen"], `-${count}`);

const SORT_FIELDS = new Map<string, SourceSort["by"]>([
  ["source_ip", "sourceIp"],
  ["first_seen", "firstSeen"],
  ["last_seen", "lastSeen"],
]);

export function toSourceSort(sort: string): SourceSort {
  const { field, descending } = toSort(sort);
  return { by: SORT_FIELDS.get(field) ?? "messages", descending };
}

export function toSourceFacts(ipData: IpData, sourceIp: string) {
  const { organization, country } = ipData.lookup(sourceIp);
  return { source_ip: sourceIp, hostname: null, organization, country };
}
