import { randomUUID } from "node:crypto";
import { aRecord } from "@ruaflow/report/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { RecordStore } from "../record-store.ts";
import { announce } from "./announce.ts";
import { type GeneratedReport, generateReports } from "./generate-reports.ts";
import { recountMessages, recountReports } from "./recount.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports } from "./store-reports.ts";

const firstDay = "2026-01-20";
const organizationId = `org_${randomUUID()}`;
const twinId = `org_${randomUUID()}`;

interface Sent {
  readonly domainId: string;
  readonly day: string;
  readonly sourceIp: string;
  readonly count: number;
  readonly isPass?: boolean;
  readonly receivedAt?: Date;
  readonly trust?: "none";
  readonly disposition?: string;
}

function toReport(owner: string, sent: Sent): GeneratedReport {
  const { domainId, day, sourceIp, count, isPass = false, receivedAt = new Date(`${day}T12:00:00Z`) } = sent;
  const { disposition = "none" } = sent;
  const policyEvaluated = { disposition, dkim: isPass ? "pass" : "fail" };
  const records = [aRecord({ sourceIp, count, policyEvaluated })];
  const { row } = sampleReport({ organizationId: owner, reportId: `rpt_${randomUUID()}`, day, records });
  return { records, row: { ...row, domainId, receivedAt, trust: sent.trust ?? row.trust } };
}

