import { readFileSync } from "node:fs";

/** Whether a domain needs work; README.md beside the labels defines each. */
export const NEEDS = ["now", "soon", "no"] as const;

export type Need = (typeof NEEDS)[number];

interface Label {
  readonly policy: string | null;
  readonly messages: number;
  readonly failed: number;
  /** Failed messages that receivers rejected or quarantined. */
  readonly refused: number;
  readonly label: Need;
  /** One sentence, from the evidence. */
  readonly reason: string;
}

/** A domain of the shared corpus, by the files that report about it. */
export interface CorpusLabel extends Label {
  readonly origin: { readonly archive: string; readonly files: readonly string[] };
}

/** A domain of the demo's portfolio. */
export interface PortfolioLabel extends Label {
  readonly origin: { readonly portfolio: number; readonly domain: string };
}

export type DomainLabel = CorpusLabel | PortfolioLabel;

const read = (name: string) => readFileSync(new URL(`labels/${name}`, import.meta.url), "utf8");

export const readCorpusLabels = (): CorpusLabel[] => JSON.parse(read("corpus.json"));
export const readPortfolioLabels = (): PortfolioLabel[] => JSON.parse(read("portfolios.json"));

/** The figures as they are published. */
export const readFigures = (): string => read("figures.txt");
