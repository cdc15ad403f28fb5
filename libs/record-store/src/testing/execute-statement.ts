import { createEmbeddedEngine } from "../engine/embedded.ts";

/** Runs a statement on the tables in `path`, even while a record store of this process has them open. */
export async function executeStatement(path: string, statement: string): Promise<void> {
  const engine = await createEmbeddedEngine(path);
  await engine.command(statement, {});
  await engine.close();
}

/** Rows of a query on the tables in `path`, as {@link executeStatement}. Whole numbers are numbers, whatever their size. */
export async function selectRows<Row>(path: string, query: string): Promise<Row[]> {
  const engine = await createEmbeddedEngine(path);
  try {
    return await engine.select<Row>(`${query} SETTINGS output_format_json_quote_64bit_integers = 0`, {});
  } finally {
    await engine.close();
  }
}
