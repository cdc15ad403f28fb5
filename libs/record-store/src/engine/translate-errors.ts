import type { WritingEngine } from "./engine.ts";

/** The same engine; what its statements fail with is converted by `translate`. */
export function translateErrors(engine: WritingEngine, translate: (error: unknown) => unknown): WritingEngine {
  const fail = (error: unknown): never => {
    throw translate(error);
  };
  const { insertFile } = engine;
  return {
    ...engine,
    select: (query, params, owners) => engine.select<never>(query, params, owners).catch(fail),
    command: (query, params) => engine.command(query, params).catch(fail),
    insert: (statement, lines) => engine.insert(statement, lines).catch(fail),
    ...(insertFile && { insertFile: (insert) => insertFile(insert).catch(fail) }),
  };
}
