import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordGrouping } from "../questions/groups/group-key.ts";
import { SENDERS_MAX } from "../questions/source-conditions.ts";
import type { RecordStore } from "../record-store.ts";
import { announce } from "./announce.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { recountSources } from "./recount.ts";
import { type Facts, recountGroups } from "./recount-groups.ts";
import { storeReports } from "./store-reports.ts";

const groupings = [
  "domain",
  "day",
  "reporter",
  "header_from",
  "disposition",
  "source_organization",
  "country",
] as const satisfies readonly RecordGrouping[];
const organizationId = `org_${randomUUID()}`;
const twinId = `org_${randomUUID()}`;
const size = { domains: 7, firstDay: "2026-01-20", days: 20, reportsPerDay: 12, recordsMean: 5 };
/** Ten days, with ten days before them that also have reports. */
const period = { startDate: "2026-01-30", endDate: "2026-02-08", previousStart: "2026-01-20" };

/** Compares every grouping with a recount. */
export function describeGroups(readStore: () => RecordStore): void {
  const reports = generate(organizationId);
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))];
  const facts = toFacts(reports);

  describe("groups", () => {
    beforeAll(async () => {
      await storeReports(readStore(), reports);
      await storeReports(readStore(), generate(twinId));
      const known = [...facts].map(([address, fact]) => ({
        address,
        hostname: null,
        asn: null,
        service: null,
        ...fact,
      }));
      for (let start = 0; start < known.length; start += 1000)
        await readStore().copySourceFacts(announce(), known.slice(start, start + 1000));
    });

    const filters = [{}, { domainIds: domainIds.slice(0, 3) }, { counted: "none" as const }, { domainIds: [] }];
    const cases = groupings.flatMap((groupBy) => [true, false].map((failuresOnly) => ({ groupBy, failuresOnly })));

    it.each(cases)("of $groupBy are as a recount has them (failures only: $failuresOnly)", async (grouping) => {
      for (const filter of filters) {
        const question = { ...period, ...filter, ...grouping };
        const counted = filter.counted === "none" ? [] : reports;
        const expected = recountGroups(counted, question, facts);
        expect(await readGroups(question)).toEqual(new Map(expected.map((group) => [group.key, group])));
      }
    });

    it("keeps the groups with the most messages, and says how many there are", async () => {
      const question = { ...period, groupBy: "header_from", failuresOnly: false, groupsMax: 3 } as const;
      const all = await readStore().readGroupSums(organizationId, { ...question, groupsMax: 10_000 });
      const kept = await readStore().readGroupSums(organizationId, question);
      expect(kept).toEqual({ ...all, groups: all.groups.slice(0, 3) });
      expect([all.total, all.messages]).toEqual([all.groups.length, sum(all.groups.map(({ messages }) => messages))]);
    });

    it("counts the sources of groups of domains as a recount does, also where groups overlap", async () => {
      const groups = [domainIds.slice(0, 1), domainIds, domainIds.slice(2, 4), ["dom_unknown"], []];
      const recount = groups.map((ids) => recountSources(reports, { ...period, domainIds: ids }).length);
      const question = { ...period, failuresOnly: false, groups: groups.map((ids) => ({ key: null, domainIds: ids })) };
      expect(await readStore().countDomainGroups(organizationId, question)).toEqual(recount);
      expect(await readStore().countDomainGroups(twinId, { ...question, groups: [] })).toEqual([]);
    });

    it.each([
      ["source_organization", "sourceOrganization"],
      ["country", "country"],
    ] as const)("of %s are the sources that a filter of the same value selects", async (groupBy, name) => {
      const groups = await readGroups({ ...period, groupBy, failuresOnly: false });
      expect(groups.size).toBeGreaterThan(2);
      for (const [key, { sources }] of groups) {
        const records = { [name]: key ?? "" };
        expect(await readStore().countSources(organizationId, { ...period, records })).toBe(sources);
      }
    });

    it("are those of the addresses that a filter names", async () => {
      const all = [...new Set(recountSources(reports, period).map(({ sourceIp }) => sourceIp))];
      const many = Array.from({ length: SENDERS_MAX - 2 }, (_, index) => `2001:db8:ffff:ffff:ffff:ffff:ffff:${index}`);
      const count = (senders: readonly string[]) =>
        readStore().countSources(organizationId, { ...period, records: { senders } });
      expect(await count([...many, ...all.slice(0, 2)])).toBe(2);
      expect(await count([])).toBe(0);
    });

    it("counts groups of more domains than one parameter may hold", async () => {
      const unknown = Array.from({ length: 20_000 }, (_, index) => `dom_${String(index).padStart(26, "0")}`);
      const groups = [unknown.slice(0, 9_000), [...unknown.slice(9_000), ...domainIds]];
      const question = { ...period, failuresOnly: false, groups: groups.map((ids) => ({ key: null, domainIds: ids })) };
      const all = recountSources(reports, period).length;
      expect(await readStore().countDomainGroups(organizationId, question)).toEqual([0, all]);
    });
  });

  async function readGroups(question: { groupBy: RecordGrouping; failuresOnly: boolean } & typeof period) {
    const { groups } = await readStore().readGroupSums(organizationId, { ...question, groupsMax: 10_000 });
    const page = { ...question, hashes: groups.map(({ hash }) => hash) };
    const counts = new Map((await readStore().countGroups(organizationId, page)).map((one) => [one.key, one]));
    const sums = new Map((await readStore().countGroupReports(organizationId, page)).map((one) => [one.key, one]));
    return new Map(
      groups.map(({ hash: _, isPresent: __, ...group }) => [
        group.key,
        { ...group, ...counts.get(group.key), ...sums.get(group.key) },
      ]),
    );
  }
}

function generate(organization: string): GeneratedReport[] {
  return [...generateReports({ seed: 20_260_731, organizationId: organization, ...size })];
}

/** Owners and countries of two thirds of the addresses; of some only one is known. */
function toFacts(reports: readonly GeneratedReport[]): Facts {
  const addresses = [...new Set(reports.flatMap(({ records }) => records.map(({ sourceIp }) => sourceIp)))];
  const known = addresses.flatMap(
    (address, index): [string, { organization: string | null; country: string | null }][] => {
      if (index % 3 === 0) return [];
      return [
        [
          address,
          { organization: index % 5 === 0 ? null : `Owner ${index % 4}`, country: index % 2 === 0 ? "DE" : "CH" },
        ],
      ];
    },
  );
  return new Map(known);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
