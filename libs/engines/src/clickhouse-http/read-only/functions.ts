import { runStatement } from "../chdb-session.ts";

/** The engine's functions, by lower-case name. */
export interface FunctionRules {
  isTableFunction(name: string): boolean;
  /**
   * Whether it only computes from its arguments: it cannot access a file, a server, a model or the engine's internals.
   */
  isPure(name: string): boolean;
}

// Categories of ClickHouse's function list with functions that access more than their arguments.
const mixedCategories = new Set([
  "AI",
  "Dictionary",
  "Embedded Dictionary",
  "Internal",
  "Introspection",
  "Machine Learning",
  "Other",
]);

// The pure functions among them. `Other` also contains file(), joinGet(), hasColumnInTable(), which connects to
// servers, and sleep().
const pureFunctions = new Set(
  `_cast bar byteSize caseWithExpression caseWithoutExpression countDigits currentDatabase currentUser
  defaultValueOfArgumentType defaultValueOfTypeName digits dumpColumnStructure finalizeAggregation formatQuery
  formatQuerySingleLine formatReadableDecimalSize formatReadableQuantity formatReadableSize formatReadableTimeDelta
  identity ignore indexHint initializeAggregation isConstant isDecimalOverflow MACNumToString MACStringToNum
  MACStringToOUI materialize nested neighbor normalizedQueryHash normalizeQuery parseReadableSize
  parseReadableSizeOrNull parseReadableSizeOrZero parseTimeDelta rowNumberInAllBlocks rowNumberInBlock
  runningAccumulate runningDifference runningDifferenceStartingWithFirstValue throwIf toColumnTypeName toTypeName
  transform uptime variantElement variantType version visibleWidth`
    .toLowerCase()
    .split(/\s+/),
);

/** Reads the list of functions from the engine. Unknown names are left for the engine to refuse. */
export async function readFunctionRules(path: string): Promise<FunctionRules> {
  const tableFunctions = new Set((await readRows(path, tableFunctionsQuery)).map(([name]) => name));
  const functions = new Map((await readRows(path, functionsQuery)).map(([name = "", ...facts]) => [name, facts]));
  const isPure = (name: string): boolean => {
    const [category = "", original = ""] = functions.get(name.toLowerCase()) ?? [];
    if (pureFunctions.has(name.toLowerCase())) return true;
    return original === "" ? !mixedCategories.has(category) : isPure(original);
  };
  return {
    isTableFunction: (name) => tableFunctions.has(name.toLowerCase()) && !functions.has(name.toLowerCase()),
    isPure,
  };
}

const tableFunctionsQuery = "SELECT lower(name) FROM system.table_functions";
const functionsQuery =
  "SELECT lower(name), any(categories), if(min(lower(alias_to)) = lower(name), '', any(lower(alias_to))) FROM system.functions GROUP BY lower(name)";

async function readRows(path: string, query: string): Promise<string[][]> {
  const { bytes } = await runStatement(path, {
    query: `SELECT * FROM (${query})`,
    database: "system",
    settings: [],
    params: [],
    format: "JSONCompactEachRow",
  });
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line).map(String));
}
