import { generateReports, recountMail } from "@ruaflow/record-store/testing";
import { shippedServiceMap as services } from "@ruaflow/senders";
import { nameSender } from "@ruaflow/senders/names";
import { addReadiness, type JudgedSource, OBSTACLES_HELD_MAX, readinessOf } from "@ruaflow/senders/readiness";
import { classifySource, createDomainContext } from "@ruaflow/senders/rules";
import fc from "fast-check";
import { expect, test } from "vitest";

const size = { domains: 1, reportsPerDay: 80, recordsMean: 10 };
const reports = [...generateReports({ seed: 3, organizationId: "org", firstDay: "2026-10-01", days: 1, ...size })];
const domain = reports[0]?.row.header.policyPublished.domain ?? "";
const mail = recountMail(reports, { startDate: "2026-10-01", endDate: "2026-10-01" }).map(
  ({ sourceIp, groups }, index) => {
    return { sourceIp, groups, asn: null, hostname: index % 2 === 0 ? "o1.ptr1.sendgrid.net" : null };
  },
);
const context = createDomainContext(domain, mail, { services });
const sources: JudgedSource[] = mail.map((one, index) => {
  const verdict = classifySource(one, context, services);
  const organization = index % 3 === 0 ? `Network ${index % 5}` : null;
  const { name, kind } = nameSender({ ...one, organization, service: verdict.service }, new Set());
  return { mail: one, verdict: { ...verdict, sender: name, senderKind: kind } };
});

test("the sum of parts is the readiness of the whole, however the sources are divided", () => {
  expect(sources.length).toBeGreaterThan(100);
  const { sources: _, ...whole } = readinessOf(domain, sources);
  expect(whole.obstacles.length).toBeGreaterThan(3);
  const cuts = fc.array(fc.nat(sources.length), { maxLength: 6 });
  fc.assert(
    fc.property(cuts, (places) => {
      const ends = [0, ...places.sort((a, b) => a - b), sources.length];
      const parts = ends.slice(1).map((end, index) => readinessOf(domain, sources.slice(ends[index], end)));
      const found = parts.reduce(addReadiness, readinessOf(domain, []));
      expect(found.scenarios).toEqual(whole.scenarios);
      expect(found.classes).toEqual(whole.classes);
      const sums = (obstacles: typeof whole.obstacles) =>
        obstacles.map(({ service, sender, class: name, cause, messages, sources: count }) => ({
          service,
          sender,
          name,
          cause,
          messages,
          count,
        }));
      expect(sums(found.obstacles)).toEqual(sums(whole.obstacles));
    }),
    { numRuns: 30 },
  );
});

test("obstacles that are held are bounded: those with the most messages stay", () => {
  const [obstacle] = readinessOf(domain, sources).obstacles;
  if (obstacle === undefined) expect.fail("there is no obstacle");
  const many = Array.from({ length: OBSTACLES_HELD_MAX + 500 }, (_, index) => ({
    ...{ ...obstacle, service: null, sender: "", sourceIps: [`192.0.2.${index}`] },
    messages: { low: index, high: index },
  }));
  const none = readinessOf(domain, []);
  const held = addReadiness(none, { ...none, obstacles: many }).obstacles;
  expect(held).toHaveLength(OBSTACLES_HELD_MAX);
  expect([held[0]?.messages.low, held.at(-1)?.messages.low]).toEqual([OBSTACLES_HELD_MAX + 499, 500]);
});
