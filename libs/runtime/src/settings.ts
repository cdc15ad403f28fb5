import { readFileSync } from "node:fs";
import { UsageError } from "./errors.ts";
import { findNearestName } from "./nearest-name.ts";
import { type Setting, setting } from "./setting.ts";

/**
 * The environment of a process. Only `main.ts` files read `process.env`; everything else receives it as an argument.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by the name of their variable. */
export type SettingsSchema = Readonly<Record<string, Setting<unknown>>>;

/** The values of a schema's settings. */
export type SettingsOf<Schema extends SettingsSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends Setting<infer Value> ? Value : never;
};

/** The folder of data that a process must not lose, and of temporary files. */
export const dataFolderSettings = {
  RUAFLOW_DATA_DIR: setting.text({ default: "./data", description: "Folder for data and temporary files." }),
};

/** All problems of the settings at once, each with the variable's name and the accepted values. */
export class SettingsError extends UsageError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
    this.problems = problems;
  }
}

/**
 * Reads settings from environment variables. An empty variable counts as not set.
 * @throws {SettingsError} that names every invalid variable
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  environment: Environment,
): SettingsOf<Schema> {
  const problems: string[] = [];
  const entries = Object.entries(schema).map(([name, one]) => {
    const text = readVariable(name, environment, problems)?.trim() ?? "";
    if (text === "") return [name, one.default];
    const value = one.read(text);
    if (value === undefined) problems.push(describeProblem(name, one, text));
    else problems.push(...findProblem(name, one, text));
    return [name, value];
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(entries);
}

function findProblem(name: string, { check, isPath = false }: Setting<unknown>, text: string): string[] {
  try {
    check?.(text);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = error.message.startsWith(name) ? error.message : `${name}: ${error.message}`;
    return [`${message}${isPath ? "" : describePath(name, text)}`];
  }
}

/** A sentence for each variable found by `findUnknownVariables`, with the name that was probably meant. */
export function describeUnknownVariables(schema: SettingsSchema, environment: Environment): string[] {
  return findUnknownVariables("RUAFLOW_", [schema], environment).map((name) => {
    const meant = findNearestName(name, Object.keys(schema));
    return `${name} is set, but there is no such setting${meant === null ? "" : `; did you mean ${meant}?`}`;
  });
}

/** `RUAFLOW_SQL_PORT` is 3 edits from `RUAFLOW_SMTP_PORT`. */
const SIBLING_EDITS_MAX = 2;

/**
 * As `describeUnknownVariables`, for one app of several that share an environment: the settings of its siblings are none
 * of its own, so only names that are nearly its own count as mistakes.
 */
export function describeMistypedVariables(schema: SettingsSchema, environment: Environment): string[] {
  return findUnknownVariables("RUAFLOW_", [schema], environment).flatMap((name) => {
    const meant = findNearestName(name, Object.keys(schema), SIBLING_EDITS_MAX);
    return meant === null ? [] : [`${name} is set, but there is no such setting; did you mean ${meant}?`];
  });
}

/** The variables that begin with `prefix` and are in no schema: usually typing errors. */
export function findUnknownVariables(
  prefix: string,
  schemas: readonly SettingsSchema[],
  environment: Environment,
): string[] {
  const known = new Set(schemas.flatMap((schema) => Object.keys(schema)));
  return Object.keys(environment).filter((name) => name.startsWith(prefix) && !known.has(name.replace(/_FILE$/, "")));
}

/** One line per setting for `--check-config`: name, value (secrets masked) and description. */
export function describeSettings<Schema extends SettingsSchema>(schema: Schema, settings: SettingsOf<Schema>): string {
  const values = new Map<string, unknown>(Object.entries(settings));
  const lines = Object.entries(schema).map(([name, { isSecret, description }]) => {
    const value = values.get(name);
    const shown = value === undefined ? "(not set)" : isSecret ? "***" : maskUrl(String(value));
    return `${name}=${shown}\n    ${description}`;
  });
  return lines.join("\n");
}

function readVariable(name: string, environment: Environment, problems: string[]): string | undefined {
  const file = environment[`${name}_FILE`];
  if (environment[name] !== undefined || file === undefined) return environment[name];
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    problems.push(`${name}_FILE: the file ${file} cannot be read (${String(error)})`);
    return undefined;
  }
}

function describeProblem(name: string, { kind, isSecret, description }: Setting<unknown>, text: string): string {
  const given = isSecret ? "its value is invalid" : `got "${text}"`;
  return `${name}: expected ${kind}, ${given}. ${description}${describePath(name, text)}`;
}

/** A path where the content of a file belongs is the commonest mistake. */
function describePath(name: string, text: string): string {
  const isPath = /^(\.{0,2}\/|~\/|[A-Za-z]:\\)\S+$|^\S+\.(pem|crt|cer|key|json|txt)$/.test(text);
  return isPath ? ` It looks like a path: to read a file, set ${name}_FILE to it.` : "";
}

/** Hides the password of a connection string. */
function maskUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/:@]*):[^/@]*@/i, "$1:***@");
}