/** Queries about many domains at once, of any organization. */
export function describeWatchedDomains(readStore: () => RecordStore): void {
  const send = (owner: string, ...sent: readonly Sent[]) =>
    storeReports(
      readStore(),
      sent.map((one) => toReport(owner, one)),
    );

  describe("questions about many domains", () => {
    const reports = [
      ...generateReports({ seed: 7, organizationId, firstDay, days: 5, domains: 6, reportsPerDay: 10, recordsMean: 4 }),
    ];
    const domains = [...new Set(reports.map(({ row }) => row.domainId))].map((domainId) => ({
      organizationId,
      domainId,
    }));

    beforeAll(() => storeReports(readStore(), reports));

    it("finds the domains of any organization that an address was judged for", async () => {
      const sourceIp = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::7`;
      const verdict = { class: "unknown", cause: "c", rule: "r", rulesVersion: "1", details: "{}", service: null };
      const save = (owner: string, domainId: string, address: string) => {
        const one = { ...verdict, domainId, sourceIp: address, sender: "", senderKind: "none" };
        return readStore().saveVerdicts(announce(owner), owner, { judgedAt: new Date(), saved: [one], removed: [] });
      };
      await save(organizationId, "dom_one", sourceIp);
      await save(twinId, "dom_two", sourceIp);
      await save(twinId, "dom_other", "192.0.2.99");
      const found = await readStore().listDomainsOfSources([sourceIp]);
      expect(found.toSorted((a, b) => a.domainId.localeCompare(b.domainId))).toEqual([
        { organizationId, domainId: "dom_one" },
        { organizationId: twinId, domainId: "dom_two" },
      ]);
    });

    it("returns the sums of each day of each domain as a recount does", async () => {
      const period = { startDate: "2026-01-21", endDate: "2026-01-23" };
      const groups = Map.groupBy(recountReports(reports, period), ({ row }) => row.domainId);
      const days = await readStore().readDomainDays(domains, period);
      expect(days.size).toBe(groups.size);
      for (const [domainId, group] of groups) {
        const { messages, passed } = recountMessages(group.flatMap(({ records }) => records));
        const sum = (field: "messages" | "passed") =>
          (days.get(domainId) ?? []).reduce((total, day) => total + day[field], 0);
        expect([sum("messages"), sum("passed")]).toEqual([messages, passed]);
        const names = (days.get(domainId) ?? []).map(({ day }) => day);
        expect(names).toEqual([...new Set(group.map(({ row }) => row.day))].sort());
      }
    });

    it("returns the failing messages of each day that receivers rejected or quarantined", async () => {
      const owner = `org_${randomUUID()}`;
      const domainId = `dom_${randomUUID()}`;
      const failing = { domainId, day: "2026-03-05", sourceIp: "192.0.2.1", count: 3 };
      await send(
        owner,
        ...["none", "reject", "Quarantine"].map((disposition) => ({ ...failing, disposition })),
        { ...failing, disposition: "reject", isPass: true },
        { ...failing, disposition: "reject", trust: "none" },
        { ...failing, disposition: "reject", day: "2026-03-06" },
        { ...failing, disposition: "reject", day: "2026-03-07" },
      );
      const period = { startDate: "2026-03-05", endDate: "2026-03-06" };
      const read = async (countUnauthenticated: boolean) => {
        const keys = [{ organizationId: owner, domainId, countUnauthenticated }];
        return (await readStore().readRefusedDays(keys, period))
          .get(domainId)
          ?.map(({ day, refused }) => [day, refused]);
      };
      expect(await read(false)).toEqual([
        ["2026-03-05", 6],
        ["2026-03-06", 3],
      ]);
      expect(await read(true)).toEqual([
        ["2026-03-05", 9],
        ["2026-03-06", 3],
      ]);
    });

    it("returns the mail of some addresses about a domain by day", async () => {
      const domainId = `dom_${randomUUID()}`;
      const sent = { domainId, day: "2026-03-05", sourceIp: "192.0.2.1", count: 3 };
      await send(
        organizationId,
        sent,
        { ...sent, isPass: true },
        { ...sent, sourceIp: "2001:db8::1", day: "2026-03-06" },
        { ...sent, sourceIp: "192.0.2.9" },
        { ...sent, day: "2026-03-08" },
      );
      const period = { startDate: "2026-03-01", endDate: "2026-03-07", addresses: ["192.0.2.1", "2001:db8::1"] };
      expect(await readStore().readAddressDays({ organizationId, domainId }, period)).toEqual([
        { day: "2026-03-05", messages: 6, passed: 3 },
        { day: "2026-03-06", messages: 3, passed: 0 },
      ]);
    });

    it("returns the domains that have received a report since", async () => {
      const domainId = `dom_${randomUUID()}`;
      const [early, late] = [new Date("2027-01-01T00:00:00Z"), new Date("2027-01-02T00:00:00Z")];
      const sent = { domainId, day: "2026-12-31", sourceIp: "192.0.2.1", count: 1 };
      await send(organizationId, { ...sent, receivedAt: late }, { ...sent, receivedAt: early });
      const since = async (time: Date) => (await readStore().listReceivingDomains(time)).map((key) => key.domainId);
      expect(await since(late)).toContain(domainId);
      expect(await since(new Date(late.getTime() + 1000))).not.toContain(domainId);
    });

    it("finds failing sources that no earlier report has, most failures first, up to the limit per domain", async () => {
      const domainId = `dom_${randomUUID()}`;
      const day = "2026-05-10";
      const known = { domainId, day: "2025-02-01", sourceIp: "192.0.2.1", count: 1, isPass: true };
      const failing = (sourceIp: string, count: number) => ({ domainId, day, sourceIp, count });
      await send(
        organizationId,
        known,
        failing("192.0.2.1", 900),
        failing("192.0.2.2", 30),
        failing("192.0.2.2", 30),
        failing("2001:db8::3", 70),
        failing("192.0.2.4", 49),
        { ...failing("192.0.2.5", 900), isPass: true },
        { ...failing("192.0.2.6", 900), day: "2026-05-18" },
      );
      const options = { startDate: "2026-05-10", endDate: "2026-05-17", failuresMin: 50, sourcesMax: 10 };
      const ask = async (changes = {}) =>
        (await readStore().readNewSources([{ organizationId, domainId }], { ...options, ...changes })).get(domainId);
      expect(await ask()).toEqual([
        { sourceIp: "2001:db8::3", failed: 70, firstDay: day },
        { sourceIp: "192.0.2.2", failed: 60, firstDay: day },
      ]);
      expect(await ask({ sourcesMax: 1 })).toEqual([{ sourceIp: "2001:db8::3", failed: 70, firstDay: day }]);
      expect(await ask({ startDate: "2026-05-11" })).toBeUndefined();
    });

    it("finds no new source for a domain without earlier reports", async () => {
      const domainId = `dom_${randomUUID()}`;
      await send(organizationId, { domainId, day: "2026-05-10", sourceIp: "192.0.2.1", count: 900 });
      const options = { startDate: "2026-05-01", endDate: "2026-05-31", failuresMin: 1, sourcesMax: 10 };
      expect(await readStore().readNewSources([{ organizationId, domainId }], options)).toEqual(new Map());
    });

    it("separates organizations, even two with a domain of the same id", async () => {
      const [first, second] = [`dom_${randomUUID()}`, `dom_${randomUUID()}`];
      const old = { day: "2026-04-01", sourceIp: "192.0.2.9", count: 5, isPass: true };
      const late = { day: "2026-05-10", sourceIp: "192.0.2.1", count: 100 };
      for (const domainId of [first, second]) {
        await send(organizationId, { ...old, domainId }, { ...late, domainId });
        await send(twinId, { ...old, domainId }, { ...late, domainId, count: 7, sourceIp: "192.0.2.2" });
      }
      const keys = [
        { organizationId, domainId: first },
        { organizationId: twinId, domainId: second },
      ];
      const period = { startDate: "2026-05-01", endDate: "2026-05-31" };
      const days = await readStore().readDomainDays(keys, period);
      expect([days.get(first), days.get(second)]).toMatchObject([[{ messages: 100 }], [{ messages: 7 }]]);
      const options = { ...period, failuresMin: 1, sourcesMax: 10 };
      expect(await readStore().readNewSources(keys, options)).toEqual(
        new Map([
          [first, [{ sourceIp: "192.0.2.1", failed: 100, firstDay: late.day }]],
          [second, [{ sourceIp: "192.0.2.2", failed: 7, firstDay: late.day }]],
        ]),
      );
    });

    it("answers about more domains than one query accepts, and binds their values", async () => {
      const many = Array.from({ length: 1200 }, (_, index) => ({
        organizationId: `org_'${index}`,
        domainId: `dom_'${index}]`,
      }));
      const period = { startDate: firstDay, endDate: "2026-01-25" };
      expect((await readStore().readDomainDays([...many, ...domains], period)).size).toBe(domains.length);
      expect(await readStore().readNewSources([], { ...period, failuresMin: 1, sourcesMax: 1 })).toEqual(new Map());
    });

    it("leave out reports whose sender is not proven, unless the organization counts them", async () => {
      const owner = `org_${randomUUID()}`;
      const domainId = `dom_${randomUUID()}`;
      const forged = { domainId, day: "2026-03-05", sourceIp: "192.0.2.66", count: 9, trust: "none" } as const;
      await send(owner, { domainId, day: "2026-03-01", sourceIp: "192.0.2.1", count: 1 }, forged);
      const period = { startDate: "2026-03-05", endDate: "2026-03-05" };
      const read = async (countUnauthenticated: boolean) => {
        const keys = [{ organizationId: owner, domainId, countUnauthenticated }];
        const news = await readStore().readNewSources(keys, { ...period, failuresMin: 1, sourcesMax: 5 });
        const days = await readStore().readDomainDays(keys, period);
        return [news.get(domainId)?.length, days.get(domainId)?.length];
      };
      expect(await read(false)).toEqual([undefined, undefined]);
      expect(await read(true)).toEqual([1, 1]);
    });
  });
}
