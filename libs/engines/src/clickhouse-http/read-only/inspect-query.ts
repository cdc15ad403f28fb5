import { quoteText, runStatement, type Statement } from "../chdb-session.ts";
import { checkStatement } from "./allowed-statements.ts";
import { readCanonicalText, type Word } from "./canonical-text.ts";
import { checkNode, type Readable } from "./check-node.ts";
import { checkCall, checkType, checkValue, deny } from "./deny.ts";
import { parseSyntaxTree } from "./syntax-tree.ts";

export interface Inspection extends Omit<Readable, "lambdas"> {
  readonly path: string;
  /** The role of the engine that each session takes first. */
  readonly role: string;
}

/**
 * Lets through what is known to only read and compute. ClickHouse's parser rewrites the query into one canonical statement; the
 * statement's syntax tree and all words of its text are checked, and the canonical text is run. So comments, quotes, case and
 * escapes cannot make the checked and the executed statement differ. What the engine itself refuses a reader, by the grants of
 * its role and by `readonly=1`, is refused twice.
 *
 * `EXPLAIN QUERY TREE`, which shows what the engine takes a name for, is not asked: it runs scalar subqueries while it resolves
 * names, and took 4.9 s for a query of 5.9 s.
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
  const { words, placeholderTypes } = readCanonicalText(statement.query);
  // Before the parser reads their values.
  for (const type of placeholderTypes) checkType(type);
  const nodes = parseSyntaxTree(await readTree(statement, inspection));
  checkStatement(nodes[0], statement.query);
  const lambdas = new Set(nodes.filter(({ name }) => name === "lambda").map(({ alias }) => alias));
  for (const node of nodes) checkNode(node, { ...inspection, lambdas });
  // The tree does not show every clause of every statement; the text does.
  for (const word of words) checkWord(word, { ...inspection, lambdas });
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
  { path, role, databases: [database = ""] }: Inspection,
): Promise<string> {
  const settings = [["readonly", "1"]] as const;
  const { bytes } = await runStatement(path, { query, params, database, role, settings, format: "TSVRaw" });
  return new TextDecoder().decode(bytes).trimEnd();
}

// A FORMAT would apply to the printed tree, so it is split off. Identifiers that look like this are quoted in canonical
// text.
function splitFormat(canonical: string, format: string): Pick<Statement, "query" | "format"> {
  const [, query, named] = canonical.match(/^(.*) FORMAT (\w+)$/s) ?? [];
  return { query: query ?? canonical, format: named ?? format };
}

function checkWord({ name, isCalled }: Word, { functions, lambdas }: Readable): void {
  if (!isCalled) checkValue(name, functions);
  else if (name !== "COLUMNS") checkCall(name, functions, lambdas);
}
