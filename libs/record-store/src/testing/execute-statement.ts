import { createEmbeddedEngine } from "../engine/embedded.ts";

/** Runs a statement on the tables in `path`, even while a record store of this process has them open. */
export async function executeStatement(path: string, statement: string): Promise<void> {
  const engine = await createEmbeddedEngine(path);
  await engine.command(statement, {});
  await engine.close();
}
