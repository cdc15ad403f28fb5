import { randomUUID } from "node:crypto";
import type { ReportRecord } from "@ruaflow/report";
import { aRecord, type DeepPartial } from "@ruaflow/report/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { MailGroup, SourceMail } from "../questions/mail/read-source-mail.ts";
import type { RecordStore } from "../record-store.ts";
import { generateReports } from "./generate-reports.ts";
import { recountContext, recountMail } from "./recount-mail.ts";
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
        expect(bySource(found)).toEqual(bySource(expected));
        expect(found.flatMap(({ groups }) => groups).filter(({ reasons }) => reasons.includes("arc"))).not.toEqual([]);
      }
    });

    it("is judged by all days, and by unproven reports only where no proven one has the source", async () => {
      const whole = { startDate: "2000-01-01", endDate: "2100-01-01", domainIds: domainIds.slice(0, 3) };
      const read = async (counted: "authentic" | "all" | "none") =>
        (await Array.fromAsync(readStore().streamJudgedMail(organizationId, { ...whole, counted }))).flatMap(
          ({ mail }) => mail,
        );
      expect(bySource(await read("authentic"))).toEqual(bySource(recountMail(reports, whole)));
      expect(await read("none")).toEqual([]);
      const owner = `org_${randomUUID()}`;
      await storeRecords(readStore(), owner, [{ sourceIp: ADDRESS }]);
      await storeRecords(readStore(), owner, [{ sourceIp: ADDRESS, count: 7 }, { sourceIp: "192.0.2.8" }], "none");
      const { domainId } = sampleReport({ organizationId: owner, reportId: "rpt" }).row;
      const ofOwner = async (counted: "authentic" | "none") =>
        (await Array.fromAsync(readStore().streamJudgedMail(owner, { domainIds: [domainId], counted }))).flatMap(
          ({ mail }) => mail,
        );
      expect((await ofOwner("authentic")).map(({ sourceIp }) => sourceIp)).toEqual([ADDRESS]);
      expect((await ofOwner("none")).map(({ sourceIp }) => sourceIp)).toEqual(["192.0.2.8"]);
    });

    it("is the same when addresses are asked for by name, more than fit into one query", async () => {
      const all = await Array.fromAsync(readStore().streamSourceMail(organizationId, { filter }));
      const others = Array.from({ length: 2_500 }, (_, index) => `::${(index + 1).toString(16)}`);
      const addresses = [...others, ...all.map(({ sourceIp }) => sourceIp)];
      expect(all.length).toBeGreaterThan(50);
      expect(bySource(await readStore().readSourceMail(organizationId, { filter, addresses }))).toEqual(bySource(all));
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
      const judged = readStore().streamJudgedMail(otherId, { domainIds, counted: "all" });
      expect(await Array.fromAsync(judged)).toEqual([]);
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

async function storeRecords(
  store: RecordStore,
  organizationId: string,
  changes: readonly DeepPartial<ReportRecord>[],
  trust: "upload" | "none" = "upload",
) {
  const records = changes.map((change, ordinal) => aRecord({ ordinal, sourceIp: ADDRESS, ...change }));
  const reportId = `rpt_${randomUUID()}`;
  const { row } = sampleReport({ organizationId, reportId, day: filter.startDate, records });
  await storeReports(store, [{ row: { ...row, trust }, records }]);
}

function sizes(groups: readonly MailGroup[] | undefined, dmarcPass: boolean): number[] {
  return (groups ?? []).filter((group) => group.dmarcPass === dmarcPass).map(({ messages }) => messages);
}

/** Groups in any order, by domain and address. */
function bySource(mail: readonly SourceMail[]) {
  const toText = (group: MailGroup) => JSON.stringify(Object.entries(group).sort());
  return new Map(
    mail.map(({ domainId, sourceIp, groups, rest }) => [
      `${domainId} ${sourceIp}`,
      { groups: groups.map(toText).sort(), rest },
    ]),
  );
}
