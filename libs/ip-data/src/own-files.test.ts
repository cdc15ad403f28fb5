import { mkdtempSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterAll, afterEach, expect, test } from "vitest";
import { createIpData, type IpData, ipDataSettings, toIpDataOptions } from "./index.ts";
import { type MmdbContent, writeMmdb } from "./testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-mmdb-"));
const file = join(folder, "own.mmdb");
let ipData: IpData | undefined;

afterEach(() => ipData?.close());
afterAll(() => rm(folder, { recursive: true }));

const google = { country: "US", organization: "Google LLC", asn: 15169 };

/** Rows as each publisher writes them. */
const publishers: Record<string, object> = {
  "GeoLite2-Country": { country: { iso_code: "US", names: { en: "United States" } } },
  "GeoLite2-ASN": { autonomous_system_number: 15169, autonomous_system_organization: "Google LLC" },
  "DBIP-Country-Lite": { continent: { code: "NA" }, country: { iso_code: "US", is_in_european_union: 0 } },
  "ipinfo lite": { country: "United States", country_code: "US", asn: "AS15169", as_name: "Google LLC" },
  "ipinfo country_asn": { country: "US", country_name: "United States", asn: "AS15169", as_name: "Google LLC" },
};

test.each(Object.entries(publishers))("the fields of %s are read", async (type, row) => {
  await writeMmdb(file, { type, date: "2026-11-20", rows: { "8.8.8.0/24": row, "2001:4860::/32": row } });
  ipData = await createIpData({ countryFile: file, asnFile: file });
  const isCountryOnly = type.includes("Country");
  const expected = {
    ...(isCountryOnly ? { country: "US", organization: null, asn: null } : google),
    ...(type.endsWith("ASN") && { country: null }),
  };
  expect(ipData.lookup("8.8.8.8")).toEqual(expected);
  expect(ipData.lookup("2001:4860::8888")).toEqual(expected);
  expect(ipData.lookup("9.9.9.9")).toEqual({ country: null, organization: null, asn: null });
  expect(ipData.describe()).toBe(`${type} 2026-11-20, ${type} 2026-11-20`);
});

test("a network without a country of use has the one of registration", async () => {
  const row = { registered_country: { iso_code: "CH" } };
  await writeMmdb(file, { type: "GeoLite2-Country", date: "2026-11-20", rows: { "8.8.8.0/24": row } });
  ipData = await createIpData({ countryFile: file });
  expect(ipData.lookup("8.8.8.8")).toEqual({ ...google, country: "CH" });
});

test.each([
  ["text in place of a number", { asn: "ASX", as_name: 7, country: "Germany" }],
  ["values out of range", { autonomous_system_number: 0, as_name: "", country: { iso_code: "DEU" } }],
])("%s is unknown", async (_, row) => {
  await writeMmdb(file, { type: "any", date: "2026-11-20", rows: { "8.8.8.0/24": row } });
  ipData = await createIpData({ countryFile: file, asnFile: file });
  expect(ipData.lookup("8.8.8.8")).toEqual({ country: null, organization: null, asn: null });
});

test("a type that is not plain text is described as plain text", async () => {
  await writeMmdb(file, { type: `a\0b\n${"x".repeat(150)}`, date: "2026-11-20", rows: { "8.8.8.0/24": {} } });
  ipData = await createIpData({ countryFile: file });
  expect(ipData.describe()).toMatch(/^a\?b\?x{96} 2026-11-20, /);
});

test("a file of IPv4 alone knows no IPv6 address", async () => {
  const rows = { "0.0.0.0/1": publishers["ipinfo lite"] ?? {} };
  await writeMmdb(file, { type: "four", date: "2026-11-20", ipVersion: 4, rows });
  ipData = await createIpData({ countryFile: file, asnFile: file });
  expect(ipData.lookup("8.8.8.8").country).toBe("US");
  expect(ipData.lookup("2001:4860::8888").country).toBeNull();
});

test("a changed file is read again; one that cannot be read changes nothing, and is reported", async () => {
  const write = async (country: string, date: string) => {
    const content: MmdbContent = { type: "own", date, rows: { "8.8.8.0/24": { country_code: country } } };
    await writeMmdb(`${file}.new`, content);
    await rename(`${file}.new`, file);
  };
  const errors: unknown[] = [];
  await write("US", "2026-11-01");
  ipData = await createIpData({ countryFile: file, checkEveryMs: 20, onError: (error) => errors.push(error) });
  const read = () => ipData?.lookup("8.8.8.8").country;
  expect(read()).toBe("US");
  for (const country of ["DE", "FR"]) {
    await write(country, "2026-11-02");
    await expect.poll(read).toBe(country);
  }
  await writeFile(file, "not an MMDB file");
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(read()).toBe("FR");
  await write("CH", "2026-11-03");
  await expect.poll(read).toBe("CH");
  expect(ipData.describe()).toContain("own 2026-11-03");
});

test("a file that is missing or unreadable is refused with the name of its setting", async () => {
  const missing = { RUAFLOW_ASN_MMDB: join(folder, "missing.mmdb") };
  expect(() => readSettings(ipDataSettings, missing)).toThrow("RUAFLOW_ASN_MMDB: the file cannot be read");
  expect(() => readSettings(ipDataSettings, missing)).not.toThrow("_FILE");
  await writeFile(file, "not an MMDB file");
  const settings = readSettings(ipDataSettings, { RUAFLOW_ASN_MMDB: file });
  await expect(createIpData(toIpDataOptions(settings, { warn: () => undefined }))).rejects.toThrow(
    "RUAFLOW_ASN_MMDB: ",
  );
});
