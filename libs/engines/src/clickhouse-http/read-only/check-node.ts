import { denyStates } from "./check-type.ts";
import { checkCall, checkValue, deny } from "./deny.ts";
import type { FunctionRules } from "./functions.ts";
import { checkNamedArguments } from "./named-arguments.ts";
import { readText, type SyntaxNode } from "./syntax-tree.ts";

/** What may be read, beside what functions may be called. */
export interface Readable {
  readonly databases: readonly string[];
  /** The other databases of the engine. */
  readonly closedDatabases: ReadonlySet<string>;
  readonly functions: FunctionRules;
  /** The time zones that the engine has in itself; it would look for others in files. */
  readonly zones: ReadonlySet<string>;
  /** Names that the query gives to lambdas. */
  readonly lambdas: ReadonlySet<string>;
}

const READABLE_SYSTEM_TABLES = new Set([
  "columns",
  "databases",
  "functions",
  "one",
  "parts",
  "settings",
  "tables",
  "time_zones",
]);

/** Nodes that only hold others, or values; the rest of the known ones is in {@link CHECKS}. */
const PLAIN_NODES = new Set(
  `ArrayJoin Asterisk Collation ColumnsExceptTransformer ColumnsListMatcher ColumnsRegexpMatcher ColumnsReplaceTransformer
  ColumnsReplaceTransformer::Replacement ColumnsTransformerList DescribeQuery ExistsTableQuery Explain ExpressionList
  InterpolateElement OrderByElement QualifiedAsterisk QualifiedColumnsListMatcher QualifiedColumnsRegexpMatcher SampleRatio
  SelectIntersectExceptQuery SelectQuery SelectWithUnionQuery ShowCreateTableQuery ShowTables Subquery TableExpression
  TableJoin TablesInSelectQuery TablesInSelectQueryElement WindowDefinition WindowListElement WithElement`.split(/\s+/),
);

/** The words that users know some nodes by. */
const WORDS: Readonly<Record<string, string>> = { ColumnsApplyTransformer: "APPLY", Set: "SETTINGS" };

const CHECKS: Readonly<Record<string, (node: SyntaxNode, readable: Readable) => void>> = {
  Function: checkFunction,
  Identifier: checkIdentifier,
  Literal: checkLiteral,
  TableIdentifier: checkTable,
  // The engine checks a query's settings against `readonly`, but accepts those of a subquery.
  Set: ({ parent }) => parent === "Explain" || denyNode("Set"),
};

/** @throws ClickHouseRefusal ACCESS_DENIED (497) for a node that is not known to only read and compute */
export function checkNode(node: SyntaxNode, readable: Readable): void {
  const check = CHECKS[node.kind];
  if (check !== undefined) check(node, readable);
  else if (!PLAIN_NODES.has(node.kind)) denyNode(node.kind);
}

function denyNode(kind: string): never {
  deny(WORDS[kind] ?? `this syntax (${kind})`);
}

/** Functions whose first argument names an aggregate function, which must be a text for all to see. */
const CALLING_BY_TEXT = new Set(["arrayreduce", "arrayreduceinranges", "initializeaggregation"]);

function checkFunction(node: SyntaxNode, { functions, lambdas, zones }: Readable): void {
  const { name, parent } = node;
  if (parent === "TableExpression") deny(`the table function ${name}`, "query the views by their names");
  checkCall(name, functions, lambdas);
  if (CALLING_BY_TEXT.has(name.toLowerCase())) checkCall(readNamedFunction(node), functions);
  checkNamedArguments(node, zones);
}

function readNamedFunction({ name, children }: SyntaxNode): string {
  const [argument] = children.at(-1)?.children ?? [];
  const [, named] = (argument && readText(argument))?.match(/^(\w+)(?:\(.*\))?$/) ?? [];
  return named ?? deny(`${name} without a plain text as its first argument`);
}

// As the name of a time zone, `file:/path` opens that file; its bytes are read only if they are a time zone's.
function checkLiteral({ name }: SyntaxNode): void {
  denyStates(name);
  if (name.startsWith("'file:")) deny("a text that begins with file:");
}

function checkTable({ name }: SyntaxNode, { databases }: Readable): void {
  const [owner = "", ...table] = name.split(".");
  if (table.length === 0 || databases.includes(owner)) return;
  if (owner !== "system" || !READABLE_SYSTEM_TABLES.has(table.join("."))) deny(`the table ${name}`);
}

// In `x IN system.users` a table stands in place of a column, in SHOW a database.
function checkIdentifier({ name }: SyntaxNode, { closedDatabases, functions }: Readable): void {
  const [owner = "", ...rest] = name.split(".");
  for (const part of [name, owner, rest.at(-1) ?? ""]) checkValue(part, functions);
  if (!closedDatabases.has(owner.toLowerCase())) return;
  if (owner !== "system" || !READABLE_SYSTEM_TABLES.has(rest.join("."))) deny(`the name ${name}`);
}
