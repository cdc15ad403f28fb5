import type { TestDnsServer } from "@ruaflow/dns/testing";
import type { GeneratedReport } from "../support/report-generator.ts";
import { holdReports } from "./held-reports.ts";
import { createKilledImports, type KilledImports } from "./killed-imports.ts";
import { type Repeating, startRepeating } from "./repeat-messages.ts";
import { FIRST_DAY } from "./run-chaos.ts";
import type { ChaosTarget, Disturbance } from "./target.ts";

const HELD_DOMAINS = 4;
/** One import for so many kills. */
const KILLS_PER_IMPORT = 6;
const GIVE_UP_AFTER_MS = 120_000;
/** What a killed process had claimed is free again after five minutes. */
const GIVE_UP_ON_RELEASES_AFTER_MS = 420_000;

export type Variant = "repeat" | "release" | "import";

/** What happens beside the uploads and the kills. */
export interface Variants {
  readonly disturbances: readonly Disturbance[];
  /** Reports that were brought in so far and have to be there. */
  countReports(): number;
  /** Messages of the log that were appended again. */
  countRepeated(): number;
  /** Without any further report for this long, the rest is taken for lost. */
  readonly giveUpAfterMs: number;
  /** Ends everything once nothing is killed any more; all reports that were brought in. */
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

/** Starts what was chosen. */
export async function startVariants(target: ChaosTarget, options: VariantOptions): Promise<Variants> {
  const { chosen, random } = options;
  const brought: GeneratedReport[] = [];
  let repeated = 0;
  const releases = chosen.includes("release") ? await hold(target, options, brought) : [];
  const imports = chosen.includes("import") ? createImports(target, options) : undefined;
  const repeating = chosen.includes("repeat") ? startRepeating(() => target.connectToLog(), random) : undefined;
  const importsTotal = Math.max(1, Math.round(target.disturbances.length / KILLS_PER_IMPORT));
  return {
    disturbances: [...releases, ...(imports ? Array.from({ length: importsTotal }, () => imports.start) : [])],
    countReports: () => brought.length,
    countRepeated: () => repeated,
    giveUpAfterMs: chosen.includes("release") ? GIVE_UP_ON_RELEASES_AFTER_MS : GIVE_UP_AFTER_MS,
    async finish() {
      const imported = await finishAll(imports, repeating);
      repeated = imported.repeated;
      return [...brought.splice(0), ...imported.reports];
    },
  };
}

async function finishAll(imports: KilledImports | undefined, repeating: Repeating | undefined) {
  const reports = (await imports?.finish()) ?? [];
  return { reports, repeated: (await repeating?.stop()) ?? 0 };
}

async function hold(target: ChaosTarget, { seed, dns }: VariantOptions, brought: GeneratedReport[]) {
  const onReleased = (reports: readonly GeneratedReport[]) => void brought.push(...reports);
  return (await holdReports(target, { domains: HELD_DOMAINS, seed, begin: FIRST_DAY, dns, onReleased })).releases;
}

function createImports({ environment }: ChaosTarget, { seed, random, domains }: VariantOptions): KilledImports {
  return createKilledImports({ random, seed, begin: FIRST_DAY, domains, environment });
}
