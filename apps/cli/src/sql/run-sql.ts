import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Environment } from "@ruaflow/runtime/settings";
import { openSqlReader } from "../stores/sql-reader.ts";
import { isBinary, toFormat } from "./formats.ts";

export interface SqlCommandOptions {
  readonly query?: string;
  readonly file?: string;
  readonly param: Readonly<Record<string, string>>;
  readonly format: string;
}

/**
 * Writes the answer to the query to `output`.
 * @throws UsageError
 */
export async function runSql(
  environment: Environment,
  options: SqlCommandOptions,
  output: NodeJS.WriteStream,
): Promise<void> {
  const { param: params } = options;
  const format = toFormat(options.format, { isTerminal: output.isTTY });
  if (output.isTTY && isBinary(format))
    throw new UsageError(`${options.format} is binary: write it to a file, for example with > answer.parquet`);
  for (const name of Object.keys(params)) {
    if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new UsageError(`--param: expected name=value, not ${name}`);
  }
  const query = await readQuery(options);
  const reader = await openSqlReader(environment);
  try {
    await pipeline(await reader.ask({ query, format, params }), output, { end: false });
  } finally {
    await reader.close();
  }
}

async function readQuery({ query, file }: SqlCommandOptions): Promise<string> {
  if ((query === undefined) === (file === undefined)) throw new UsageError("Give one query, or a file with --file.");
  if (file === undefined) return query ?? "";
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
}
