import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files with whole services take a minute: begun last, one would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => /\/(e2e|kafka)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{libs,apps,test}/**/*.test.ts"],
    globalSetup: ["test/support/shared-postgres.ts"],
    pool: "forks",
    // Tests mostly wait for engines and clocks: three workers leave a third of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Names of files with their times; what a worker warns of on kafkajs' behalf would stand between them.
    reporters: ["default"],
    // For the processes that tests start: a service starts in a sixth less CPU time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)) },
    execArgv: ["--disable-warning=TimeoutNegativeWarning"],
  },
});
