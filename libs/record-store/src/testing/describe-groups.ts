import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type RecordGrouping, toSenderCause } from "../questions/groups/group-key.ts";
import type { RecordStore } from "../record-store.ts";
import { NOT_JUDGED } from "../rows/verdicts/not-judged.ts";
import type { StoredVerdict } from "../rows/verdicts/stored-verdict.ts";
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

    describe("of verdicts", () => {
      const verdicts = toVerdicts(reports);
      beforeAll(async () => {
        const changes = { judgedAt: new Date("2026-03-01T00:00:00Z"), removed: [] };
        await readStore().saveVerdicts(announce(organizationId), organizationId, { ...changes, saved: verdicts });
        const others = verdicts.map((one) => ({
          ...one,
          service: { name: "Twin", category: "crm" },
          class: "spoofed",
        }));
        await readStore().saveVerdicts(announce(twinId), twinId, { ...changes, saved: others });
      });

      it.each(["service", "class", "sender", "cause"] as const)(
        "by %s are the mail that a filter of the same value selects, in all filters",
        async (groupBy) => {
          for (const filter of [...filters, { records: { dmarcPass: true } }]) {
            const question = { ...period, ...filter, groupBy, failuresOnly: false };
            const groups = await readGroups(question);
            if (!("counted" in filter) && !("domainIds" in filter && filter.domainIds?.length === 0))
              expect(groups.size).toBeGreaterThan(2);
            for (const [key, { sources, messages }] of groups) {
              const records = { ...("records" in filter && filter.records), [groupBy]: key ?? "" };
              const selected = { ...period, ...filter, records };
              expect(await readStore().countSources(organizationId, selected)).toBe(sources);
              const found = await Array.fromAsync(readStore().exportSources(organizationId, selected));
              expect(sum(found.map((one) => one.messages))).toBe(messages);
            }
            const all = await readStore().readGroupSums(organizationId, {
              ...question,
              groupBy: "day",
              groupsMax: 10_000,
            });
            expect(sum([...groups.values()].map(({ messages }) => messages))).toBe(all.messages);
          }
        },
      );

      it.each([true, false])(
        "by sender and cause have the mail of all their sources, and name the largest (failures only: %s)",
        async (failuresOnly) => {
          for (const domainId of domainIds) {
            const filter = { ...period, domainIds: [domainId] };
            const groups = await readGroups({ ...filter, groupBy: "sender_cause", failuresOnly });
            const records = failuresOnly ? { dmarcPass: false } : {};
            const sources = await Array.fromAsync(readStore().exportSources(organizationId, { ...filter, records }));
            const verdictOf = new Map(
              verdicts.flatMap((one) => (one.domainId === domainId ? [[one.sourceIp, one]] : [])),
            );
            const expected = Map.groupBy(sources, ({ sourceIp }) => toKey(verdictOf.get(sourceIp)));
            const found = [...groups].filter(([, { messages }]) => messages > 0);
            expect(new Map(found.map(([key, group]) => [toKey(toSenderCause(key ?? "")), group.messages]))).toEqual(
              new Map([...expected].map(([key, own]) => [key, sum(own.map((one) => one.messages))])),
            );
            for (const [key, group] of found) {
              const own = expected.get(toKey(toSenderCause(key ?? ""))) ?? [];
              const most = Math.max(...own.map((one) => one.messages));
              const largest = own.find(({ sourceIp }) => sourceIp === group.largest?.sourceIp);
              expect([group.sources, largest?.messages]).toEqual([own.length, most]);
            }
          }
        },
      );

      it("are read for the sources that are asked for, of one organization", async () => {
        const some = verdicts.slice(0, 2_500);
        const found = await readStore().readVerdicts(organizationId, some);
        const toText = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
        expect(toText(found.map((one) => Object.entries(one).sort()))).toEqual(
          toText(some.map((one) => Object.entries(one).sort())),
        );
        expect(await readStore().readVerdicts(`org_${randomUUID()}`, some)).toEqual([]);
      });

      it("the later judgement counts, and none of a source without mail", async () => {
        const owner = `org_${randomUUID()}`;
        const [first = expect.fail("no verdict")] = verdicts;
        const save = (judgedAt: string, change: { saved?: typeof verdicts; removed?: typeof verdicts }) =>
          readStore().saveVerdicts(announce(owner), owner, {
            ...{ judgedAt: new Date(judgedAt), saved: [], removed: [] },
            ...change,
          });
        await save("2026-03-02T00:00:00Z", { saved: [{ ...first, class: "forwarded" }] });
        await save("2026-03-01T00:00:00Z", { saved: [{ ...first, class: "spoofed" }] });
        expect(await readStore().readVerdicts(owner, [first])).toMatchObject([{ class: "forwarded" }]);
        expect(await readStore().listGoneSources(owner, [first.domainId])).toEqual([
          { domainId: first.domainId, sourceIp: first.sourceIp },
        ]);
        await save("2026-03-03T00:00:00Z", { removed: [first] });
        expect(await readStore().readVerdicts(owner, [first])).toEqual([]);
        expect(await readStore().listGoneSources(organizationId, domainIds)).toEqual([]);
      });
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

/** Verdicts on three quarters of the sources of each domain. */
function toVerdicts(reports: readonly GeneratedReport[]): StoredVerdict[] {
  const keys = new Map(
    reports.flatMap(({ row, records }) =>
      records.map(({ sourceIp }) => [`${row.domainId} ${sourceIp}`, { domainId: row.domainId, sourceIp }] as const),
    ),
  );
  return [...keys.values()].flatMap((key, index): StoredVerdict[] => {
    if (index % 4 === 0) return [];
    const service = index % 5 === 0 ? null : { name: `Service ${index % 3}`, category: "crm" };
    const sender = {
      sender: index % 6 === 0 ? "" : `Sender ${index % 5}`,
      senderKind: index % 6 === 0 ? "none" : "owner",
    };
    const cause = ["passes", "foreign_sender", "not_enough_evidence"][index % 3] ?? "passes";
    const name = ["compliant", "misconfigured", "unknown", "spoofed"][index % 7] ?? "forwarded";
    return [{ ...key, service, ...sender, class: name, cause, rule: "r", rulesVersion: "1", details: "{}" }];
  });
}

/** Names a group by sender and cause. */
function toKey(verdict: Pick<StoredVerdict, "sender" | "class" | "cause"> | undefined): string {
  const { sender, class: name, cause } = verdict ?? { sender: "", ...NOT_JUDGED };
  return JSON.stringify([sender, name, cause]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
