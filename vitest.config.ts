import { fileURLToPath } from "node:url";
import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longTests } from "./test/sets/long-tests.ts";

/**
 * Rooms whose test files share a worker's modules, because each has passed so. A file of theirs that measures its process, or
 * configures something for all of it, takes its room out of this list.
 */
const rooms = [
  "apps/{api,cli,ingest,keeper,record-writer,smtp-receiver,web}",
  "libs/{client,dns,http,ip-data,metadata-store,postgres,report,runtime,senders,webhooks}",
  "test/{repository,senders}",
];
const shared = rooms.map((some) => `${some}/**/*.test.ts`);

/**
 * Started last, a slow file would run alone at the end. Whole services come first, up to a minute each; then files that take as
 * long in few lines. Of the others vitest starts the files with most lines first.
 */
const slowest = [/\/(e2e|kafka)\//, /\/(test\/web|sql-walls|clickhouse-http)\/|\/(injection|record-store)\.test/];

/** Files that share a worker come together, at the end, for it ends when the next file does not share it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (!project.config.isolate) return slowest.length + 1;
      const found = slowest.findIndex((pattern) => pattern.test(moduleId));
      return found === -1 ? slowest.length : found;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const include = ["{libs,apps,test}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      // `npm test`: "shared" and "alone". `npm run test:long`: "long".
      {
        extends: true,
        test: { name: "shared", include: shared, exclude: [...defaultExclude, ...longTests], isolate: false },
      },
      { extends: true, test: { name: "alone", include, exclude: [...defaultExclude, ...shared, ...longTests] } },
      { extends: true, test: { name: "long", include: [...longTests] } },
    ],
    // What vitest makes of a module is kept for the next run.
    fsModuleCache: true,
    globalSetup: ["test/support/shared-postgres.ts", "test/support/shared-service.ts"],
    pool: "forks",
    // Tests mostly wait for engines and clocks: three workers leave a third of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Only for what hangs. On a busy machine the start of an engine took more than a minute, and no test is about speed.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Names of files with their times, and how far the run is.
    reporters: ["default", "./test/sets/progress.ts"],
    // For the processes that tests start: a service starts in a sixth less CPU time.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)) },
    execArgv: ["--disable-warning=TimeoutNegativeWarning"],
  },
});
