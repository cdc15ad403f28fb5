/** A row of an MMDB file. Each publisher has its own fields, and a file may contain anything. */
export type MmdbRow = Readonly<Record<string, unknown>>;

const COUNTRY = /^[A-Z]{2}$/;

/**
 * The country of a row: `country.iso_code` (GeoLite2, DB-IP), `country_code` (IPinfo Lite, ip-location-db), or `country`
 * (older IPinfo files). Networks without a country of use have the one of registration.
 */
export function readCountry(row: MmdbRow): string | null {
  const found = [row.country_code, row.country, readIsoCode(row.country), readIsoCode(row.registered_country)];
  return found.filter((one) => typeof one === "string").find((one) => COUNTRY.test(one)) ?? null;
}

/** The number of a row's autonomous system: a number (GeoLite2, DB-IP), or text such as `AS15169` (IPinfo). */
export function readAsn(row: MmdbRow): number | null {
  const found = row.autonomous_system_number ?? row.asn;
  const asn = Number(String(found ?? "").replace(/^AS/i, "") || Number.NaN);
  return Number.isInteger(asn) && asn > 0 && asn < 2 ** 32 ? asn : null;
}

/** The organization that runs a row's autonomous system: `autonomous_system_organization` or `as_name`. */
export function readOrganization(row: MmdbRow): string | null {
  const found = row.autonomous_system_organization ?? row.as_name;
  return typeof found === "string" && found !== "" ? found : null;
}

function readIsoCode(country: unknown): unknown {
  return typeof country === "object" && country !== null && "iso_code" in country ? country.iso_code : null;
}
