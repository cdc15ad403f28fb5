import { expect, test } from "vitest";
import { isDmarcRecord, parseDmarcRecord } from "./dmarc-record.ts";
import { parseMtaStsRecord } from "./mta-sts-record.ts";

test("a record is parsed with every relevant tag", () => {
  const text =
    "v=DMARC1; p=quarantine; sp=reject; adkim=s; aspf=r; rua=mailto:A@example.com!10m,mailto:b@example.com; x=1";
  expect(parseDmarcRecord(text)).toMatchObject({
    policy: "quarantine",
    subdomainPolicy: "reject",
    dkimAlignment: "strict",
    spfAlignment: "relaxed",
    aggregateAddresses: ["a@example.com", "b@example.com"],
  });
  expect(parseDmarcRecord(text)?.tags.get("x")).toBe("1");
});

test.for([
  ["v=DMARC1;p=none", "none"],
  ["v=DMARC1;p=none;", "none"],
  [" v = DMARC1 ; P = Reject ;;", "reject"],
  ["v=DMARC1; p=reject; p=none", "reject"],
  ["v=DMARC1; rua=mailto:a@example.com", "none"],
  ["v=DMARC1; p=nonsense; rua=mailto:a@example.com", "none"],
  ["v=DMARC1; p=reject; sp=nonsense; rua=mailto:a@example.com", "none"],
  ["v=DMARC1; p=reject; np=; rua=mailto:a@example.com", "none"],
  ["v=DMARC1; p=reject; pct=many; adkim=x; t=maybe", "reject"],
] as const)("%j has the policy %s", ([text, policy]) => {
  expect(parseDmarcRecord(text)?.policy).toBe(policy);
});

test.for([
  "",
  "v=DMARC1",
  "v=DMARC1; p=nonsense",
  "v=DMARC1; p=nonsense; rua=https://example.com",
  "v=DMARC1; p=reject; sp=nonsense",
  "v=DMARC10; p=none",
  "v=dmarc1; p=none",
  "p=none; v=DMARC1",
  "v=spf1 -all",
])("receivers ignore %j", (text) => {
  expect(parseDmarcRecord(text)).toBe(null);
});

test("addresses are normalized: lower case, decoded, without size limit", () => {
  const read = (rua: string) => parseDmarcRecord(`v=DMARC1; p=none; rua=${rua}`)?.aggregateAddresses;
  expect(read("MAILTO:d-1%40a@example.com")).toEqual(["d-1@a@example.com"]);
  expect(read("mailto:a@example.com!50k , mailto:A@EXAMPLE.com")).toEqual(["a@example.com"]);
  expect(read("mailto:%E0%A4%A@example.com")).toEqual(["%e0%a4%a@example.com"]);
  expect(read("a@example.com, mailto:, mailto:postmaster")).toEqual([]);
  const many = Array.from({ length: 200 }, (_, index) => `mailto:${index}@example.com`).join(",");
  expect(read(many)).toHaveLength(100);
});

test("a record is recognized by its version only", () => {
  expect(isDmarcRecord("v=DMARC1; broken")).toBe(true);
  expect(isDmarcRecord("v=DMARC2; p=none")).toBe(false);
});

test.for([
  ["v=STSv1; id=20261001;", "20261001"],
  ["v=STSv1;id=a", "a"],
  ["v=STSv1", null],
  ["v=STSv1; id=with-dash", null],
  ["v=STSv2; id=1", null],
  ["id=1; v=STSv1", null],
] as const)("the MTA-STS id of %j is %s", ([text, id]) => {
  expect(parseMtaStsRecord(text)).toBe(id);
});
