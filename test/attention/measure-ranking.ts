import type { Need } from "./read-domain-labels.ts";

/** A labelled domain, in the order of the list; domains that are not listed come last. */
export interface Ranked {
  readonly need: Need;
  readonly isListed: boolean;
}

/** How well the list begins with the domains that need work. */
export interface RankingFigures {
  readonly labelled: Readonly<Record<Need, number>>;
  readonly listed: number;
  /** Of the first rows, as many as domains need work now, the share that does: precision and recall at once. */
  readonly now: number;
  /** Of the first rows, as many as domains need work now or soon, the share that does. */
  readonly any: number;
  /** Share of the ten first rows that need work. */
  readonly firstTen: number;
  /** Share of the listed domains that need work. */
  readonly precision: number;
  /** Share of the domains that need work and are listed. */
  readonly recall: number;
}

export function measureRanking(ranked: readonly Ranked[]): RankingFigures {
  const count = (need: Need) => ranked.filter((one) => one.need === need).length;
  const labelled = { now: count("now"), soon: count("soon"), no: count("no") };
  const listed = ranked.filter(({ isListed }) => isListed);
  const needy = listed.filter(({ need }) => need !== "no").length;
  const share = (rows: number, isRight: (one: Ranked) => boolean) =>
    ranked.slice(0, rows).filter((one) => one.isListed && isRight(one)).length / rows;
  const all = labelled.now + labelled.soon;
  return {
    labelled,
    listed: listed.length,
    now: share(labelled.now, ({ need }) => need === "now"),
    any: share(all, ({ need }) => need !== "no"),
    firstTen: share(10, ({ need }) => need !== "no"),
    precision: needy / listed.length,
    recall: needy / all,
  };
}

/** A row of the table of figures. */
export function describeRanking(name: string, figures: RankingFigures): string {
  const { labelled, listed, ...shares } = figures;
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const { now, any, firstTen, precision, recall } = shares;
  const cells = [now, any, firstTen, precision, recall].map(percent);
  return `| ${[name, `${labelled.now}/${labelled.soon}/${labelled.no}`, listed, ...cells].join(" | ")} |`;
}
