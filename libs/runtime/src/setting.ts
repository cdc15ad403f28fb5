/** One environment variable: its purpose, how its text becomes a value, and its default. */
export interface Setting<Value> {
  readonly description: string;
  /** The accepted values, for messages: `a value of type integer, at least 1`. */
  readonly kind: string;
  readonly default: Value;
  /** Must never be printed. */
  readonly isSecret: boolean;
  /** Names a file or a folder; absent: it does not. */
  readonly isPath?: boolean;
  /** Returns `undefined` for a text that is not accepted. */
  readonly read: (text: string) => Value | undefined;
  /** @throws {UsageError} for an invalid text, such as a list with a part that is not an address */
  readonly check?: ((text: string) => unknown) | undefined;
}

interface Described {
  readonly description: string;
}

interface Checked {
  /** Reads the text as the start will, so that `--check-config` refuses everything that the start would refuse. */
  readonly check?: (text: string) => unknown;
}

interface WithDefault<Value> extends Described {
  readonly default: Value;
}

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

function text(options: WithDefault<string> & Checked): Setting<string>;
function text(options: Described & Checked): Setting<string | undefined>;
function text(options: Described & Checked & Partial<WithDefault<string>>): Setting<string | undefined> {
  const { description, check, default: value } = options;
  return {
    description,
    kind: "a value of type string",
    default: value,
    isSecret: false,
    read: (given) => given,
    check,
  };
}

/** The path of a file, which is read each time it is needed. */
function path(options: Described & Checked): Setting<string | undefined> {
  return { ...text(options), isPath: true };
}

/** Like every setting, it may also be given as a file: `NAME_FILE=/run/secrets/name`. */
function secret(options: Described & Checked): Setting<string | undefined> {
  return { ...text(options), isSecret: true };
}

function integer(options: WithDefault<number> & Range): Setting<number>;
function integer(options: Described & Range): Setting<number | undefined>;
function integer({
  description,
  default: value,
  ...range
}: Described & Partial<WithDefault<number>> & Range): Setting<number | undefined> {
  const read = (given: string) => (/^[+-]?\d+$/.test(given) ? keepWithin(Number(given), range) : undefined);
  return { description, kind: describeNumber("integer", range), default: value, isSecret: false, read };
}

function decimal({ description, default: value, ...range }: WithDefault<number> & Range): Setting<number> {
  const read = (given: string) => keepWithin(Number(given), range);
  return { description, kind: describeNumber("number", range), default: value, isSecret: false, read };
}

function keepWithin(value: number, { minimum = -Infinity, maximum = Infinity }: Range): number | undefined {
  return Number.isFinite(value) && value >= minimum && value <= maximum ? value : undefined;
}

function describeNumber(type: string, { minimum, maximum }: Range): string {
  const bounds = [minimum !== undefined && `at least ${minimum}`, maximum !== undefined && `at most ${maximum}`];
  return [`a value of type ${type}`, ...bounds.filter(Boolean)].join(", ");
}

const flagValues: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function flag({ description, default: value }: WithDefault<boolean>): Setting<boolean> {
  const read = (given: string) => flagValues.get(given.toLowerCase());
  return { description, kind: "a value of type boolean", default: value, isSecret: false, read };
}

/** Upper and lower case are alike, for other programs write the same names as `SCRAM-SHA-512`. */
function oneOf<Choice extends string>(choices: readonly Choice[], options: WithDefault<Choice>): Setting<Choice>;
function oneOf<Choice extends string>(choices: readonly Choice[], options: Described): Setting<Choice | undefined>;
function oneOf<Choice extends string>(
  choices: readonly Choice[],
  { description, default: value }: Described & Partial<WithDefault<Choice>>,
): Setting<Choice | undefined> {
  const read = (given: string) => choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
  return { description, kind: `one of ${choices.join(", ")}`, default: value, isSecret: false, read };
}

/**
 * The kinds of settings. A setting without a default may be absent. Written by hand, because a schema library took a
 * third of the start-up time of a short command.
 */
export const setting = { text, path, secret, integer, decimal, flag, oneOf };
