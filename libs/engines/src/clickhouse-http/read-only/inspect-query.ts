import { quoteText, type Statement, withSession } from "../chdb-session.ts";
import { checkStatement } from "./allowed-statements.ts";
import { readCanonicalText } from "./canonical-text.ts";
import { checkNode, type Readable } from "./check-node.ts";
import { checkType } from "./check-type.ts";
import { checkWords } from "./check-words.ts";
import { deny } from "./deny.ts";
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
  const { path, role, databases } = inspection;
  const { database, params } = requested;
  if (!databases.includes(database)) deny(`the database ${database}`);
  return withSession(path, { role, database, settings: [["readonly", "1"]], params }, async (session) => {
    const ask = async (query: string) => (await session.queryAsync(query, { format: "TSVRaw" })).text().trimEnd();
    // Parses exactly one statement, passed as a text; nothing of it runs here.
    const canonical = await ask(`SELECT formatQuerySingleLine(${quoteText(requested.query)})`);
    const statement = { ...requested, ...splitFormat(canonical, requested.format) };
    await checkQuery(statement.query, inspection, ask);
    return statement;
  });
}

const IN_URL = "send limits of a query as parameters of its URL";

async function checkQuery(
  query: string,
  readable: Omit<Readable, "lambdas">,
  ask: (query: string) => Promise<string>,
): Promise<void> {
  const { words, placeholderTypes } = readCanonicalText(query);
  // Before the parser reads their values: of a setting or of a type it opens the time zone.
  if (words.some(({ name, isCalled }) => name === "SETTINGS" && !isCalled)) deny("SETTINGS", IN_URL);
  for (const type of placeholderTypes) checkType(type, readable.zones);
  const nodes = parseSyntaxTree(await ask(`EXPLAIN AST ${query}`));
  checkStatement(nodes[0], query);
  const lambdas = new Set(nodes.filter(({ name }) => name === "lambda").map(({ alias }) => alias));
  for (const node of nodes) checkNode(node, { ...readable, lambdas });
  checkWords(words, { ...readable, lambdas });
}

// A FORMAT would apply to the printed tree, so it is split off. Identifiers that look like this are quoted in canonical
// text.
function splitFormat(canonical: string, format: string): Pick<Statement, "query" | "format"> {
  const [, query, named] = canonical.match(/^(.*) FORMAT (\w+)$/s) ?? [];
  return { query: query ?? canonical, format: named ?? format };
}
