import { type Logger, pino } from "pino";
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

/** JSON lines on standard error: one wide line per unit of work, so that standard output stays for results. */
export function createLogger({ app, level }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: { app },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]), censor: "***" },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
