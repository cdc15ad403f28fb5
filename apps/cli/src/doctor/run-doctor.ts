import { join, resolve } from "node:path";
import { settingsSchema } from "@ruaflow/embedded/settings";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { describeError } from "@ruaflow/runtime/errors";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { clean } from "../clean-text.ts";
import { pluralize } from "../pluralize.ts";
import { printJson } from "../print-json.ts";
import { readApiUrl } from "../stores/api-url.ts";
import { type Check, type Finding, failed, type Situation } from "./check.ts";
import { dataSetsCheck } from "./checks/data-sets.ts";
import { folderCheck, nodeCheck } from "./checks/machine.ts";
import { certificateCheck, dnsCheck, mxCheck, permissionCheck, reportDomainCheck } from "./checks/mail.ts";
import { portsCheck } from "./checks/ports.ts";
import { modesCheck, userCheck } from "./checks/rights.ts";
import { secretsKeyCheck, settingsCheck } from "./checks/settings.ts";
import { clickHouseCheck, clockCheck, logCheck, postgresCheck, serviceCheck } from "./checks/stores.ts";
import { readReadiness, readRoles } from "./readiness.ts";

const CHECKS: readonly Check[] = [
  nodeCheck,
  settingsCheck,
  secretsKeyCheck,
  folderCheck,
  modesCheck,
  userCheck,
  portsCheck,
  serviceCheck,
  postgresCheck,
  clockCheck,
  clickHouseCheck,
  logCheck,
  dnsCheck,
  reportDomainCheck,
  mxCheck,
  permissionCheck,
  certificateCheck,
  dataSetsCheck,
];

const CHECK_MS_MAX = 20_000;
const MARKS = { ok: "ok     ", warning: "warning", failed: "FAILED ", skipped: "-      " } as const;

export type Result = Finding & { readonly name: string };

/**
 * Prints what every check found, with what to do.
 * @throws {UsageError} for settings that cannot be used: it names each
 */
export async function runDoctor(
  environment: Environment,
  { url, json = false }: { readonly url?: string; readonly json?: boolean },
): Promise<void> {
  const results: Result[] = [];
  for (const pending of await startChecks(environment, url)) {
    const result = await pending;
    results.push(result);
    if (!json) process.stdout.write(toText(result));
  }
  if (json) printJson(results);
  else process.stdout.write(summarize(results));
  if (results.some(({ state }) => state === "failed")) process.exitCode = 1;
}

/**
 * Starts all checks at once.
 * @returns their results, in the order in which they are shown
 * @throws {UsageError} for settings that cannot be used
 */
export async function startChecks(environment: Environment, url?: string): Promise<readonly Promise<Result>[]> {
  const situation = await readSituation(environment, url);
  return CHECKS.map(async (check) => ({ name: check.name, ...(await runWithin(check, situation)) }));
}

async function readSituation(environment: Environment, url?: string): Promise<Situation> {
  const settings = readSettings(settingsSchema, environment);
  const base = url?.replace(/\/+$/, "") ?? (await readApiUrl(environment));
  const owner = await findRunningOwner(join(resolve(settings.RUAFLOW_DATA_DIR), "postgres"));
  const databaseUrl = settings.DATABASE_URL ?? owner?.url ?? null;
  const dependencies = await readReadiness(base);
  const roles = dependencies === null ? null : await readRoles(base);
  return { environment, settings, url: base, dependencies, roles, databaseUrl };
}

async function runWithin({ run }: Check, situation: Situation): Promise<Finding> {
  const { promise: overdue, resolve: giveUp } = Promise.withResolvers<Finding>();
  const timer = setTimeout(() => giveUp(failed(`no answer within ${CHECK_MS_MAX / 1000} s`, REACH)), CHECK_MS_MAX);
  const finding = run(situation).catch((error: unknown) => failed(describeError(error), REACH));
  return Promise.race([finding, overdue]).finally(() => clearTimeout(timer));
}

const REACH = "Check that the server runs, can be reached from here, and accepts the credentials of the settings.";

function toText({ name, state, detail, fix }: Result): string {
  const line = `${MARKS[state]}  ${name}: ${clean(detail)}\n`;
  return fix === undefined ? line : `${line}         ${fix}\n`;
}

function summarize(results: readonly Result[]): string {
  const count = (wanted: Finding["state"]) => results.filter(({ state }) => state === wanted).length;
  return `${pluralize(results.length - count("skipped"), "check")}: ${count("failed")} failed, ${pluralize(count("warning"), "warning")}.\n`;
}
