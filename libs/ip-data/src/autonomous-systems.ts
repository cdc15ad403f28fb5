import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { findRange, type RangeTable } from "./range-table.ts";
import { type AsnRow, readFirstHalf, readNumber, readOrganization, readRows } from "./read-rows.ts";

/** The autonomous systems that announce addresses, and their organizations. */
export interface AutonomousSystems {
  /** Finds the number of the system for an IPv4 address, given as an integer. */
  findIPv4(address: number): number | undefined;
  /** The same for IPv6, by the first 64 bits: all addresses of a /64 have the same result. */
  findIPv6(firstHalf: bigint): number | undefined;
  readOrganization(asn: number): string | undefined;
}

/** Loads the data set into memory: half a million ranges. */
export async function loadAutonomousSystems(): Promise<AutonomousSystems> {
  const organizations = new Map<number, string>();
  const readAsn = (row: AsnRow) => {
    const asn = readNumber(row.bytes, row.lastEnd + 1, row.asnEnd);
    if (!organizations.has(asn)) organizations.set(asn, readOrganization(row));
    return asn;
  };
  const ipv4 = await loadIPv4(readAsn);
  const ipv6 = await loadIPv6(readAsn);
  return {
    findIPv4: (address) => findRange(ipv4, address),
    findIPv6: (firstHalf) => findRange(ipv6, firstHalf),
    readOrganization: (asn) => organizations.get(asn),
  };
}

// Untouched memory pages cost nothing, so the columns start with the length that a file of the shortest rows would need.
const rowBytesMin = "0,0,0,a\n".length;

async function loadIPv4(readAsn: (row: AsnRow) => number): Promise<RangeTable<number>> {
  const path = resolve("@ip-location-db/asn/asn-ipv4-num.csv");
  const rowsMax = await readRowsMax(path);
  const [firsts, lasts, values] = [new Uint32Array(rowsMax), new Uint32Array(rowsMax), new Uint32Array(rowsMax)];
  let size = 0;
  await readRows(path, (row) => {
    firsts[size] = readNumber(row.bytes, row.begin, row.firstEnd);
    lasts[size] = readNumber(row.bytes, row.firstEnd + 1, row.lastEnd);
    values[size] = readAsn(row);
    size += 1;
  });
  return { firsts: firsts.slice(0, size), lasts: lasts.slice(0, size), values: values.slice(0, size) };
}

async function loadIPv6(readAsn: (row: AsnRow) => number): Promise<RangeTable<bigint>> {
  const path = resolve("@ip-location-db/asn/asn-ipv6-num.csv");
  const rowsMax = await readRowsMax(path);
  const [firsts, lasts, values] = [new BigUint64Array(rowsMax), new BigUint64Array(rowsMax), new Uint32Array(rowsMax)];
  let size = 0;
  await readRows(path, (row) => {
    firsts[size] = readFirstHalf(row.bytes, row.begin, row.firstEnd);
    lasts[size] = readFirstHalf(row.bytes, row.firstEnd + 1, row.lastEnd);
    values[size] = readAsn(row);
    size += 1;
  });
  return { firsts: firsts.slice(0, size), lasts: lasts.slice(0, size), values: values.slice(0, size) };
}

async function readRowsMax(path: string): Promise<number> {
  return Math.ceil((await stat(path)).size / rowBytesMin);
}

function resolve(specifier: string): string {
  return fileURLToPath(import.meta.resolve(specifier));
}
