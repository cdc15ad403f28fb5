import { runStatement } from "../chdb-session.ts";

/** The texts of the first column of a query of ours. */
export async function readColumn(path: string, query: string): Promise<string[]> {
  const statement = { query, database: "system", settings: [], params: [], format: "JSONCompactEachRow" };
  const { bytes } = await runStatement(path, statement);
  const lines = new TextDecoder().decode(bytes).split("\n").filter(Boolean);
  return lines.map((line) => String(JSON.parse(line)[0]));
}
