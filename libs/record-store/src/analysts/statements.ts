import { createHash, randomBytes } from "node:crypto";
import { toViewsDatabase } from "../engine/engine.ts";
import { ANALYST_PATTERN } from "./names.ts";

/** What the statements are about. */
export interface AccessScope {
  /** Database of the tables. */
  readonly database: string;
  /** Names of the views, in the database of the views. */
  readonly views: readonly string[];
  /** Tables with a column `organization_id`. */
  readonly tenantTables: readonly string[];
  /** Tables with a column `address`: facts about addresses, of all organizations. */
  readonly addressTables: readonly string[];
}

const MEMORY_BYTES_MAX = 2 * 2 ** 30;
const RESULT_ROWS_MAX = 1_000_000;
const EXECUTION_SECONDS = 30;
const EXECUTION_SECONDS_MAX = 300;
const QUERIES_AT_A_TIME = 8;
const QUERIES_PER_HOUR = 20_000;
const EXECUTION_SECONDS_PER_HOUR = 7200;

/** Runs the views for analysts, as their definer. Cannot log in. */
export const toDefiner = (database: string) => `${database}_views`;

/** Role, settings profile and quota of all analysts. */
const toRole = (database: string) => `${database}_analysts`;

/*
 * The rows that the views read: those of the analyst's organization, and all of them for users who are not analysts.
 *
 * The condition is on the tables and not on the views: ClickHouse evaluates a reader's own condition before the policy of
 * a view, so `throwIf(…)` would tell of other organizations' rows by its error. And it asks for the name of the user who
 * logged in and not for a setting: `SETTINGS` in a subquery override a constant setting, even with `readonly = 1`.
 */
const isNoAnalyst = `NOT match(authenticatedUser(), '${ANALYST_PATTERN}')`;
const ofOrganization = `organization_id = extract(authenticatedUser(), '${ANALYST_PATTERN}') OR ${isNoAnalyst}`;

/** Conditions of the rows by table. Of addresses, which all organizations share, an analyst reads those in its records. */
export function toConditions({ database, tenantTables, addressTables }: AccessScope): Readonly<Record<string, string>> {
  const records = `${quoteName(database)}.records`;
  const ofAddress = `${isNoAnalyst} OR address IN (SELECT source_ip FROM ${records} WHERE ${ofOrganization})`;
  return Object.fromEntries([
    ...tenantTables.map((table) => [table, ofOrganization]),
    ...addressTables.map((table) => [table, ofAddress]),
  ]);
}

/**
 * Statements that set up what all analysts share. Each may be repeated; after none of them can an analyst read more than
 * one organization, or any other user less than before.
 */
export function toSetupStatements(scope: AccessScope): readonly string[] {
  const { database, views } = scope;
  const definer = quoteName(toDefiner(database));
  const role = quoteName(toRole(database));
  const [tables, ofViews] = [quoteName(database), quoteName(toViewsDatabase(database))];
  return [
    `CREATE USER IF NOT EXISTS ${definer} ${toIdentification(randomBytes(32).toString("base64url"))} HOST NONE`,
    `CREATE ROLE IF NOT EXISTS ${role}`,
    ...toPolicies(scope),
    `GRANT SELECT ON ${tables}.* TO ${definer}`,
    `GRANT SELECT ON ${ofViews}.* TO ${definer}`,
    toProfile(role),
    `CREATE QUOTA OR REPLACE ${role} KEYED BY user_name FOR INTERVAL 1 hour MAX queries = ${QUERIES_PER_HOUR}, execution_time = ${EXECUTION_SECONDS_PER_HOUR} TO ${role}`,
    ...views.map(
      (view) => `ALTER TABLE ${ofViews}.${quoteName(view)} MODIFY DEFINER = ${definer} SQL SECURITY DEFINER`,
    ),
    // Last: before, an analyst reads nothing.
    `GRANT SELECT ON ${ofViews}.* TO ${role}`,
  ];
}

/** The first policy of a table hides all its rows from users without one, so that of all others comes first. */
function toPolicies(scope: AccessScope): readonly string[] {
  const { database } = scope;
  const [role, others] = [quoteName(toRole(database)), quoteName(`${toRole(database)}_others`)];
  const definer = quoteName(toDefiner(database));
  return Object.entries(toConditions(scope)).flatMap(([name, condition]) => {
    const table = `${quoteName(database)}.${quoteName(name)}`;
    return [
      `CREATE ROW POLICY OR REPLACE ${others} ON ${table} USING 1 AS PERMISSIVE TO ALL EXCEPT ${definer}`,
      `CREATE ROW POLICY OR REPLACE ${role} ON ${table} USING ${condition} AS PERMISSIVE TO ${definer}`,
    ];
  });
}

/** Clients such as Grafana set `max_execution_time`, which `readonly = 1` would refuse; 0 would mean no limit. */
function toProfile(role: string): string {
  const settings = [
    "readonly = 1",
    "allow_ddl = 0",
    `max_execution_time = ${EXECUTION_SECONDS} MIN 1 MAX ${EXECUTION_SECONDS_MAX} CHANGEABLE_IN_READONLY`,
    `max_memory_usage = ${MEMORY_BYTES_MAX} READONLY`,
    `max_result_rows = ${RESULT_ROWS_MAX} READONLY`,
    "result_overflow_mode = 'throw' READONLY",
    `max_concurrent_queries_for_user = ${QUERIES_AT_A_TIME} READONLY`,
  ];
  return `CREATE SETTINGS PROFILE OR REPLACE ${role} SETTINGS ${settings.join(", ")}`;
}

/** Statements that create an analyst, who can read nothing before the last of them. */
export function toCreateStatements(database: string, user: string, password: string): readonly string[] {
  const role = quoteName(toRole(database));
  const views = quoteName(toViewsDatabase(database));
  return [
    `CREATE USER ${quoteName(user)} ${toIdentification(password)} DEFAULT DATABASE ${views} SETTINGS PROFILE ${role}`,
    `GRANT ${role} TO ${quoteName(user)}`,
  ];
}

/** Statements that revoke an analyst, and end what the analyst is running. */
export function toRevokeStatements(user: string): readonly string[] {
  return [`DROP USER IF EXISTS ${quoteName(user)}`, `KILL QUERY WHERE user = '${user}' ASYNC`];
}

/** Only a hash reaches the server and its logs. */
function toIdentification(password: string): string {
  const salt = randomBytes(16).toString("hex");
  const hash = createHash("sha256").update(`${password}${salt}`).digest("hex");
  return `IDENTIFIED WITH sha256_hash BY '${hash}' SALT '${salt}'`;
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}
