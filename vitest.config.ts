import { fileURLToPath } from "node:url";
import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Rooms whose test files share a worker's modules, because each has passed so. A file of theirs that measures its process, or
 * configures something for all of it, takes its room out of this list.
 */
const shared = ["http", "metadata-store", "postgres", "report", "webhooks"].map((room) => `libs/${room}/**/*.test.ts`);

/**
 * Files with whole services take a minute: begun last, one would run alone at the end. Files that share
 * a worker come together, for it ends when the next file does not share it.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /\/(e2e|kafka)\//.test(moduleId);
    const rank = (file: TestSpecification) => (isLong(file) ? 0 : file.project.config.isolate ? 1 : 2);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const include = ["{libs,apps,test}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: shared, isolate: false } },
      { extends: true, test: { name: "alone", include, exclude: [...defaultExclude, ...shared] } },
    ],
    // What vitest makes of a module is kept for the next run.
    fsModuleCache: true,
    globalSetup: ["test/support/shared-postgres.ts"],
    pool: "forks",
    // Tests mostly wait for engines and clocks: three workers leave a third of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A condition that is waited for may take as long as on a busy machine: by default a second.
    expect: { poll: { timeout: 20_000 } },
    // Names of files with their times; what a worker warns of on kafkajs' behalf would stand between them.
    reporters: ["default"],
    // For the processes that tests start: a service starts in a sixth less CPU time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)) },
    execArgv: ["--disable-warning=TimeoutNegativeWarning"],
  },
});
