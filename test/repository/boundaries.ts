// `npm run check:boundaries`: who may import whom. Run by itself so that it can also say how much it has read: a tool
// that silently reads nothing would pass for ever.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from "dependency-cruiser";
import { ARROWS_MAX, CIRCLES_LEFT, FOLDER_ARROWS_MAX } from "./arrow-budget.ts";
import { countArrows, describeCircles, describeExcess, findArrows } from "./count-arrows.ts";

/** Fewer modules than this means that the tool did not read the sources. */
const MODULES_MIN = 100;

const LIBS = [
  "client",
  "dmarc",
  "dns",
  "engines",
  "event-log",
  "http",
  "ip-data",
  "mail-auth",
  "metadata-store",
  "object-store",
  "postgres",
  "record-store",
  "report",
  "runtime",
  "senders",
  "verdicts",
  "webhooks",
];

/** The place of each foreign package that we may want to exchange some day. */
const ONE_PLACE = {
  sax: "libs/dmarc",
  "postal-mime": "libs/dmarc",
  yauzl: "libs/dmarc",
  kafkajs: "libs/event-log",
  "@clickhouse/client": "libs/record-store",
  // The driver of the rows, and the HTTP interface in front of the same engine: neither needs the other.
  chdb: "libs/(record-store|engines)",
  fastify: "libs/http",
  pino: "libs/runtime",
  "@prometheus-io/client": "libs/runtime",
  "@opentelemetry/api": "libs/runtime",
  "@opentelemetry/sdk-trace": "libs/runtime",
  maxmind: "libs/ip-data",
  mailauth: "libs/mail-auth",
  // Names that can be claimed, and whether two names have the same owner: libs do not import each other.
  tldts: "libs/(dns|dmarc)",
  undici: "libs/webhooks",
  "smtp-server": "apps/smtp-receiver",
  "@aws-sdk/client-s3": "libs/object-store",
  "@aws-sdk/lib-storage": "libs/object-store",
  imapflow: "apps/collector",
};

/** What each package offers to the others: the files that its package.json exports, as patterns. */
const FRONT_DOORS = globSync("{libs,apps}/*/package.json").flatMap((path) => {
  const { exports = {} } = JSON.parse(readFileSync(path, "utf8"));
  return Object.values<string>(exports).map((file) => `^${join(dirname(path), file).replaceAll(".", "\\.")}$`);
});

/** Apps that take submissions in, or in again, and hand them to ingest. */
const CHANNELS = "smtp-receiver|collector|api|keeper";

/** The rooms of the metadata store: each may use those before it. */
const ROOMS = ["tenants", "delivery", "intake", "reports", "domains", "watch", "attention", "sources"];

/**
 * Files that are no part of the product. They may use `test/support` (a service, reports, free ports, tools that this machine may
 * lack) and `infra/kafka` (the broker that tests start and find): both are the repository's and in no image.
 */
const TESTING = "(\\.test\\.ts$|/testing/|/bench/)";

