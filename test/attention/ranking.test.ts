import type { AttentionItem } from "@ruaflow/metadata-store/attention";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStores } from "../../apps/keeper/src/testing/start-stores.ts";
import { hasCorpus, warnWithoutCorpus } from "../support/corpus.ts";
import { type ReportedDomain, readCorpusDomains } from "./corpus-domains.ts";
import { describeRanking, measureRanking, type Ranked } from "./measure-ranking.ts";
import { readPortfolioDomains } from "./portfolio-domains.ts";
import { rankDomains } from "./rank-domains.ts";
import { type DomainLabel, NEEDS, readCorpusLabels, readFigures, readPortfolioLabels } from "./read-domain-labels.ts";

if (!hasCorpus) warnWithoutCorpus();

/** A Tuesday. */
const now = new Date("2026-10-20T12:00:00Z");
let stores: Awaited<ReturnType<typeof startStores>>;

beforeAll(async () => {
  stores = await startStores();
});

afterAll(() => stores.stop());

test("every labelled domain has a need and one sentence that says why", () => {
  const labels: DomainLabel[] = [...readCorpusLabels(), ...readPortfolioLabels()];
  expect(labels.length).toBe(150);
  expect(labels.filter(({ label }) => !NEEDS.includes(label))).toEqual([]);
  expect(labels.filter(({ reason }) => !/^\S.{12,}\.$/.test(reason))).toEqual([]);
});

/** The labelled domains in the order of the list. */
async function rank(domains: readonly ReportedDomain[], labels: readonly DomainLabel[]): Promise<Ranked[]> {
  const items = await rankDomains(stores, domains, now);
  const placeOf = new Map(items.map(({ domain }, place) => [domain, place]));
  const rows = domains.map(({ name }, index): Row => {
    const label = labels[index] ?? expect.fail("a domain has no label");
    return { place: placeOf.get(name) ?? Number.POSITIVE_INFINITY, name, label };
  });
  const sorted = rows.toSorted((a, b) => a.place - b.place);
  if (process.env.SHOW_RANKING)
    process.stdout.write(`${sorted.map((row) => describeRow(row, items[row.place])).join("\n")}\n`);
  return sorted.map(({ place, label }) => ({ need: label.label, isListed: Number.isFinite(place) }));
}

interface Row {
  readonly place: number;
  readonly name: string;
  readonly label: DomainLabel;
}

/** With SHOW_RANKING=1, the list is printed: what a domain needs, and why it is where it is. */
function describeRow({ name, label }: Row, item: AttentionItem | undefined): string {
  const reasons = item?.reasons.map(({ reason, weight, summary }) => `    ${reason} ${weight}: ${summary}`) ?? [];
  return [`${item?.rankScore ?? "-"} ${name} ${label.label}: ${label.reason}`, ...reasons].join("\n");
}

test("of the portfolios, the list begins with the domains that need work", async () => {
  const labels = readPortfolioLabels();
  const figures = measureRanking(await rank(await readPortfolioDomains(labels, now), labels));
  expect(readFigures()).toContain(describeRanking("portfolios", figures));
});

test.skipIf(!hasCorpus)("of the shared corpus, the list begins with the domains that need work", async () => {
  const labels = readCorpusLabels();
  const figures = measureRanking(await rank(await readCorpusDomains(labels, now), labels));
  expect(readFigures()).toContain(describeRanking("shared corpus", figures));
});
