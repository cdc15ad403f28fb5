import { randomUUID } from "node:crypto";
import type { ReportRecord } from "@ruaflow/report";
import { aRecord, type DeepPartial } from "@ruaflow/report/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { MailGroup, SourceMail } from "../questions/mail/read-source-mail.ts";
import type { SourcePeriod } from "../questions/mail/stream-source-periods.ts";
import type { RecordStore } from "../record-store.ts";
import { generateReports } from "./generate-reports.ts";
import { recountContext, recountMail, recountPeriods } from "./recount-mail.ts";
import { sampleReport } from "./sample-report.ts";
import { storeReports } from "./store-reports.ts";

const filter = { startDate: "2026-03-02", endDate: "2026-03-03" };
const ADDRESS = "192.0.2.7";

/** Compares what is read of the mail of sources with a recount. */
export function describeMail(readStore: () => RecordStore): void {
  const organizationId = `org_${randomUUID()}`;
  const size = { domains: 4, reportsPerDay: 60, recordsMean: 12 };
  const reports = [...generateReports({ seed: 11, organizationId, firstDay: "2026-03-01", days: 4, ...size })];
  const domainIds = [...new Set(reports.map(({ row }) => row.domainId))];

  describe("the mail of sources", () => {
    beforeAll(() => storeReports(readStore(), reports));

    it("equals a recount, for all domains and for one, with ARC from the comments", async () => {
      for (const own of [filter, { ...filter, domainIds: domainIds.slice(0, 1) }]) {
        const found = await Array.fromAsync(readStore().streamSourceMail(organizationId, { filter: own }));
        const expected = recountMail(reports, own);
        expect(byAddress(found)).toEqual(byAddress(expected));
        expect(found.flatMap(({ groups }) => groups).filter(({ reasons }) => reasons.includes("arc"))).not.toEqual([]);
      }
    });

    it.each([0, Number.POSITIVE_INFINITY])(
      "sums each source in two periods as a recount does (%i sources foreseen)",
      async (sources) => {
        for (const failuresOnly of [false, true]) {
          const question = { ...filter, startDate: "2026-03-03", previousStart: "2026-03-02", failuresOnly };
          const found = await Array.fromAsync(readStore().streamSourcePeriods(organizationId, { question, sources }));
          const expected = recountPeriods(reports, question);
          expect(expected.length).toBeGreaterThan(50);
          expect(toSorted(found)).toEqual(toSorted(expected));
        }
      },
    );

    it("is the same when addresses are asked for by name, more than fit into one query", async () => {
      const all = await Array.fromAsync(readStore().streamSourceMail(organizationId, { filter }));
      const others = Array.from({ length: 2_500 }, (_, index) => `::${(index + 1).toString(16)}`);
      const addresses = [...others, ...all.map(({ sourceIp }) => sourceIp)];
      expect(all.length).toBeGreaterThan(50);
      expect(byAddress(await readStore().readSourceMail(organizationId, { filter, addresses }))).toEqual(
        byAddress(all),
      );
    });

    it("says what authenticates each domain's passing mail, as a recount does", async () => {
      const found = await readStore().readDomainContext(organizationId, { ...filter, domainIds });
      for (const [index, domainId] of domainIds.entries()) {
        const expected = recountContext(reports, domainId, filter);
        expect(found[index]?.passingDomains).toEqual(expected.passingDomains);
        expect(found[index]?.passingSources.map(({ messages }) => messages)).toEqual(
          expected.passingSources.map(({ messages }) => messages).slice(0, 50),
        );
        for (const source of found[index]?.passingSources ?? []) expect(expected.passingSources).toContainEqual(source);
      }
    });

    it("is not shown to another organization", async () => {
      const otherId = `org_${randomUUID()}`;
      const addresses = reports.flatMap(({ records }) => records.map(({ sourceIp }) => sourceIp)).slice(0, 100);
      expect(await Array.fromAsync(readStore().streamSourceMail(otherId, { filter }))).toEqual([]);
      const question = { ...filter, previousStart: "2026-03-01", failuresOnly: false };
      expect(await Array.fromAsync(readStore().streamSourcePeriods(otherId, { question, sources: 0 }))).toEqual([]);
      expect(await readStore().readSourceMail(otherId, { filter, addresses })).toEqual([]);
      const contexts = await readStore().readDomainContext(otherId, { ...filter, domainIds });
      expect(contexts).toEqual(domainIds.map((domainId) => ({ domainId, passingDomains: [], passingSources: [] })));
    });

    it("has at most 25 groups of failing and of passing messages, and counts the messages of the others", async () => {
      const owner = `org_${randomUUID()}`;
      await storeRecords(readStore(), owner, [...manyGroups("fail", 60), ...manyGroups("pass", 40)]);
      const [mail, ...others] = await Array.fromAsync(readStore().streamSourceMail(owner, { filter }));
      expect(others).toEqual([]);
      expect(sizes(mail?.groups, false)).toEqual(Array.from({ length: 25 }, (_, index) => 60 - index));
      expect(sizes(mail?.groups, true)).toEqual(Array.from({ length: 25 }, (_, index) => 40 - index));
      const passed = (15 * 16) / 2;
      expect(mail?.rest).toEqual({ failed: (35 * 36) / 2, passed, spfAligned: 0, dkimAligned: passed });
    });

    it("says which evaluated results the reporter left out", async () => {
      const owner = `org_${randomUUID()}`;
      await storeRecords(readStore(), owner, [
        { count: 1, policyEvaluated: { dkim: "", spf: "" } },
        { count: 2, policyEvaluated: { dkim: "fail", spf: "" } },
        { count: 3, policyEvaluated: { dkim: "fail", spf: "fail" } },
      ]);
      const [mail] = await readStore().readSourceMail(owner, { filter, addresses: [ADDRESS] });
      expect(mail?.groups.map(({ messages, leftOut }) => [messages, leftOut])).toEqual([
        [3, undefined],
        [2, ["spf"]],
        [1, ["dkim", "spf"]],
      ]);
    });

    it("keeps hostile names as they are", async () => {
      const owner = `org_${randomUUID()}`;
      const name = `'); DROP TABLE records; -- "\\\u0000=1+1 ${"x".repeat(200)}`;
      const reasons = [{ type: "local_policy", comment: "ARC=Pass'" }];
      const about = { policyEvaluated: { reasons }, identifiers: { headerFrom: name } };
      await storeRecords(readStore(), owner, [{ ...about, authResults: signedBy(name) }]);
      const [mail] = await readStore().readSourceMail(owner, { filter, addresses: [ADDRESS] });
      const dkim = [{ domain: name, selector: "s", result: "pass" }];
      const expected = { headerFrom: name, dkim, reasons: ["local_policy", "arc"] };
      expect(mail?.groups).toEqual([expect.objectContaining(expected)]);
    });
  });
}

