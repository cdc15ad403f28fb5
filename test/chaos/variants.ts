import type { TestDnsServer } from "@ruaflow/dns/testing";
import type { GeneratedReport } from "../support/report-generator.ts";
import { holdReports } from "./held-reports.ts";
import { createKilledImports, type KilledImports } from "./killed-imports.ts";
import { type Repeating, startRepeating } from "./repeat-messages.ts";
import { FIRST_DAY } from "./run-chaos.ts";
import type { ChaosTarget, Disturbance } from "./target.ts";

const HELD_DOMAINS = 4;
/** Number of kills per import. */
const KILLS_PER_IMPORT = 6;
const GIVE_UP_AFTER_MS = 120_000;
/** Claims of a killed process expire after five minutes. */
const GIVE_UP_ON_RELEASES_AFTER_MS = 420_000;

export type Variant = "repeat" | "release" | "import";

/** Additional activity during the uploads and the kills. */
export interface Variants {
  readonly disturbances: readonly Disturbance[];
  /** Reports added so far, which must be stored. */
  countReports(): number;
  /** Messages of the log that were repeated. */
  countRepeated(): number;
  /** After this long without another report, the rest counts as lost. */
  readonly giveUpAfterMs: number;
  /** Ends all activity after the last kill; returns all reports it added. */
  finish(): Promise<readonly GeneratedReport[]>;
}

export const noVariants: Variants = {
  disturbances: [],
  countReports: () => 0,
  countRepeated: () => 0,
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  finish: async () => [],
};

export interface VariantOptions {
  readonly chosen: readonly Variant[];
  readonly seed: number;
  readonly random: () => number;
  readonly domains: readonly string[];
  readonly dns: TestDnsServer;
}

/** Starts the chosen variants. */
export async function startVariants(target: ChaosTarget, options: VariantOptions): Promise<Variants> {
  const { chosen, random } = options;
  const added: GeneratedReport[] = [];
  let repeated = 0;
  const releases = chosen.includes("release") ? await hold(target, options, added) : [];
  const imports = chosen.includes("import") ? createImports(target, options) : undefined;
  const repeating = chosen.includes("repeat") ? startRepeating(() => target.connectToLog(), random) : undefined;
  const importsTotal = Math.max(1, Math.round(target.disturbances.length / KILLS_PER_IMPORT));
  return {
    disturbances: [...releases, ...(imports ? Array.from({ length: importsTotal }, () => imports.start) : [])],
    countReports: () => added.length,
    countRepeated: () => repeated,
    giveUpAfterMs: chosen.includes("release") ? GIVE_UP_ON_RELEASES_AFTER_MS : GIVE_UP_AFTER_MS,
    async finish() {
      const imported = await finishAll(imports, repeating);
      repeated = imported.repeated;
      return [...added.splice(0), ...imported.reports];
    },
  };
}

async function finishAll(imports: KilledImports | undefined, repeating: Repeating | undefined) {
  const reports = (await imports?.finish()) ?? [];
  return { reports, repeated: (await repeating?.stop()) ?? 0 };
}

async function hold(target: ChaosTarget, { seed, dns }: VariantOptions, added: GeneratedReport[]) {
  const onReleased = (reports: readonly GeneratedReport[]) => void added.push(...reports);
  return (await holdReports(target, { domains: HELD_DOMAINS, seed, begin: FIRST_DAY, dns, onReleased })).releases;
}

function createImports({ environment }: ChaosTarget, { seed, random, domains }: VariantOptions): KilledImports {
  return createKilledImports({ random, seed, begin: FIRST_DAY, domains, environment });
}
