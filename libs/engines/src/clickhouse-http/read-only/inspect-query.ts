import { quoteText, runStatement, type Statement } from "../chdb-session.ts";
import { ClickHouseRefusal } from "../refusal.ts";
import type { FunctionRules } from "./functions.ts";
import { parseSyntaxTree, type SyntaxNode } from "./syntax-tree.ts";

export interface Inspection {
  readonly path: string;
  /** The databases that can be read. */
  readonly databases: readonly string[];
  readonly functions: FunctionRules;
}

// SELECT, EXPLAIN, DESCRIBE, SHOW TABLES and DATABASES, SHOW CREATE TABLE, EXISTS.
const allowedStatements = new Set([
  "SelectWithUnionQuery",
  "Explain",
  "DescribeQuery",
  "ShowTables",
  "ShowCreateTableQuery",
  "ExistsTableQuery",
]);
const allowedSystemTables = new Set(["columns", "databases", "functions", "one", "parts", "settings", "tables"]);
// The engine's built-in databases; a table `/etc/passwd` of `default` is that file.
const builtInDatabases = new Set(["default", "information_schema", "system"]);

/**
 * Decides what may be read, for the embedded engine has no users and no grants. ClickHouse's parser rewrites the query
 * into one canonical statement, the statement's syntax tree is checked, and the canonical text is run. So comments,
 * quotes, case and escapes cannot make the checked and the executed statement differ. Writes and settings are left to
 * `readonly=1`.
 *
 * @throws ClickHouseRefusal ACCESS_DENIED (497), or the parser's error
 */
export async function inspectQuery(requested: Statement, inspection: Inspection): Promise<Statement> {
  // The engine would write that file despite `readonly`. Keywords cannot be escaped, so a search for the word is
  // enough.
  if (/outfile/i.test(requested.query)) deny("INTO OUTFILE, or its name in a text");
  if (!inspection.databases.includes(requested.database)) deny(`the database ${requested.database}`);
  const canonical = await canonicalize(requested.query, inspection);
  const statement = { ...requested, ...splitFormat(canonical, requested.format) };
  const nodes = parseSyntaxTree(await readTree(statement, inspection));
  if (!allowedStatements.has(nodes[0]?.kind ?? ""))
    deny("any statement but SELECT, EXPLAIN, DESCRIBE, SHOW and EXISTS");
  for (const node of nodes) checkNode(node, inspection);
  return statement;
}

// Parses exactly one statement, passed as a text; nothing of it runs here.
async function canonicalize(query: string, inspection: Inspection): Promise<string> {
  return ask({ query: `SELECT formatQuerySingleLine(${quoteText(query)})`, params: [] }, inspection);
}

async function readTree({ query, params }: Statement, inspection: Inspection): Promise<string> {
  return ask({ query: `EXPLAIN AST ${query}`, params }, inspection);
}

async function ask(
  { query, params }: Pick<Statement, "query" | "params">,
  { path, databases: [database = ""] }: Inspection,
): Promise<string> {
  const settings = [["readonly", "1"]] as const;
  const { bytes } = await runStatement(path, { query, params, database, settings, format: "TSVRaw" });
  return new TextDecoder().decode(bytes).trimEnd();
}

// A FORMAT would apply to the printed tree, so it is split off. Identifiers that look like this are quoted in canonical
// text.
function splitFormat(canonical: string, format: string): Pick<Statement, "query" | "format"> {
  const [, query, named] = canonical.match(/^(.*) FORMAT (\w+)$/s) ?? [];
  return { query: query ?? canonical, format: named ?? format };
}

function checkNode({ kind, name, parent }: SyntaxNode, { databases, functions }: Inspection): void {
  if (kind === "ColumnsApplyTransformer") deny("APPLY");
  // The engine checks a query's settings against `readonly`, but accepts those of a subquery.
  if (kind === "Set" && parent !== "Explain") deny("SETTINGS");
  if (kind === "TableIdentifier") checkTable(name, databases);
  if (kind === "Identifier") checkIdentifier(name);
  if (kind !== "Function") return;
  if (parent === "TableExpression" || functions.isTableFunction(name)) deny(`the table function ${name}`);
  if (!functions.isPure(name)) deny(`the function ${name}`);
}

function checkTable(name: string, databases: readonly string[]): void {
  const dot = name.indexOf(".");
  if (dot === -1) return;
  const [owner, table] = [name.slice(0, dot), name.slice(dot + 1)];
  if (databases.includes(owner) || (owner === "system" && allowedSystemTables.has(table))) return;
  deny(`the table ${name}`);
}

// In `x IN system.users` a table stands in place of a column, in SHOW a database.
function checkIdentifier(name: string): void {
  const [owner = "", table = ""] = name.split(".");
  if (!builtInDatabases.has(owner.toLowerCase())) return;
  if (owner !== "system" || !allowedSystemTables.has(table)) deny(`the name ${name}`);
}

function deny(what: string): never {
  throw new ClickHouseRefusal("ACCESS_DENIED", `This port only reads reports: it does not allow ${what}.`);
}
