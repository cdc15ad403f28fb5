import { describeError, OutageError } from "./errors.ts";
import { createLogger, type Logger, type loggerSettings } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { describeFewFiles } from "./open-files.ts";
import { failProcess, runProcess, type Service } from "./process.ts";
import {
  describeMistypedVariables,
  describeSettings,
  describeUnknownVariables,
  type Environment,
  readSettings,
  SettingsError,
  type SettingsOf,
  type SettingsSchema,
} from "./settings.ts";
import { openTracing, type Tracing, tracingSettings } from "./tracing/index.ts";
import { retryUntilDone } from "./work/retry.ts";

/** A program that runs until it is stopped. */
export interface App<Schema extends SettingsSchema> {
  readonly name: string;
  /** One sentence for `--help`. */
  readonly description: string;
  readonly settings: Schema;
  /** No app has a setting that this one lacks, so a `RUAFLOW_*` variable that is none of its settings is a mistake. */
  readonly hasEverySetting?: true;
  /** Settings without a default that must be set; an app with embedded engines has none. */
  readonly required?: readonly (keyof Schema & string)[];
  /** The roles that it has with these settings; by default one, its name. */
  roles?(settings: SettingsOf<Schema>): readonly string[];
  start(settings: SettingsOf<Schema>, context: AppContext): Promise<RunningApp>;
}

export interface AppContext {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Aborts when the process is asked to stop: a start that is still waiting must then end. */
  readonly stopping: AbortSignal;
  /** Call this when the app cannot continue: it ends the process, so that its supervisor restarts it. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningApp extends Service {
  /** Printed on standard output once the app is ready. */
  readonly greeting: string;
}

/** The settings that every app has. */
type CommonSettings = SettingsSchema & typeof loggerSettings & typeof tracingSettings;

/**
 * Runs an app as this process: `--help`, `--check-config`, settings from the environment with all problems reported at
 * once, a warning for each mistyped `RUAFLOW_*` variable, a start that waits for stores that are away, and a clean stop.
 */
export async function runApp<Schema extends CommonSettings>(
  app: App<Schema>,
  { env, argv }: { env: Environment; argv: readonly string[] },
): Promise<void> {
  await runProcess(async (stopping) => {
    if (argv.includes("--help")) return printAndExit(describeHelp(app));
    const settings = readSettings(app.settings, env);
    const describeMistakes = app.hasEverySetting ? describeUnknownVariables : describeMistypedVariables;
    for (const warning of describeMistakes(app.settings, env)) process.stderr.write(`warning: ${warning}\n`);
    if (argv.includes("--check-config")) return printAndExit(describeSettings(app.settings, settings));
    const missing = (app.required ?? []).filter((name) => settings[name] === undefined);
    if (missing.length > 0) throw new SettingsError(missing.map(describeMissing));
    const logger = createLogger({ app: app.name, level: String(settings.RUAFLOW_LOG_LEVEL) });
    stopping.addEventListener("abort", () => logger.info(`stopping: ${describeError(stopping.reason)}`));
    warnOfRoot(app.settings, settings, logger);
    const fewFiles = describeFewFiles();
    if (fewFiles !== null) logger.warn(fewFiles);
    const tracing = await openTracing(readSettings(tracingSettings, env), { app: app.name, logger });
    const running = await retryUntilDone(() => start(app, settings, { logger, tracing, stopping }), {
      signal: stopping,
      shouldRetry: (error) => error instanceof OutageError,
      onRetry: (err) => logger.warn({ err }, "the start waits for a store that is away"),
    });
    process.stdout.write(running.greeting);
    return { ...running, stop: () => running.stop().finally(() => tracing.stop()) };
  });
}

/** Each attempt has metrics of its own: a failed one has registered some. */
async function start<Schema extends CommonSettings>(
  app: App<Schema>,
  settings: SettingsOf<Schema>,
  context: Pick<AppContext, "logger" | "tracing" | "stopping">,
): Promise<RunningApp> {
  // Loaded only here, so that a short command that imports this library does not wait for it.
  const { createMetrics } = await import("./prometheus/index.ts");
  const metrics = createMetrics({
    roles: app.roles?.(settings) ?? [app.name],
    onGaugeError: (metric, err) =>
      context.logger.warn({ metric, err }, "a gauge cannot be read: /metrics leaves it out"),
  });
  return app.start(settings, { ...context, metrics, onFatal: failProcess });
}

/** An attacker who breaks into a process of root has the whole machine. */
function warnOfRoot(schema: SettingsSchema, settings: Readonly<Record<string, unknown>>, logger: Logger): void {
  if (process.getuid?.() !== 0 || settings.RUAFLOW_USER !== undefined) return;
  const way = "RUAFLOW_USER" in schema ? "set RUAFLOW_USER to a user of its own" : "start it as a user of its own";
  logger.warn(`this process runs as root, so an attacker who breaks into it has the whole machine: ${way}`);
}

/**
 * The value of a setting that is required only when the app runs as a separate process.
 * @throws {SettingsError} that names the setting
 */
export function requireSetting<Name extends string>(
  settings: { readonly [Key in Name]?: string | undefined },
  name: Name,
): string {
  const value = settings[name];
  if (value !== undefined) return value;
  throw new SettingsError([describeMissing(name)]);
}

function describeMissing(name: string): string {
  return `${name}: is not set; a separate app needs it (npm start runs on embedded engines)`;
}

function printAndExit(text: string): never {
  process.stdout.write(`${text}\n`);
  process.exit(0);
}

/** The text that `--help` prints. */
export function describeHelp<Schema extends SettingsSchema>(app: Omit<App<Schema>, "start">): string {
  const { name, description, settings, required = [] } = app;
  const lines = Object.entries(settings).map(([variable, { description: purpose, default: fallback }]) => {
    const need = required.includes(variable) ? " (required)" : "";
    return `  ${variable}${fallback === undefined ? need : ` (default ${fallback})`}\n      ${purpose}`;
  });
  return `${name}: ${description}\n\n--check-config prints the settings in force.\n\nSettings, as environment variables:\n${lines.join("\n")}`;
}
