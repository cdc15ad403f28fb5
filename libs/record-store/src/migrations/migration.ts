import { createHash } from "node:crypto";

/** A step of the schema. Once released it is never edited: changes need a further step. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
  /** Each may be repeated after a crash (`IF NOT EXISTS`). Steps up to 7 say `{durable}` for 1, later ones `{database}`. */
  readonly statements: readonly string[];
}

/** SHA-256 over the statements, hexadecimal. */
export function readChecksum({ statements }: Migration): string {
  return createHash("sha256").update(JSON.stringify(statements)).digest("hex");
}

/** The statement to run in the database. */
export function toStatement(statement: string, database: string): string {
  const quoted = database.replaceAll("\\", "\\\\").replaceAll("`", "\\`");
  return statement.replaceAll("{durable}", "1").replaceAll("{database}", () => quoted);
}
