import { createRequire } from "node:module";
import { type DestinationStream, type Logger, pino } from "pino";
import { setting } from "./setting.ts";

export type { Logger };

/** Names of fields that never reach a log, wherever they stand in the first two levels. */
const REDACTED = ["authorization", "key", "secret", "password", "token", "url"];

/** Settings of the log, for the schema of every app. */
export const loggerSettings = {
  RUAFLOW_LOG_LEVEL: setting.oneOf(["trace", "debug", "info", "warn", "error", "silent"], {
    default: "info",
    description: "Lines less important than this are not logged.",
  }),
};

export interface LoggerOptions {
  readonly app: string;
  readonly level: string;
}

/**
 * One wide line per unit of work, on standard error, so that standard output stays for results: JSON, or on a terminal a
 * line for people.
 */
export function createLogger({ app, level }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { app },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]), censor: "***" },
    },
    process.stderr.isTTY ? toReadable(standardError()) : standardError(),
  );
}

/** What is logged is written when the call returns: the process may end right after. */
function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

/** Loaded only for a terminal. It runs in this process, without a worker, for the same reason as above. */
function toReadable(output: DestinationStream): DestinationStream {
  const { prettyFactory }: typeof import("pino-pretty") = createRequire(import.meta.url)("pino-pretty");
  const prettify = prettyFactory({
    ignore: "app",
    singleLine: true,
    errorLikeObjectKeys: ["err"],
    translateTime: "SYS:HH:MM:ss",
    colorize: hasColors(),
  });
  return { write: (line) => output.write(prettify(line)) };
}

function hasColors(): boolean {
  return process.stderr.hasColors?.() ?? false;
}
