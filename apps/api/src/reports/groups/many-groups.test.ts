import { aRecord } from "@ruaflow/report/testing";
import { shippedServiceMap } from "@ruaflow/senders";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv, startApi, type TestApi, type TestOrganization } from "../../testing/index.ts";
import { GROUPS_MAX, type GroupsQuestion, groupings } from "./group.ts";
import { readGroups } from "./read-groups.ts";

const GROUPS = GROUPS_MAX + 1;
const URL = "/api/v1/reports/aggregate?group_by=header_from";

interface Body {
  readonly data: readonly { readonly key: string; readonly emails: number; readonly reports: number }[];
  readonly meta: Readonly<Record<string, unknown>>;
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi({ now: () => new Date("2026-10-20T12:00:00Z") });
  organization = await api.createOrganization();
});

afterAll(() => api.stop());

describe("more groups than an answer may have", () => {
  beforeAll(async () => {
    const domain = await organization.addVerifiedDomain("many.example");
    const { identifiers } = aRecord();
    // The last one has the fewest messages.
    const records = Array.from({ length: GROUPS }, (_, index) =>
      aRecord({
        ordinal: index,
        count: index === GROUPS - 1 ? 1 : 2,
        identifiers: { ...identifiers, headerFrom: `d${index}.many.example` },
      }),
    );
    await organization.storeReport({ domain, day: "2026-10-12", records });
  });

  test("have the largest on their pages, and the number of the others in meta", async () => {
    const { body, headers } = await organization.ask<Body>({ url: `${URL}&per_page=100&page=100` });
    expect(body.data).toHaveLength(100);
    expect(body.meta).toMatchObject({ total: GROUPS_MAX, total_pages: 100, groups_omitted: 1 });
    expect(headers.link).not.toContain('rel="next"');
    const smallest = await organization.ask<Body>({ url: `${URL}&sort=emails&per_page=1` });
    expect(smallest.body.data).toMatchObject([{ emails: 2 }]);
  });

  test("are all but those in the CSV, each with its counts", async () => {
    const lines = readCsv((await organization.ask({ url: `${URL}&format=csv` })).text);
    expect(lines).toHaveLength(GROUPS_MAX);
    expect(new Set(lines.map(({ reports, sources, emails }) => `${reports} ${sources} ${emails}`))).toEqual(
      new Set(["1 1 2"]),
    );
  });
});

describe("groups of domains from the records", () => {
  let owner: TestOrganization;

  beforeAll(async () => {
    owner = await api.createOrganization();
    const clients = [
      ["C-1", ["eu", "shop"]],
      ["C-1", []],
      [null, ["shop"]],
    ] as const;
    for (const [index, [clientReference, labels]] of clients.entries()) {
      const domain = await owner.addVerifiedDomain(`client-${index}.example`);
      const changes = { clientReference, labels };
      await api.metadata.domains.updateDomainSettings(owner.id, { domainId: domain.id, changes });
      // The second has mail only in the period before, for its group has other domains.
      for (const day of index === 1 ? ["2026-10-05"] : ["2026-10-05", "2026-10-12", "2026-10-13"]) {
        const policyEvaluated = { spf: index === 0 ? "pass" : "fail" };
        const records = [0, 1].map((ordinal) =>
          aRecord({ ordinal, count: 3 + index, sourceIp: `192.0.2.${index + ordinal}`, policyEvaluated }),
        );
        await owner.storeReport({ domain, day, records });
      }
    }
  });

  const period = { startDate: "2026-10-11", endDate: "2026-10-20", counted: "authentic" } as const;
  const previous = { startDate: "2026-10-01", endDate: "2026-10-10" };

  const unknown = {
    readFacts: async (addresses: readonly string[]) =>
      new Map(addresses.map((address) => [address, { hostname: null, organization: null, country: null, asn: null }])),
    services: shippedServiceMap,
  };

  /** A filter of records that every record fits asks the records what the sums of days would answer. */
  const read = (question: Pick<GroupsQuestion, "groupBy" | "failuresOnly" | "sort">, filter: object) =>
    readGroups({ ...api, ...unknown }, owner.id, {
      filter: { ...period, ...filter },
      previous,
      page: 1,
      perPage: 100,
      ...question,
    });

  const ofDays = groupings.filter((groupBy) => ["domain", "client_reference", "label", "day"].includes(groupBy));
  const sorts = ["emails", "failed", "pass_rate", "emails_change", "pass_rate_change", "key"] as const;

  test.each(ofDays)("by %s equal those from the sums of days, in every order", async (groupBy) => {
    for (const by of sorts) {
      for (const descending of [true, false]) {
        const question = { groupBy, failuresOnly: false, sort: { by, descending } };
        const expected = await read(question, {});
        expect(expected.groups.length).toBeGreaterThan(0);
        expect(toFields(await read(question, { records: {} }))).toEqual(toFields(expected));
      }
    }
  });

  test.each(ofDays)("by %s have the same failed messages as the sums of days", async (groupBy) => {
    const question = { groupBy, failuresOnly: true, sort: { by: "failed", descending: true } } as const;
    const [fromDays, fromRecords] = [await read(question, {}), await read(question, { records: {} })];
    const toFailures = ({ groups, ...sums }: typeof fromDays) => ({
      ...sums,
      groups: groups.map(({ key, messages, passed, previousMessages, previousPassed, sources, domains }) => ({
        ...{ key, sources, domains, failed: messages - passed, before: previousMessages - previousPassed },
      })),
    });
    expect(toFailures(fromRecords)).toEqual(toFailures(fromDays));
    expect(fromDays.failed).toBeGreaterThan(0);
  });

  function toFields({ groups, total }: Awaited<ReturnType<typeof read>>) {
    return { total, groups: groups.map(({ ...group }) => Object.fromEntries(Object.entries(group).sort())) };
  }
});