function signedBy(domain: string) {
  return { dkim: [{ domain, selector: "s", result: "pass" }] };
}

/** Records of one source that all look different, with 1, 2, 3… messages. */
function manyGroups(result: "pass" | "fail", groups: number): DeepPartial<ReportRecord>[] {
  return Array.from({ length: groups }, (_, index) => ({
    count: index + 1,
    policyEvaluated: { dkim: result },
    authResults: signedBy(`${index}.example`),
  }));
}

async function storeRecords(store: RecordStore, organizationId: string, changes: readonly DeepPartial<ReportRecord>[]) {
  const records = changes.map((change, ordinal) => aRecord({ ordinal, sourceIp: ADDRESS, ...change }));
  const reportId = `rpt_${randomUUID()}`;
  await storeReports(store, [
    { ...sampleReport({ organizationId, reportId, day: filter.startDate, records }), records },
  ]);
}

function sizes(groups: readonly MailGroup[] | undefined, dmarcPass: boolean): number[] {
  return (groups ?? []).filter((group) => group.dmarcPass === dmarcPass).map(({ messages }) => messages);
}

/** Groups in any order, by address. */
function byAddress(mail: readonly SourceMail[]) {
  const toText = (group: MailGroup) => JSON.stringify(Object.entries(group).sort());
  return new Map(mail.map(({ sourceIp, groups, rest }) => [sourceIp, { groups: groups.map(toText).sort(), rest }]));
}

function toSorted(periods: readonly SourcePeriod[]): SourcePeriod[] {
  const toKey = ({ sourceIp, isCurrent }: SourcePeriod) => `${sourceIp} ${isCurrent}`;
  return periods
    .map((period) => ({ ...period, domainIds: [...period.domainIds].sort() }))
    .sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}
