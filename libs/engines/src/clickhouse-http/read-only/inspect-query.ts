import { quoteText, runStatement, type Statement } from "../chdb-session.ts";
import { ClickHouseRefusal } from "../refusal.ts";
import type { FunctionRules } from "./functions.ts";
import { parseSyntaxTree, type SyntaxNode } from "./syntax-tree.ts";

export interface Inspection {
  readonly path: string;
  readonly database: string;
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
const allowedSystemTables = new Set(["columns", "databases", "functions", "one", "parts", "tables"]);
// Databases that the engine has by itself; a table `/etc/passwd` of `default` is that file.
const foreignDatabases = new Set(["default", "information_schema", "system"]);

/**
 * The engine inside the process has no users and no grants, so this decides what may be read: ClickHouse's own parser
 * rewrites the query into one canonical statement, its tree is judged, and the canonical text is what runs. So comments,
 * quotes, case and escapes cannot make the two differ. What only `readonly=1` must hold (writes, settings) is left to it.
 *
 * @throws ClickHouseRefusal ACCESS_DENIED (497), or the parser's own error
 */
export async function inspectQuery(asked: Statement, inspection: Inspection): Promise<Statement> {
  // The engine would write that file whatever `readonly` says. Keywords cannot be escaped, so looking for the word is enough.
  if (/outfile/i.test(asked.query)) deny("INTO OUTFILE, or its name in a text");
  if (asked.database !== inspection.database) deny(`the database ${asked.database}`);
  const canonical = await canonicalize(asked.query, inspection);
  const statement = { ...asked, ...splitFormat(canonical, asked.format) };
  const nodes = parseSyntaxTree(await readTree(statement, inspection));
  if (!allowedStatements.has(nodes[0]?.kind ?? ""))
    deny("any statement but SELECT, EXPLAIN, DESCRIBE, SHOW and EXISTS");
  for (const node of nodes) judgeNode(node, inspection);
  return statement;
}

// Parses exactly one statement, as a text: nothing of it runs here.
async function canonicalize(query: string, inspection: Inspection): Promise<string> {
  return ask({ query: `SELECT formatQuerySingleLine(${quoteText(query)})`, params: [] }, inspection);
}

async function readTree({ query, params }: Statement, inspection: Inspection): Promise<string> {
  return ask({ query: `EXPLAIN AST ${query}`, params }, inspection);
}

async function ask(
  { query, params }: Pick<Statement, "query" | "params">,
  { path, database }: Inspection,
): Promise<string> {
  const settings = [["readonly", "1"]] as const;
  const { bytes } = await runStatement(path, { query, params, database, settings, format: "TSVRaw" });
  return new TextDecoder().decode(bytes).trimEnd();
}

// In front of the tree's statement a FORMAT would shape the tree; names in canonical text that end like this are quoted.
function splitFormat(canonical: string, format: string): Pick<Statement, "query" | "format"> {
  const [, query, named] = canonical.match(/^(.*) FORMAT (\w+)$/s) ?? [];
  return { query: query ?? canonical, format: named ?? format };
}

function judgeNode({ kind, name, parent }: SyntaxNode, { database, functions }: Inspection): void {
  if (kind === "ColumnsApplyTransformer") deny("APPLY");
  // The engine checks the settings of a whole query against `readonly`, those of a subquery it just takes.
  if (kind === "Set" && parent !== "Explain") deny("SETTINGS");
  if (kind === "TableIdentifier") judgeTable(name, database);
  if (kind === "Identifier") judgeIdentifier(name);
  if (kind !== "Function") return;
  if (parent === "TableExpression" || functions.isTableFunction(name)) deny(`the table function ${name}`);
  if (!functions.isPure(name)) deny(`the function ${name}`);
}

function judgeTable(name: string, database: string): void {
  const dot = name.indexOf(".");
  if (dot === -1) return;
  const [owner, table] = [name.slice(0, dot), name.slice(dot + 1)];
  if (owner === database || (owner === "system" && allowedSystemTables.has(table))) return;
  deny(`the table ${name}`);
}

// `x IN system.users` names a table in the place of a column, SHOW a database.
function judgeIdentifier(name: string): void {
  const [owner = "", table = ""] = name.split(".");
  if (!foreignDatabases.has(owner.toLowerCase())) return;
  if (owner !== "system" || !allowedSystemTables.has(table)) deny(`the name ${name}`);
}

function deny(what: string): never {
  throw new ClickHouseRefusal("ACCESS_DENIED", `This port only reads the reports: it does not allow ${what}.`);
}