const rules: IFlattenedRuleSet = {
  forbidden: [
    ...ROOMS.slice(0, -1).map((room, index) => ({
      name: `${room}-knows-no-room-above-it`,
      severity: "error" as const,
      from: { path: `^libs/metadata-store/src/${room}/`, pathNot: "\\.test\\.ts$" },
      to: { path: `^libs/metadata-store/src/(${ROOMS.slice(index + 1).join("|")})/` },
    })),
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      // Also of types: two files that know each other are one, or one of them knows too much.
      to: { circular: true },
    },
    {
      name: "runtime-stands-alone",
      severity: "error",
      from: { path: "^libs/runtime/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(libs|apps)/", pathNot: "^libs/runtime/" },
    },
    {
      name: "a-report-is-ground",
      severity: "error",
      from: { path: "^libs/(report|dmarc)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(libs|apps)/", pathNot: "^libs/($1|report|runtime)/" },
    },
    {
      name: "the-event-log-is-a-log",
      severity: "error",
      from: { path: "^libs/event-log/", pathNot: "\\.test\\.ts$" },
      to: { path: "^libs/(report|dmarc)/" },
    },
    {
      name: "libs-import-only-ground-and-postgres",
      severity: "error",
      from: { path: "^libs/([^/]+)/", pathNot: "(\\.test\\.ts$|/testing/|^libs/verdicts/)" },
      to: { path: "^(libs|apps)/", pathNot: "^libs/($1|runtime|report|dmarc|postgres|object-store)/" },
    },
    {
      name: "verdicts-bring-the-stores-and-senders-together",
      severity: "error",
      from: { path: "^libs/verdicts/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(libs|apps)/", pathNot: "^libs/(verdicts|metadata-store|record-store|ip-data|senders|runtime)/" },
    },
    {
      name: "of-the-libs-only-the-metadata-store-uses-object-store",
      severity: "error",
      from: { path: "^libs/", pathNot: "^libs/(object-store|metadata-store)/" },
      to: { path: "^libs/object-store/" },
    },
    {
      name: "postgres-is-for-what-lies-in-it",
      severity: "error",
      // A backup copies whole tables of both.
      from: { path: "^(libs|apps)/", pathNot: "^(libs/(postgres|metadata-store|event-log)|apps/cli/src/backup)/" },
      to: { path: "^libs/postgres/" },
    },
    {
      name: "only-embedded-cli-and-tests-import-engines",
      severity: "error",
      from: {
        path: "^(libs|apps)/",
        pathNot: ["^libs/engines/", "^apps/(embedded|cli)/", "\\.test\\.ts$", "/testing/"],
      },
      to: { path: "^libs/engines/" },
    },
    {
      name: "only-the-metadata-store-announces-row-changes",
      severity: "error",
      // A type may be named anywhere; who can create one could change rows silently.
      from: { path: "^(libs|apps)/", pathNot: ["^libs/(metadata-store|runtime)/", TESTING] },
      to: { path: "^libs/runtime/src/row-change\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "apps-import-no-apps",
      severity: "error",
      from: { path: "^apps/([^/]+)/", pathNot: `^apps/(embedded|cli|${CHANNELS})/` },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "channels-import-only-ingest",
      severity: "error",
      // What the api hides and the keeper removes is tested together.
      from: { path: `^apps/(${CHANNELS})/`, pathNot: "^apps/keeper/.*\\.test\\.ts$" },
      // The api serves the page: its files, at the paths of its views.
      to: { path: "^apps/", pathNot: "^apps/($1|ingest|web/src/paths)" },
    },
    {
      name: "only-through-the-front-door",
      severity: "error",
      from: { path: "^(libs|apps)/([^/]+)/" },
      to: { path: "^(libs|apps)/", pathNot: ["^$1/$2/", "/src/testing/index\\.ts$", ...FRONT_DOORS] },
    },
    {
      name: "testing-doors-are-for-tests",
      severity: "error",
      from: { path: "^(libs|apps)/", pathNot: TESTING },
      to: { path: "/src/testing/" },
    },
    {
      name: "products-import-no-test-and-no-infra",
      severity: "error",
      from: { path: "^(libs|apps)/", pathNot: TESTING },
      to: { path: "^(test|infra)/" },
    },
    {
      name: "the-page-knows-the-client-only",
      severity: "error",
      from: { path: "^apps/web/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(libs|apps)/", pathNot: "^(apps/web|libs/client)/" },
    },
    {
      name: "client-stands-alone",
      severity: "error",
      from: { path: "^libs/client/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^(libs/client/|node:)" },
    },
    ...Object.entries(ONE_PLACE).map(([name, place]) => ({
      name: `${name}-only-in-${place}`,
      severity: "error" as const,
      from: { path: "^(libs|apps)/", pathNot: [`^${place}/`, "\\.test\\.ts$"] },
      to: { path: `^node_modules/${name}/` },
    })),
  ],
};

const { output } = await cruise(["libs", "apps"], {
  ruleSet: rules,
  validate: true,
  parser: "swc",
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  // Built chunks import each other.
  exclude: { path: "^apps/web/dist" },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "default"],
    extensions: [".ts", ".tsx", ".mjs", ".js"],
  },
});
const result = readResult(output);
const { violations, totalCruised } = result.summary;
const read = new Set(result.modules.map(({ source }) => source.match(/^libs\/([^/]+)\//)?.[1]));
const unread = LIBS.filter((lib) => !read.has(lib));
for (const { rule, from, to, cycle = [] } of violations)
  console.error(`${rule.name}: ${[from, to, ...cycle.map(({ name }) => name)].join(" -> ")}`);
if (totalCruised < MODULES_MIN)
  console.error(`only ${totalCruised} modules were read, expected at least ${MODULES_MIN}`);
if (unread.length > 0) console.error(`nothing was read of ${unread.join(", ")}`);
const drawn = findArrows(
  result.modules.map(({ source, dependencies }) => ({ source, imports: dependencies.map(({ resolved }) => resolved) })),
);
const arrows = countArrows(drawn);
if (process.argv.includes("--arrows"))
  for (const [pack, count] of [...arrows].sort()) console.log(`  ${JSON.stringify(pack)}: ${count},`);
const budget = { allowed: ARROWS_MAX, otherwise: FOLDER_ARROWS_MAX };
const excess = [...describeExcess(arrows, budget), ...describeCircles(drawn, CIRCLES_LEFT)];
for (const sentence of excess) console.error(sentence);
console.log(`boundaries: ${totalCruised} modules read, ${violations.length} imports that are not allowed`);
process.exit(violations.length + excess.length > 0 || unread.length > 0 || totalCruised < MODULES_MIN ? 1 : 0);

function readResult(cruised: ICruiseResult | string): ICruiseResult {
  if (typeof cruised === "string") throw new Error("dependency-cruiser gave text instead of a result");
  return cruised;
}
