import { createRequire } from "node:module";
import { type DestinationStream, type Logger, pino } from "pino";
import { setting } from "./setting.ts";

export type { Logger };

/** Names of fields whose values are never logged, in the first two levels of an object. */
const REDACTED = ["authorization", "key", "secret", "password", "token", "url"];

/** Settings of the log, for the schema of every app. */
export const loggerSettings = {
  RUAFLOW_LOG_LEVEL: setting.oneOf(["trace", "debug", "info", "warn", "error", "silent"], {
    default: "info",
    description: "Log lines below this level are dropped.",
  }),
};

export interface LoggerOptions {
  readonly app: string;
  readonly level: string;
}

/**
 * One wide line per unit of work, on standard error, so that standard output is left to results: JSON, or readable text
 * on a terminal.
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

/** A line is written before the call returns: the process may end right after. */
function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: true });
}

/** Loaded only for a terminal. It runs in this process, not in a worker, for the same reason as above. */
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
