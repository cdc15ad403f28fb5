import { readFileSync } from "node:fs";
import { type Static, type TObject, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { UsageError } from "./errors.ts";

/** The environment as a process received it. Only `main.ts` files read `process.env`; everything else is handed it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that must never be printed. It may also be given as a file: `NAME_FILE=/run/secrets/name`. */
export function Secret(options: { description: string; default?: string }) {
  return Type.Optional(Type.String({ ...options, secret: true }));
}

/** Where a process keeps what it must not lose, and what it puts aside. */
export const dataFolderSettings = {
  RUAFLOW_DATA_DIR: Type.String({ default: "./data", description: "Folder for data and temporary files." }),
};

/** Every problem of the settings at once, each with the variable's name and what it accepts. */
export class SettingsError extends UsageError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
    this.problems = problems;
  }
}

/**
 * Reads settings from environment variables; the schema's property names are the variables' names.
 * @throws {SettingsError} naming every variable that cannot be used
 */
export function readSettings<Schema extends TObject>(schema: Schema, environment: Environment): Static<Schema> {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of Object.keys(schema.properties)) {
    const value = readVariable(name, environment, problems);
    if (value !== undefined && value.trim() !== "") given[name] = value.trim();
  }
  const settings = Value.Convert(schema, Value.Default(schema, given));
  if (Value.Check(schema, settings) && problems.length === 0) return settings;
  throw new SettingsError([...problems, ...describeProblems(schema, settings)]);
}

/** The variables that begin with `prefix` and that no schema knows: usually a typing error. */
export function findUnknownVariables(prefix: string, schemas: readonly TObject[], environment: Environment): string[] {
  const known = new Set(schemas.flatMap((schema) => Object.keys(schema.properties)));
  return Object.keys(environment).filter((name) => name.startsWith(prefix) && !known.has(name.replace(/_FILE$/, "")));
}

/** One line per setting for `--check-config`: name, value (secrets masked) and description. */
export function describeSettings<Schema extends TObject>(schema: Schema, settings: Static<Schema>): string {
  const values = new Map<string, unknown>(Object.entries(settings));
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const value = values.get(name);
    const shown = value === undefined ? "(not set)" : isSecret(property) ? "***" : maskUrl(String(value));
    return `${name}=${shown}\n    ${readDescription(property)}`;
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

function describeProblems(schema: TObject, settings: unknown): string[] {
  const faulty = new Set<string>();
  for (const problem of Value.Errors(schema, settings)) {
    const missing = "requiredProperties" in problem.params ? problem.params.requiredProperties : [];
    for (const name of missing) faulty.add(String(name));
    const name = problem.instancePath.split("/")[1];
    if (name !== undefined) faulty.add(name);
  }
  const values = new Map(Object.entries(settings ?? {}));
  return [...faulty].map((name) => describeProblem(name, schema.properties[name], values.get(name)));
}

function describeProblem(name: string, property: TSchema | undefined, value: unknown): string {
  const given =
    value === undefined ? "it is not set" : isSecret(property) ? "its value does not fit" : `got "${value}"`;
  return `${name}: expected ${describeKind(property)}, ${given}. ${readDescription(property)}`;
}

function describeKind(property: TSchema | undefined): string {
  if (property === undefined) return "a value";
  const { type, minimum, maximum, anyOf } = JSON.parse(JSON.stringify(property));
  if (Array.isArray(anyOf)) return `one of ${anyOf.map((option) => option.const).join(", ")}`;
  const range = [minimum !== undefined && `at least ${minimum}`, maximum !== undefined && `at most ${maximum}`];
  return [`a value of type ${type}`, ...range.filter(Boolean)].join(", ");
}

function isSecret(property: TSchema | undefined): boolean {
  return property !== undefined && "secret" in property && property.secret === true;
}

function readDescription(property: TSchema | undefined): string {
  return property !== undefined && "description" in property ? String(property.description) : "";
}

/** Hides the password of a connection string. */
function maskUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/:@]*):[^/@]*@/i, "$1:***@");
}
