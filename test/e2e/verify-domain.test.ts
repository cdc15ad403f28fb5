import { createClient } from "@ruaflow/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinService, publishTxt, type Tenant } from "../support/join-service.ts";
import { generateReport } from "../support/report-generator.ts";
import { upload, writeTar } from "../support/upload.ts";

let service: Tenant;
let key: string;

beforeAll(async () => {
  service = await joinService();
  key = service.key;
});

afterAll(() => service.leave());

async function addDomain(name: string) {
  const { domains, reports } = createClient({ baseUrl: service.url, key, retries: 0 });
  const { id } = (await domains.create({ domain: name })).data;
  return {
    async verify() {
      const { dmarc, verification } = (await domains.readDns(id)).data;
      for (const { host, value } of [dmarc, verification]) await publishTxt({ name: `${host}.${name}`, value });
      return (await domains.verify(id)).data.status;
    },
    verifyTooEarly: () => domains.verify(id),
    countReports: async () => (await reports.list({ domain_id: id })).meta.total,
  };
}

const toXml = (domain: string, seed: number) =>
  [...generateReport({ seed, domain, begin: 1_767_225_600, records: 3 }).xml()].join("");
const toOutcomes = (entries: readonly { outcome: string }[]) => entries.map(({ outcome }) => outcome);

test("reports stay hidden until their domain is verified, which releases them", async () => {
  const first = await addDomain("waits.example");
  const second = await addDomain("other-waits.example");
  const files = [
    { name: "one.xml", body: toXml("waits.example", 1) },
    {
      name: "large.xml",
      body: [...generateReport({ seed: 2, domain: "waits.example", begin: 1_767_225_600, records: 5000 }).xml()].join(
        "",
      ),
    },
    {
      name: "both.tar",
      body: writeTar({ "a.xml": toXml("other-waits.example", 3), "b.xml": toXml("sub.waits.example", 4) }),
    },
  ];
  for (const file of files.slice(0, 2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["held"]);
  for (const file of files.slice(2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["held", "held"]);
  expect(await first.countReports()).toBe(0);

  // An attempt before DNS is set up loses neither earlier nor later reports.
  await expect(first.verifyTooEarly()).rejects.toMatchObject({ status: 422, code: "verification_failed" });
  expect(toOutcomes(await upload(service, key, { name: "five.xml", body: toXml("waits.example", 5) }))).toEqual([
    "held",
  ]);

  expect(await first.verify()).toBe("verified");
  await expect.poll(first.countReports, { timeout: 20_000 }).toBe(4);
  expect(await second.countReports()).toBe(0);
  for (const file of files.slice(0, 2)) expect(toOutcomes(await upload(service, key, file))).toEqual(["duplicate"]);

  expect(await second.verify()).toBe("verified");
  await expect.poll(second.countReports, { timeout: 20_000 }).toBe(1);
  expect(await first.countReports()).toBe(4);
  for (const file of files.slice(2))
    expect(toOutcomes(await upload(service, key, file))).toEqual(["duplicate", "duplicate"]);
}, 120_000);
