import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReportFixture, startReportFixture } from "../testing/report-fixture.ts";
import { SOURCE_FACTS } from "./answer-versions.ts";

let fixture: ReportFixture;
let organizationId: string;
let domainIds: readonly string[];
let otherId: string;

beforeAll(async () => {
  fixture = await startReportFixture();
  ({ organizationId, domainIds } = await fixture.createOrganization(3));
  ({ organizationId: otherId } = await fixture.createOrganization(1));
  await fixture.storeReports([{ ...first(), day: "2025-01-01" }, first()]);
  const source = { address: "192.0.2.1", hostname: null, asn: 1, organization: "One", country: "DE" };
  await fixture.database.query(
    `INSERT INTO sources (address, enriched_at, hostname_state, asn, organization, country)
     VALUES ($1, now(), 'absent', $2, $3, $4)`,
    [source.address, source.asn, source.organization, source.country],
  );
});
afterAll(() => fixture.stop());

const first = () => ({ organizationId, domainId: domainIds[0] ?? "" });
const second = () => domainIds[1] ?? "";

/** Of both organizations, and of facts about sources. */
const readAll = () => fixture.store.reports.readAnswerVersions([organizationId, otherId, SOURCE_FACTS]);
const readVersions = async () => (await readAll()).map(({ version }) => version);

const set = (change: string) => fixture.database.query(change);

interface Change {
  readonly name: string;
  readonly make: () => Promise<unknown>;
}

/** In turn, on one organization. */
const changes: readonly Change[] = [
  { name: "a report becomes stored", make: () => fixture.storeReports([first()]) },
  {
    name: "reports beyond their retention are removed",
    make: () =>
      fixture.store.reports.removeOldReports(organizationId, { domainIds: [...domainIds], beforeDay: "2025-06-01" }),
  },
  {
    name: "a domain is added",
    make: () => fixture.store.domains.createDomain(organizationId, "added.example"),
  },
  {
    name: "a domain's labels change",
    make: () =>
      fixture.store.domains.updateDomainSettings(organizationId, {
        domainId: second(),
        changes: { labels: ["new"] },
      }),
  },
  { name: "a domain's policy changes", make: () => set("UPDATE domains SET dmarc_policy = 'reject'") },
  {
    name: "a domain's deletion begins",
    make: () => fixture.store.domains.beginDeletion(organizationId, second()),
  },
  {
    name: "a domain's deletion ends",
    make: () => fixture.store.domains.finishDeletions([{ organizationId, domainId: second() }]),
  },
  {
    name: "a sender is said to be the organization's",
    make: () =>
      fixture.store.sources.createSenderOverride(organizationId, {
        ...{ kind: "domain", value: "example.com", ours: true, note: null, keyId: "key" },
      }),
  },
  { name: "that is taken back", make: () => set("DELETE FROM sender_overrides") },
  {
    name: "rows in ClickHouse change",
    make: () => fixture.store.reports.whileRowsChange([organizationId], async () => undefined),
  },
];

test.each(changes)("when $name, the organization's version advances", async ({ make }) => {
  const [before] = await readVersions();
  await make();
  const [after] = await readVersions();
  expect(after).not.toBe(before);
  expect((await readVersions())[0]).toBe(after);
});

test.each([
  { name: "another organization's version stays", make: () => fixture.storeReports([first()]), at: 1 },
  { name: "a report that is only claimed changes nothing", make: () => fixture.claim([first()]), at: 0 },
  {
    name: "a look at a domain's DNS that finds what was known changes nothing",
    make: () => set("UPDATE domains SET dmarc_checked_at = now(), releasing = false"),
    at: 0,
  },
  {
    name: "a look-up that finds what was known of a source changes nothing",
    make: () => set("UPDATE sources SET due_at = now(), expires_at = now(), attempts = 3, enriched_at = now()"),
    at: 2,
  },
  {
    name: "a new source without facts changes nothing",
    make: () => set("INSERT INTO sources VALUES ('192.0.2.9')"),
    at: 2,
  },
])("$name", async ({ make, at }) => {
  const before = (await readVersions())[at];
  await make();
  expect((await readVersions())[at]).toBe(before);
});

test.each([
  ["the owner of a source", "UPDATE sources SET organization = 'Two'"],
  ["the name of a source", "UPDATE sources SET hostname = 'a.example', hostname_state = 'confirmed'"],
  ["that facts about a source are found", "UPDATE sources SET enriched_at = now() WHERE enriched_at IS NULL"],
])("%s advances the version of facts about sources, and no organization's", async (_, change) => {
  const [own, others, facts] = await readVersions();
  await set(change);
  expect((await readVersions()).slice(0, 2)).toEqual([own, others]);
  expect((await readVersions())[2]).not.toBe(facts);
});

test("facts of PostgreSQL have a version of their own, which their copies in ClickHouse leave alone", async () => {
  const { readFactsVersion } = fixture.store.reports;
  const before = await readFactsVersion();
  await fixture.store.reports.whileRowsChange([SOURCE_FACTS], async () => undefined);
  expect(await readFactsVersion()).toBe(before);
  await set("UPDATE sources SET organization = 'Three'");
  expect(await readFactsVersion()).not.toBe(before);
});

const readSettled = async () => (await readAll()).map(({ isSettled }) => isSettled);

test("while rows of an organization change nothing of it is settled, and it has another version before and afterwards", async () => {
  const [before] = await readVersions();
  const during = await fixture.store.reports.whileRowsChange([organizationId], async () => {
    expect(await readSettled()).toEqual([false, true, true]);
    return (await readVersions())[0];
  });
  expect(await readSettled()).toEqual([true, true, true]);
  expect(new Set([before, during, (await readVersions())[0]]).size).toBe(3);
});

test("writers of the same organizations, changes of domains and deletions at once all advance it, and none waits for ever", async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => fixture.createOrganization(6)));
  const { store } = fixture;
  const versions = async () =>
    (await store.reports.readAnswerVersions(made.map((one) => one.organizationId))).map(toSum);
  const before = await versions();
  const rounds = 8;
  const write = async (round: number) => {
    const facts = made.flatMap(({ organizationId, domainIds }) =>
      domainIds
        .slice(0, 4)
        .map((domainId, index) => ({ organizationId, domainId, day: `2026-01-0${1 + ((index + round) % 4)}` })),
    );
    await fixture.storeReports(round % 2 === 0 ? facts : facts.toReversed());
  };
  const label = ({ organizationId, domainIds }: (typeof made)[number], round: number) =>
    store.domains.updateDomainSettings(organizationId, {
      domainId: domainIds[round % 4] ?? "",
      changes: { labels: [`round ${round}`] },
    });
  await Promise.all([
    ...Array.from({ length: rounds }, (_, round) => write(round)),
    ...made.flatMap((one) => Array.from({ length: rounds }, (_, round) => label(one, round))),
    ...made.map(({ organizationId, domainIds }) => store.domains.beginDeletion(organizationId, domainIds[5] ?? "")),
    ...made.map(({ organizationId }) => store.reports.whileRowsChange([organizationId], async () => undefined)),
  ]);
  for (const [index, after] of (await versions()).entries()) {
    // Each T2, each label, a deletion, and the begin and the end of a change of rows.
    expect(after - (before[index] ?? 0)).toBeGreaterThanOrEqual(2 * rounds + 3);
  }
});

function toSum({ version }: { readonly version: string }): number {
  return Number(version.split(" ").at(-1));
}
